// Package catalogfile reads and writes the catalog as files: comma-separated values, or one JSON object a line.
//
//	file ─▶ source ─▶ rows ─▶ batches ─▶ compare with the shop ─▶ commands ─▶ report, checkpoint
//	         (in order)        (several at once)                      (in order)
//
// A row is compared with the product as the read model has it, and only what differs goes to the commands, which decide. A row that
// changes nothing so costs no more than reading it, and a file can be imported any number of times. The columns are the fields of the
// records (catalog.Product, catalog.Category) and of stock.Change; a field that is added there is a column by itself.
package catalogfile
