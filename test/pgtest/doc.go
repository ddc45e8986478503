// Package pgtest creates a PostgreSQL database for every test, on a real server, in milliseconds.
//
//	func TestAppend(t *testing.T) {
//		t.Parallel()
//		pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrate))
//		...
//	}
//
// # The server
//
// If TRADELOG_TEST_DATABASE_URL is set, databases are created on that server, and its user must be allowed to create them. Otherwise the
// first test of a test binary starts a private server (package privatepg), which all others share. It has 200 connections and does not
// sync, because its data need not survive.
//
// Tests on the private server work as an ordinary role that owns its database, as tradelog does in production. So actions that need a
// superuser fail in the test, and not in production.
//
// # Why it is quick
//
// A server for each test binary costs a second of initdb, on every run of every package. So one cluster is made once for each version of
// PostgreSQL and cached in the user's cache directory. A copy of it is running in 0.2 s. The cache is an archive, a single file that is
// complete or missing, because test binaries run at the same time. Without a usable cache directory initdb is run, as if there were no
// archive. Deleting the cache is always safe.
//
// Migrations run once for each test binary, in a template database (WithTemplate). A test's database is a copy of it. On the private server
// copies are made with the strategy file_copy, which writes no log but forces two checkpoints. Without fsync these are cheap: a copy of 60
// tables takes 20 ms, and 100 ms with wal_log. On a server that syncs wal_log is faster, so other servers use that.
//
// The shared server's files are in memory (/dev/shm) if there is room and TMPDIR is not set. A disk with ext4 does not reuse an inode for
// half a minute after it was freed, and searches long for others. Every test creates and drops 300 files, so everything took several times
// as long on disk.
//
// # Cleaning up
//
// Databases are dropped when their test ends, by force if connections are left. The private server ends with the test binary, in whatever
// way that ends: the kernel signals it (see privatepg). A small shell process removes its directory. It waits for the other end of a pipe
// to close, which happens when our process is gone. So a -timeout, a panic or kill -9 leave nothing behind, and no TestMain is needed.
//
// A package that checks for leaked goroutines does need one, since a shared server is a goroutine too. Main stops it before the check:
//
//	func TestMain(m *testing.M) {
//		pgtest.Main(m, func() error { return goleak.Find() })
//	}
//
// On a server that is not ours nothing ends by itself. There each run holds an advisory lock while it lives, and the next one drops the
// databases of runs whose lock is free.
//
// # Breaking things
//
// The shared server must not be stopped or paused: other tests use it at the same time. Private starts a server for one test alone, with
// durable settings, that may be killed, paused and started again.
package pgtest
