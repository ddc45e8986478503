// Package readmodels reads the tables that projectors keep. Nothing else reads them, and nothing here writes. The package has the part
// that all queries share; the queries are in sub-packages by area.
//
// Small data that most requests need (store views, configuration, categories, accounts) is read once and kept in memory while its version
// stands. Rows that are served (products, orders, customers) are read as ready documents. Rows with several columns are read into the
// structs of the package tables, by name.
package readmodels
