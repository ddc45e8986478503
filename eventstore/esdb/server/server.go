package server

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// Options of a Server. Only Store is required.
type Options struct {
	Store eventstore.Store
	// Check refuses events of a client that would harm the program's own deciders and projectors. Positions and revisions are not known yet.
	// The text of the error is shown to the client if it is a gRPC status. judged reports that the answer holds only while the stream does not
	// change.
	Check func(ctx context.Context, stream string, events []eventstore.Recorded) (judged bool, err error)
	// Authenticate checks the credentials of a call and returns the rights of its caller. A refusal is a gRPC status, or an error of another
	// kind, which is not shown to the client. Without this function everybody may do everything.
	Authenticate func(ctx context.Context, c Credentials) (Rights, error)
	// TLS is the configuration of encrypted connections. Without it connections are plain, and official clients then send no credentials.
	TLS *tls.Config
	// ReadOnly refuses appends with PermissionDenied.
	ReadOnly bool
	// MaxAppendSize bounds the bytes of one append: of data, metadata and types, which count twice. 1 MiB if it is 0, as servers have it.
	MaxAppendSize int
	// Outage reports errors of the store that a later attempt may not meet. They become Unavailable.
	Outage func(error) bool
	// Observe is called after every call, subscriptions included.
	Observe func(method string, code codes.Code)
	// Groups keeps persistent subscriptions and their checkpoints. Without it they end with the server.
	Groups eventstore.Groups
	// Lease is the time that this server owns a persistent subscription without renewing the claim; 15 s if it is 0.
	Lease time.Duration
	// MaxSubscriptions bounds subscriptions that are open at once, those to persistent subscriptions included; 1000 if it is 0.
	MaxSubscriptions int
	Logger           *slog.Logger
}

// The limits of a server.
const (
	// maxMessage bounds one message of a client, in bytes, and so one event. Official clients read no message beyond 17 MiB.
	maxMessage = 16 << 20
	// maxCalls is the number of calls that one connection may have open.
	maxCalls = 1000
	// defaultAppendSize is Options.MaxAppendSize if none is given.
	defaultAppendSize = 1 << 20
	// defaultSubscriptions is Options.MaxSubscriptions if none is given.
	defaultSubscriptions = 1000
)

// Server is an EventStoreDB server. Make it with New.
type Server struct {
	options Options
	grpc    *grpc.Server
	id      uuid.UUID
	methods map[string]bool // by their full names
	groups  groups

	subscriptions atomic.Int64
	stopping      chan struct{}
	once          sync.Once
}

// New makes a server. Serve starts it.
func New(o Options) *Server {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Observe == nil {
		o.Observe = func(string, codes.Code) {}
	}
	if o.MaxSubscriptions == 0 {
		o.MaxSubscriptions = defaultSubscriptions
	}
	if o.MaxAppendSize == 0 {
		o.MaxAppendSize = defaultAppendSize
	}
	if o.Groups == nil {
		o.Groups = &memoryGroups{}
	}
	if o.Lease == 0 {
		o.Lease = defaultLease
	}
	s := &Server{options: o, id: uuid.New(), stopping: make(chan struct{})}
	settings := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxConcurrentStreams(maxCalls), grpc.ConnectionTimeout(10 * time.Second),
		// Official clients ping every 10 s, also without calls. The default policy disconnects them.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		// A client that has gone without a word is noticed by pings.
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: 30 * time.Second, Timeout: 20 * time.Second}),
		grpc.InTapHandle(s.admit), grpc.StreamInterceptor(s.stream), grpc.UnaryInterceptor(s.unary),
	}
	if o.TLS != nil {
		settings = append(settings, grpc.Creds(credentials.NewTLS(o.TLS)))
	}
	s.grpc = grpc.NewServer(settings...)
	streams.RegisterStreamsServer(s.grpc, &streamsService{server: s})
	persistent.RegisterPersistentSubscriptionsServer(s.grpc, &persistentService{server: s})
	s.registerOpen()
	s.methods = map[string]bool{}
	for service, has := range s.grpc.GetServiceInfo() {
		for _, m := range has.Methods {
			s.methods["/"+service+"/"+m.Name] = true
		}
	}
	return s
}

// Serve answers clients on a listener until Stop.
func (s *Server) Serve(l net.Listener) error {
	err := s.grpc.Serve(l)
	if errors.Is(err, grpc.ErrServerStopped) {
		return nil
	}
	return err
}

// Stop takes no more calls, ends subscriptions with Unavailable, and waits for the other calls until ctx ends. It then cuts them off.
func (s *Server) Stop(ctx context.Context) {
	s.once.Do(func() { close(s.stopping) })
	finished := make(chan struct{})
	s.start("Stop", func() {
		defer close(finished)
		s.grpc.GracefulStop()
	})
	select {
	case <-finished:
	case <-ctx.Done():
		s.grpc.Stop()
		<-finished
	}
	s.groups.close()
}

// Subscriptions returns the number of open subscriptions.
func (s *Server) Subscriptions() int { return int(s.subscriptions.Load()) }

// subscribed counts a subscription, or refuses it if there are too many.
func (s *Server) subscribed() (done func(), err error) {
	if s.subscriptions.Add(1) > int64(s.options.MaxSubscriptions) {
		s.subscriptions.Add(-1)
		return nil, status.Errorf(codes.ResourceExhausted, "%d subscriptions are open, which is the limit", s.options.MaxSubscriptions)
	}
	return func() { s.subscriptions.Add(-1) }, nil
}

// endedByStop makes a context that also ends when the server stops.
func (s *Server) endedByStop(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.start("a context", func() {
		select {
		case <-s.stopping:
			cancel(errStopping)
		case <-ctx.Done():
		}
	})
	return ctx, func() { cancel(nil) }
}

var errStopping = status.Error(codes.Unavailable, "the server is stopping")

func (s *Server) stream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	return s.call(stream.Context(), info.FullMethod, stream.SetTrailer, func() error { return handle(srv, stream) })
}

func (s *Server) unary(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
	trail := func(t metadata.MD) { _ = grpc.SetTrailer(ctx, t) } // fails for calls that have none
	err = s.call(ctx, info.FullMethod, trail, func() error {
		answer, err = handle(ctx, request)
		return err
	})
	return answer, err
}

// call handles a call and returns its status. A panic fails this call alone, also one in the functions of Options.
func (s *Server) call(ctx context.Context, method string, trail func(metadata.MD), handle func() error) error {
	var err error
	if s.guarded(method, func() error {
		err = s.status(ctx, method, s.guarded(method, handle))
		trail(trailers(err))
		s.options.Observe(method, status.Code(err))
		return nil
	}) != nil {
		return errInternal
	}
	return err
}

// status returns the status of an error. Errors that are not a client's fault are logged, and their text is not shown.
func (s *Server) status(ctx context.Context, method string, err error) error {
	if err == nil {
		return nil
	}
	if _, is := status.FromError(err); is {
		return err
	}
	switch {
	case errors.Is(err, errPanicked): // it is logged already
		return errInternal
	case errors.Is(err, eventstore.ErrInvalidEvent):
		return status.Error(codes.InvalidArgument, err.Error())
	case errors.Is(err, eventstore.ErrNoPosition):
		return status.Error(codes.Unknown, "Unexpected ReadAllResult: Error") // the words of other servers
	case errors.Is(err, eventstore.ErrUnknownOutcome):
		return status.Error(codes.DeadlineExceeded, "the append may or may not have been done; repeat it with the same event IDs")
	case errors.Is(err, eventstore.ErrLogLost), errors.Is(err, eventstore.ErrGap):
		s.options.Logger.Error("the log is damaged", "method", method, "error", err)
		return status.Error(codes.DataLoss, "events are missing from the log")
	case errors.Is(err, eventstore.ErrClosed):
		return errStopping
	case ctx.Err() != nil:
		return status.FromContextError(ctx.Err()).Err()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	case s.options.Outage != nil && s.options.Outage(err):
		return status.Error(codes.Unavailable, "the database cannot be reached; try again")
	}
	s.options.Logger.Error("an EventStoreDB call failed", "method", method, "error", err)
	return errInternal
}
