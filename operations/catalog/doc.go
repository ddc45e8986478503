// Package catalog declares the operations on categories and on stock, and resolves paths of the storefront. Packages below it declare those
// on products with their attributes, and on parts, which are the sub-resources of products. Package input has the common parts.
//
// Writes change the values of all stores, or those of one store view if the caller names one. The answer is the resource in its new state,
// in the written scope. It comes from the read model, or is folded from the stream if the read model is behind.
//
// # Limits
//
// Products of all types can be created. Categories have no content blocks.
//
// User-defined attributes are enforced: a product needs a value of the required ones, and shares no value of a unique one. For the shop's
// own attributes isSearchable is only shown. It changes nothing in the search.
//
// A fast update (X-Fast-Update, ?fast=true) ignores some fields and user-defined attributes, and does not change the availability. Its
// answer comes from the stream without waiting for read models.
//
// A token that is limited to some stores may write values that all stores share (prices, categories, SKU). It must name a store, and the
// product must be sold in one of its websites. It may only delete products that are sold nowhere else.
package catalog
