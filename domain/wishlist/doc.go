// Package wishlist decides about what customers keep for later (shapes-customer §4). A customer has one wishlist, which is a stream
// named by the customer's number. It begins with its first item.
package wishlist
