// Package sales declares orders, shipments, invoices and credit memos, and what the back office and customers do with them.
package sales
