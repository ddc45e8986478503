// Package installation holds the data of an installation besides the log, one file for each kind. These are secrets, master keys,
// sequences, agents, attempts, issued tokens, known archives, running instances, and the ledger of forgotten keys. It also checks the
// database and compares an installation with its log.
//
// Commands ask all running instances whether they have reached a position, before they report that a change has taken effect everywhere:
//
//	command ── NOTIFY call "id position" ──▶ every instance: wait until it is there
//	command ◀── NOTIFY answer "id name state" ── each of them
//
// Notifications carry only the number of the call, the name of the instance that answers, and a word about its state. The call is
// repeated until all instances have answered, because an instance may be starting or may have lost its connection.
package installation
