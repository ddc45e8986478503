package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"

	"tradelog/app"
	"tradelog/app/logserver"
	"tradelog/eventstore"
)

// esdbFlags are the flags of the listener for EventStoreDB clients.
type esdbFlags struct {
	Listen        string `help:"Address that serves the event log to EventStoreDB clients; by default none." env:"TRADELOG_ESDB_LISTEN" placeholder:"HOST:PORT"`
	TLSCert       string `name:"tls-cert" help:"File of the certificate for EventStoreDB clients; by default one is created in the data directory." env:"TRADELOG_ESDB_TLS_CERT" placeholder:"FILE"`
	TLSKey        string `name:"tls-key" help:"File of the private key of --esdb-tls-cert." env:"TRADELOG_ESDB_TLS_KEY" placeholder:"FILE"`
	ReadOnly      bool   `help:"Refuse appends of EventStoreDB clients." env:"TRADELOG_ESDB_READ_ONLY"`
	MaxAppendSize int    `help:"Greatest size of one append of EventStoreDB clients, in bytes." env:"TRADELOG_ESDB_MAX_APPEND_SIZE" default:"1048576" placeholder:"BYTES"`
	Insecure      bool   `help:"Serve EventStoreDB clients without TLS and accounts. Only loopback addresses may do so." env:"TRADELOG_ESDB_INSECURE"`
}

// esdbListener is the listener for EventStoreDB clients, with its options.
type esdbListener struct {
	net.Listener
	options logserver.Options
	trust   string // the parameters of a connection string
}

// listen opens the listener, or returns nil if the flags request none. Call encrypt before it serves.
func (f *esdbFlags) listen() (*esdbListener, error) {
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
	out := &esdbListener{Listener: l, options: logserver.Options{ReadOnly: f.ReadOnly, MaxAppendSize: f.MaxAppendSize}, trust: "tls=true"}
	if address, ok := l.Addr().(*net.TCPAddr); f.Insecure && (!ok || !address.IP.IsLoopback()) {
		err = fmt.Errorf("--esdb-insecure is for loopback addresses, and %s can be reached from elsewhere", l.Addr())
	} else if f.Insecure {
		out.trust = "tls=false"
	} else if f.TLSCert != "" {
		var certificate tls.Certificate
		if certificate, err = tls.LoadX509KeyPair(f.TLSCert, f.TLSKey); err != nil {
			err = certificateError(err)
		}
		out.present(certificate)
	}
	if err != nil {
		_ = l.Close()
		return nil, err
	}
	return out, nil
}

// encrypt makes sure that a listener with TLS has a certificate. The default is that of the data directory, which is created if there is
// none. So call this only when nothing can be refused any more.
func (f *esdbFlags) encrypt(l *esdbListener, data string) error {
	if l == nil || f.Insecure || f.TLSCert != "" {
		return nil
	}
	dir, err := filepath.Abs(filepath.Join(data, "esdb"))
	if err != nil {
		return certificateError(err)
	}
	file, certificate, err := selfSignedCertificate(dir, l.Addr())
	if err != nil {
		return certificateError(err)
	}
	l.trust += "&tlsCAFile=" + file
	l.present(certificate)
	return nil
}

func certificateError(err error) error {
	return fmt.Errorf("certificate for EventStoreDB clients: %w", err)
}

// present sets the listener's certificate.
func (l *esdbListener) present(certificate tls.Certificate) {
	l.options.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
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
