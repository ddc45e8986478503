// Package sales declares the operations of the back office and of customers on orders, shipments, invoices and credit memos. It also
// declares gift cards (shapes-sales §13) and revocation requests, with which customers revoke a contract (shapes-sales §14).
package sales
