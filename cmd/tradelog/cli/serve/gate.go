package serve

import (
	"net"
	"sync"
)

// gate is a listener that turns clients away until it is opened. An instance without projectors waits at its start until others have
// brought the read models up to date. Meanwhile the gate closes connections at once, so that clients try elsewhere. Waiting connections
// would look like a busy server.
type gate struct {
	net.Listener
	opened chan struct{}
	taken  chan net.Conn
	failed chan struct{} // closed when err is set
	err    error
	once   sync.Once
}

func newGate(l net.Listener) *gate {
	g := &gate{Listener: l, opened: make(chan struct{}), taken: make(chan net.Conn), failed: make(chan struct{})}
	go g.run()
	return g
}

func (g *gate) run() {
	defer close(g.failed)
	for {
		var c net.Conn
		if c, g.err = g.Listener.Accept(); g.err != nil {
			return
		}
		select {
		case <-g.opened:
			go func() {
				select {
				case g.taken <- c:
				case <-g.failed:
					_ = c.Close()
				}
			}()
		default:
			_ = c.Close()
		}
	}
}

// open lets clients in.
func (g *gate) open() { g.once.Do(func() { close(g.opened) }) }

// Accept waits for the next client after the gate was opened.
func (g *gate) Accept() (net.Conn, error) {
	select {
	case c := <-g.taken:
		return c, nil
	case <-g.failed:
		return nil, g.err
	}
}
