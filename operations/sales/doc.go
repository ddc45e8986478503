// Package sales declares the operations of the back office and of customers on orders, shipments, invoices and credit memos.
package sales
