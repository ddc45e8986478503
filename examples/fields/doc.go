// Package fields has patches that add a field to products and to orders, one patch a field (docs/operations.md). Its tests apply them to a
// copy of the repository, and find the fields in every interface of a shop that is built from it.
package fields
