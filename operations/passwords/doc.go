// Package passwords hashes secrets in two ways.
//
// Passwords that people choose can be guessed, so guessing must be slow. They are hashed with argon2id (19 MiB, two passes, one lane),
// which takes about 30 ms. To bound the memory, a Hasher works on a few at once. The others wait, and fail with errBusy after a while.
//
// Client secrets and API keys have 256 random bits and cannot be guessed, so one SHA-256 is enough. With a slow hash anybody could keep the
// machine busy by requesting tokens.
package passwords
