// Package catalog declares the operations on products, categories and the inventory.
//
// The representation of a product depends on the caller. Prices are converted and rounded for the storefront and unchanged for
// the back office. Stock and layout have members that only the back office sees. None of that is stored; it is inserted into
// the stored document when it is read (product_show.go).
//
// Writes change the values of all stores, or those of one store view if the caller names one. The answer is the resource in its
// new state, in the written scope. It comes from the read model, or is folded from the stream if the read model is behind.
//
// # Limits
//
// Products of all types can be created. Their sub-resources have operations of their own: part.go declares what they share, and each
// part_*.go has the rules of one. Categories have no content blocks.
//
// User-defined attributes are enforced: a product needs a value of the required ones, and shares no value of a unique one. For the shop's
// own attributes isSearchable is only shown. It changes nothing in the search.
//
// A fast update (X-Fast-Update, ?fast=true) ignores some fields and user-defined attributes, leaves the availability as it is, and is
// answered from the stream without waiting for read models.
//
// A token that is limited to some stores may write values that all stores share (prices, categories, SKU). It must name a store,
// and the product must be sold in one of its websites. It may only delete products that are sold nowhere else.
package catalog
