// Package privatepg runs a private PostgreSQL server from the server binaries on the machine. So `tradelog serve` needs no
// configuration, and tests use a real PostgreSQL.
//
// The server listens on a unix socket only. It stops with the process that started it, however that process ends.
//
//	srv, err := privatepg.Start(ctx, privatepg.Options{Dir: "./data"})
//	if err != nil {
//		fmt.Fprintln(os.Stderr, err)
//		fmt.Fprintln(os.Stderr, privatepg.Advice(err)) // what a person can do about it
//		return
//	}
//	defer srv.Stop(context.Background())
//	pool, err := pgxpool.New(ctx, srv.URL())
//
// # What is in the directory
//
//	data/                  the cluster, as initdb made it; 0700, owned by the account that runs the server
//	data.init/             a cluster being made; renamed to data when whole, so a crash never leaves half of one
//	s/                     the socket; 0700, so only that account and root can connect
//	.lock                  held while any process of the server lives; holds the pid of the program that started it
//	postgres.log           what the server says; the run before is in postgres.log.1
//	postgresql.location    only if data and s had to be kept elsewhere (see below): says where
//	postgresql.socket      only if s had to be kept elsewhere: says where
//
// # The steps, and why each is there
//
//  1. Find looks for binaries before anything is written, so a machine without PostgreSQL keeps no traces of a try.
//     A cluster can only be opened by the major version that made it: if there is one, its PG_VERSION decides.
//  2. The directory is locked with flock. Without it a second instance would quietly join the first one's socket, and lose its database
//     when the first stops. The lock's descriptor is handed down to initdb, to the postmaster and so to every backend. The lock is
//     therefore free exactly when all of them are gone. So the start after a kill -9 need not guess which processes still run: it waits for
//     the lock.
//  3. PostgreSQL refuses to run as root. Started by root, the server runs as the owner of the existing cluster, else as postgres, nobody or
//     daemon, whichever exists first. Only files that the account must own are given to it: the cluster and the socket's directory.
//  4. The account may be unable to reach the directory at all: /root is 0700, and so are directories of mktemp -d. A new cluster then goes
//     to /var/lib/tradelog/<hash of the directory>, and a note in the directory says so. The note rules from then on. Deleting the
//
// directory means starting afresh, as anyone would expect who did not know about the other directory. A cluster left there is set aside,
//
//	   never removed.
//	5. initdb takes authentication "trust" for the socket, whose 0700 directory is the real guard. Authentication "peer" cannot work when
//	   the program is root and the server is not. For TCP initdb takes "reject". Nothing listens there, and there is no password to keep if
//	   somebody makes it. Checksums are on: the log has no second source to repair it from.
//	6. postgres is started directly, not by pg_ctl, so that it is our child. We see it end, and the kernel can tell it that we did
//	   (PR_SET_PDEATHSIG). The signal comes when the thread that forked dies, so one goroutine keeps its thread locked for the life of the
//	   server. It has its own process group: Ctrl-C is ours to handle first. A server that stops before its clients makes every one of them
//	   report an error.
//	7. Readiness is read from postmaster.pid, as pg_ctl does. Connecting until it works would fill the log with
//	   refusals while the server recovers.
//	8. The program gets an ordinary role that owns its database, not the superuser. Its rights here are those that it may have on a server
//	   of somebody else's, and an injected statement cannot reach the file system.
//
// # Stopping
//
// Stop asks for a fast shutdown (SIGINT): clients are cut off, the data is checkpointed. If its context ends first the
// server is stopped at once (SIGQUIT), which is safe, but the next start has to recover. The same happens when our
// process is killed. Cancelling the context given to Start while Start runs stops whatever had begun; afterwards
// that context has no meaning. Stopping twice, at the same time or one after the other, is fine.
// When Done is closed everything has been released, and the directory can be started again.
package privatepg
