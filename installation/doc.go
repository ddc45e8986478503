// Package installation holds the data of an installation besides the log, one file for each kind. These are secrets, master keys,
// sequences, agents, attempts, issued tokens, known archives, running instances, and the ledger of forgotten keys. It also checks the
// database and compares an installation with its log.
package installation
