// Package documents holds the shapes of the representations that the API serves. The package folds makes them of events and states.
//
// Documents are encoded once, when they change, in the JSON-LD form: every resource object begins with its "@type". Plain JSON is the same
// bytes without those members (Plain), which is a scan and no parse. Inside a JSON string a quote is always escaped, so the bytes
// {"@type":" cannot occur in one.
//
// Members whose value is null are left out, except where a sheet asks for null. Lists are never null, and money and quantities are numbers
// without trailing zeros. Times are UTC as YYYY-MM-DD HH:MM:SS (conventions §7.3, §16).
package documents
