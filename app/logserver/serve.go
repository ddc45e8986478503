package logserver

import (
	"context"
	"crypto/tls"
	"net"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
)

// Options are those of serving a log to EventStoreDB clients.
type Options struct {
	// TLS encrypts connections. Without it there are no accounts either: everybody who reaches the listener may do everything.
	TLS *tls.Config
	// ReadOnly refuses appends.
	ReadOnly bool
	// MaxAppendSize bounds the bytes of one append; 0: 1 MiB.
	MaxAppendSize int
}

// Serve serves a log until the context ends, or the log is gone or has lost events. The calls that run then continue in the context of
// finishing.
func Serve(ctx context.Context, s *server.Server, l net.Listener, log eventstore.Log, gone <-chan struct{},
	finishing func(context.Context) (context.Context, context.CancelFunc)) error {
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-log.Lost():
	case <-gone:
	case <-ctx.Done():
	}
	remaining, cancel := finishing(ctx)
	defer cancel()
	s.Stop(remaining)
	return <-ended
}
