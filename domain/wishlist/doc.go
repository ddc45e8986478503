// Package wishlist decides about the wishlists of customers (shapes-customer §4). A wishlist is a stream named by the customer's ID. It
// begins with its first item.
package wishlist
