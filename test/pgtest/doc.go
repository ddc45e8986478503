// Package pgtest creates a PostgreSQL database for every test, on a real server, in milliseconds.
//
//	func TestAppend(t *testing.T) {
//		t.Parallel()
//		pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrate))
//		...
//	}
//
// # Where the databases are
//
// If TRADELOG_TEST_DATABASE_URL is set, on that server; its user must be allowed to create databases. Otherwise on a
// private server (package privatepg) that the first test of a test binary starts and all others share. It has 200
// connections and does not sync: its data is not meant to survive anything.
//
// Tests on the private server work as an ordinary role that owns its database, as tradelog does in production. What
// only a superuser may do fails in the test, not at a customer's.
//
// # Why it is quick
//
// A server for each test binary costs a second of initdb, on every run of every package. So one cluster is made once
// for each version of PostgreSQL and kept in the user's cache directory; a copy of it is running in 0.2 s. It is kept
// as an archive, a single file that is whole or not there, for test binaries run at the same time. Without a usable
// cache directory initdb is run, as if there were no archive. Deleting the cache is always safe.
//
// Migrations run once for each test binary, in a template database (WithTemplate). A test's database is a copy of it. On
// the private server copies are made with the strategy file_copy, which writes no log but forces two checkpoints:
// without fsync these are cheap, and a copy of 60 tables takes 20 ms where wal_log takes 100. A server that syncs is
// the other way round, and somebody else's presumably does.
//
// The shared server's files are in memory (/dev/shm) if there is room and TMPDIR is not set. ext4 does not hand out an
// inode for half a minute after it was freed and searches long for others, so with every test making and dropping
// 300 files, everything took several times as long on disk.
//
// # Cleaning up
//
// Databases are dropped when their test ends, by force if connections are left. The private server ends with the test binary, however that
// ends: the kernel tells it (see privatepg). Its directory is removed by a small shell process that waits for the other end of a pipe to
// close, which happens when our process is gone; a -timeout, a panic or kill -9 leave nothing behind, and no TestMain is needed.
//
// A package that checks for leaked goroutines does need one, since a shared server is a goroutine too. Main stops it
// before the check:
//
//	func TestMain(m *testing.M) {
//		pgtest.Main(m, func() error { return goleak.Find() })
//	}
//
// On a server that is not ours nothing ends by itself. There each run holds an advisory lock while it lives, and the next
// one drops the databases of runs whose lock is free.
//
// # Breaking things
//
// The shared server is not to be stopped or paused: other tests use it at the same time. Private starts a server for
// one test alone, with durable settings, that may be killed, paused and started again.
package pgtest
