package app

import (
	"context"
	"fmt"
	"net"
	"time"

	tradehttp "tradelog/http"
)

// endTimeout bounds the time in which interrupted requests get the answer to try again. Appends have a shorter bound.
const endTimeout = 12 * time.Second

// Serve answers HTTP on a listener until the context ends. It then accepts no more requests, and each running one gets its answer or is
// told to try again. When the database is gone, or has lost events, it ends at once, since no request can succeed. An instance whose role
// does not serve answers /healthz and /readyz alone.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	if !a.Config.Role.Serves() {
		return a.serve(ctx, a.health, l)
	}
	a.address.Store(l.Addr().String())
	return a.serve(ctx, a.HTTP, l)
}

// ServeMetrics serves /metrics alone, until the context ends as with Serve. Listen where only the monitoring reaches it.
func (a *App) ServeMetrics(ctx context.Context, l net.Listener) error {
	return a.serve(ctx, a.Metrics, l)
}

func (a *App) serve(ctx context.Context, server *tradehttp.Server, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-a.Store.Lost():
		_ = server.Close()
		return fmt.Errorf("%w. The database was put back, or taken over by a standby that lacks commits. The next start tells what to do",
			a.Store.LostEvents())
	case <-a.Config.Database.Gone:
	case <-ctx.Done():
	}
	for _, patience := range []time.Duration{a.Config.Requests.Drain, endTimeout} {
		finishing, cancel := a.Config.whileThere(ctx, patience)
		err := server.Shutdown(finishing)
		cancel()
		if err == nil {
			return <-failed
		}
		server.EndRequests()
	}
	return server.Close()
}

// whileThere makes a context for the work that remains after ctx has ended. It ends at once when the database is gone.
func (c Config) whileThere(ctx context.Context, patience time.Duration) (context.Context, context.CancelFunc) {
	remaining, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	go func() {
		select {
		case <-c.Database.Gone:
			cancel()
		case <-remaining.Done():
		}
	}()
	return remaining, cancel
}

// drain makes the context for the calls that run when ctx has ended.
func (c Config) drain(ctx context.Context) (context.Context, context.CancelFunc) {
	return c.whileThere(ctx, c.Requests.Drain)
}
