// Package passwords keeps secrets as hashes, in two ways.
//
// What people choose can be guessed, so guessing must be slow: a customer's password is hashed with argon2id (19 MiB, two
// passes, one lane), which takes a core about 30 ms. That memory is why a Hasher lets only a few through at once; the others
// wait, and after a while are told to come back.
//
// What this program makes itself (client secrets, API keys) has 256 random bits. Nobody guesses those, so one SHA-256 is
// enough. A slow hash would be worse: anybody could keep the machine busy by asking for tokens.
package passwords
