// Package catalog declares the operations on products, categories and the inventory.
//
// What a product shows depends on who looks: prices are converted and rounded for the storefront and left alone for the back
// office, and stock and layout have members only the back office sees. None of that is stored; it is spliced into the ready
// document when it is read (product_show.go).
//
// Writes go to the values of all stores, or to those of one store view where the caller names one. They are answered with
// the thing as it is afterwards in the scope that was written: from the read model once it has caught up, or folded from the
// stream when it has stopped.
//
// # What is not there yet
//
// Products of all types can be made, but options, media, links, prices by group and the parts of composite products belong to
// resources of their own; their lists are empty here. There is one attribute set, catalog.DefaultSet, and no user-defined
// attribute has a value, so filters by colour or manufacturer find nothing. Categories cannot lead to blocks of content before
// there are any. Prices have one value for all websites, also where catalog/price/scope gives websites currencies of their
// own. Searching is by parts of words only (catalog/search/search_type 1).
//
// What the reference calls a fast update (X-Fast-Update, ?fast=true) is an update like any other: there is nothing slow that it
// could leave out.
//
// A token that is good for some stores may write values that all stores share (prices, categories, SKU) as long as it names a
// store and the product is sold in one of its websites, but it deletes only what is sold nowhere else.
package catalog
