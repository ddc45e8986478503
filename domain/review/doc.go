// Package review decides about customers' reviews of products (shapes-customer §5). Each review is a stream of its own:
//
//	Submitted ──▶ StatusChanged(approved, not_approved, pending)   any number of times, in any order
//	          ──▶ StoresAssigned                                   the store views that show it
//
// A review is pending until somebody moderates it. Its vote is for the first of the shop's ratings, from one to five stars.
package review
