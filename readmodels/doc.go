// Package readmodels reads the tables that projectors keep. Nothing else reads them, and nothing here writes. It holds what all queries
// share; the queries stand in sub-packages by area.
//
// What is small and asked for all the time (store views, configuration, categories, accounts) is read once and kept in
// memory while its version stands; rows that are served (products, orders, customers) are read as ready documents.
package readmodels
