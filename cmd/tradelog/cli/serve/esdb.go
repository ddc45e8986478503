package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/internal/selfsigned"
	"tradelog/logserver"
)

// esdbFlags are the flags of the listener for EventStoreDB clients.
type esdbFlags struct {
	Listen        string `help:"Address to serve the event log on to EventStoreDB clients; none by default." env:"TRADELOG_ESDB_LISTEN" placeholder:"HOST:PORT"`
	TLSCert       string `name:"tls-cert" help:"File with the certificate for EventStoreDB clients; by default one is made in the data directory." env:"TRADELOG_ESDB_TLS_CERT" placeholder:"FILE"`
	TLSKey        string `name:"tls-key" help:"File with the key of --esdb-tls-cert." env:"TRADELOG_ESDB_TLS_KEY" placeholder:"FILE"`
	ReadOnly      bool   `help:"Refuse appends of EventStoreDB clients." env:"TRADELOG_ESDB_READ_ONLY"`
	MaxAppendSize int    `help:"Most bytes in one append of EventStoreDB clients." env:"TRADELOG_ESDB_MAX_APPEND_SIZE" default:"1048576" placeholder:"BYTES"`
	Insecure      bool   `help:"Serve EventStoreDB clients without TLS and accounts; on a loopback address only." env:"TRADELOG_ESDB_INSECURE"`
}

// esdbListener is the listener for EventStoreDB clients, with its options.
type esdbListener struct {
	net.Listener
	options logserver.Options
	trust   string // the parameters of a connection string
}

// listen opens the listener, or returns nil if none is wanted.
func (f *esdbFlags) listen(data string) (*esdbListener, error) {
	switch {
	case f.Listen == "" && (f.TLSCert != "" || f.TLSKey != "" || f.ReadOnly || f.Insecure):
		return nil, errors.New("the flags of --esdb-... mean nothing without --esdb-listen")
	case f.Listen == "":
		return nil, nil
	case f.MaxAppendSize < 1024 || f.MaxAppendSize > eventstore.MaxAppendSize:
		return nil, fmt.Errorf("--esdb-max-append-size must be from 1024 to %d bytes", eventstore.MaxAppendSize)
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return nil, errors.New("--esdb-tls-cert and --esdb-tls-key belong together")
	case f.Insecure && f.TLSCert != "":
		return nil, errors.New("--esdb-insecure serves without TLS; leave the certificate out")
	}
	l, err := listen("--esdb-listen", f.Listen)
	if err != nil {
		return nil, err
	}
	out := &esdbListener{Listener: l, options: logserver.Options{ReadOnly: f.ReadOnly, MaxAppendSize: f.MaxAppendSize}, trust: "tls=false"}
	if !f.Insecure {
		err = f.encrypt(out, data)
	} else if address, ok := l.Addr().(*net.TCPAddr); !ok || !address.IP.IsLoopback() {
		err = fmt.Errorf("--esdb-insecure is for loopback addresses, and %s can be reached from elsewhere", l.Addr())
	}
	if err != nil {
		_ = l.Close()
		return nil, err
	}
	return out, nil
}

// encrypt reads the certificate that the flags name, or else that of the data directory. It makes one there if there is none.
func (f *esdbFlags) encrypt(l *esdbListener, data string) error {
	var certificate tls.Certificate
	var err error
	l.trust = "tls=true"
	if f.TLSCert != "" {
		certificate, err = tls.LoadX509KeyPair(f.TLSCert, f.TLSKey)
	} else {
		var file string
		if file, err = filepath.Abs(filepath.Join(data, "esdb")); err == nil {
			file, certificate, err = selfsigned.Certificate(file, l.Addr())
		}
		l.trust += "&tlsCAFile=" + file
	}
	if err != nil {
		return fmt.Errorf("certificate for EventStoreDB clients: %w", err)
	}
	l.options.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	return nil
}

// connection returns the connection string for clients. NAME and KEY stand for those of an API user.
func (l *esdbListener) connection() string {
	account := "NAME:KEY@"
	if l.options.TLS == nil {
		account = ""
	}
	return "esdb://" + account + l.Addr().String() + "?" + l.trust
}

func (l *esdbListener) serve(ctx context.Context, a *app.App) error {
	return a.ServeEventStoreDB(ctx, l.Listener, l.options)
}
