package esdbtest

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// Node is a node. Its state may be changed at any time.
type Node struct {
	URL     string // of this node alone
	Address string

	t       testing.TB
	log     streams.StreamsClient
	served  *grpc.Server
	ended   chan error
	members func() []*Node

	mu       sync.Mutex
	state    State
	changed  chan struct{} // closed when the state has changed
	asked    map[string]int
	forms    map[string]int
	settings map[string]string
}

// State is the state of a node. The zero value is a leader without a fault.
type State struct {
	Follows  *Node // the leader, to which calls that need it are redirected; nil: this node
	NoLeader bool  // an election is running
	Silent   bool  // it accepts calls and never answers them
	// Dishonest lets the node answer all reads itself, including those that need the leader, as very old versions and proxies do.
	Dishonest bool
	// Behind hides the events behind a position. Subscriptions wait for them.
	Behind func(eventstore.Position) bool
	// MaxAppend ends an append with a refusal as soon as it has more bytes; 0: it takes everything.
	MaxAppend int
	// MaxEvent ends an append with a refusal if an event has more bytes, as newer servers do.
	MaxEvent int
	// Fails is the error that answers appends, after they were carried out if Done is set.
	Fails error
	Done  bool
	// Alter changes answers to reads, or drops them by returning nil.
	Alter func(*streams.ReadResp) *streams.ReadResp
}

// The refusals of appends by a full node, and by a node whose followers do not answer.
var (
	PrepareTimeout = status.Error(codes.Aborted, "Operation timed out: Prepare phase timeout.")
	CommitTimeout  = status.Error(codes.Aborted, "Operation timed out: Commit phase timeout.")
	TooBusy        = status.Error(codes.Unavailable, "Server Is Too Busy")
)

// StartNodes starts nodes over a log. The first one is the leader.
func StartNodes(t testing.TB, log eventstore.Store, count int) []*Node {
	t.Helper()
	behind := Over(t, log)
	conn, err := grpc.NewClient(strings.TrimSuffix(strings.TrimPrefix(behind.URL, "esdb://"), "?tls=false"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	var nodes []*Node
	for i := range count {
		n := &Node{t: t, log: streams.NewStreamsClient(conn), changed: make(chan struct{}), asked: map[string]int{}, forms: map[string]int{},
			settings: map[string]string{}, members: func() []*Node { return nodes }, Address: "127.0.0.1:0"}
		n.Begin()
		n.URL = "esdb://" + n.Address + "?tls=false"
		t.Cleanup(n.Kill)
		if nodes = append(nodes, n); i > 0 {
			n.Become(State{Follows: nodes[0]})
		}
	}
	return nodes
}

// Begin serves at the address of the node, initially or after Kill.
func (n *Node) Begin() {
	n.t.Helper()
	listener, err := net.Listen("tcp", n.Address)
	if err != nil {
		n.t.Fatal(err)
	}
	n.Address = listener.Addr().String()
	n.served, n.ended = grpc.NewServer(), make(chan error, 1)
	s := service{node: n}
	streams.RegisterStreamsServer(n.served, s)
	serverfeatures.RegisterServerFeaturesServer(n.served, features{node: n})
	gossip.RegisterGossipServer(n.served, members{node: n})
	go func(served *grpc.Server, ended chan<- error) { ended <- served.Serve(listener) }(n.served, n.ended)
}

// Kill cuts all connections off.
func (n *Node) Kill() {
	if n.served == nil {
		return
	}
	n.served.Stop()
	if err := <-n.ended; err != nil && !errors.Is(err, net.ErrClosed) {
		n.t.Errorf("serve a node: %v", err)
	}
	n.served = nil
}

// Become changes the state of the node.
func (n *Node) Become(s State) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state = s
	close(n.changed)
	n.changed = make(chan struct{})
}

// Asked returns the number of calls of a kind ("append", "read", "subscribe") so far, and the number of those that required the leader.
func (n *Node) Asked(kind string) (calls, forLeader int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asked[kind], n.forms[kind]
}

// Truncate makes the settings of a stream say that its events before a revision are gone.
func (n *Node) Truncate(stream string, before int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.settings["$$"+stream] = `{"$tb":` + strconv.Itoa(before) + `}`
}

// now returns the state, and a channel that is closed when the state changes.
func (n *Node) now() (State, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state, n.changed
}

// enter counts a call, and refuses it if the state requires that.
func (n *Node) enter(ctx context.Context, kind string, trailer func(metadata.MD)) error {
	md, _ := metadata.FromIncomingContext(ctx)
	needsLeader := len(md.Get("requires-leader")) == 1 && md.Get("requires-leader")[0] == "true"
	n.mu.Lock()
	n.asked[kind]++
	if needsLeader {
		n.forms[kind]++
	}
	state := n.state
	n.mu.Unlock()
	switch {
	case state.Silent:
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	case kind != "append" && (!needsLeader || state.Dishonest):
		return nil
	case state.NoLeader:
		return status.Error(codes.Unknown, "No leader info available in response")
	case state.Follows != nil:
		host, port, err := net.SplitHostPort(state.Follows.Address)
		if err != nil {
			return err
		}
		trailer(metadata.Pairs("exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port))
		return status.Error(codes.NotFound, "Leader info available")
	}
	return nil
}

type service struct {
	streams.UnimplementedStreamsServer
	node *Node
}

// Append passes an append on, or refuses it in the middle.
func (s service) Append(call streams.Streams_AppendServer) error {
	if err := s.node.enter(call.Context(), "append", call.SetTrailer); err != nil {
		return err
	}
	state, _ := s.node.now()
	if state.Fails != nil && !state.Done {
		return state.Fails
	}
	to, err := s.node.log.Append(call.Context())
	if err != nil {
		return err
	}
	for size := 0; ; {
		request, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e := request.GetProposedMessage()
		one := len(e.GetData()) + len(e.GetCustomMetadata()) + 2*len(e.GetMetadata()["type"])
		size += one
		if state.MaxEvent > 0 && one > state.MaxEvent {
			call.SetTrailer(metadata.Pairs("exception", "maximum-append-event-size-exceeded", "maximum-append-event-size",
				strconv.Itoa(state.MaxEvent)))
			return status.Error(codes.InvalidArgument, "Maximum Append Event Size Exceeded")
		}
		if state.MaxAppend > 0 && size > state.MaxAppend {
			call.SetTrailer(metadata.Pairs("exception", "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(state.MaxAppend)))
			return status.Error(codes.InvalidArgument, "Maximum Append Size Exceeded")
		}
		if err := to.Send(request); err != nil {
			break // the answer has the reason
		}
	}
	answer, err := to.CloseAndRecv()
	switch {
	case err != nil:
		return err
	case state.Fails != nil:
		return state.Fails
	}
	return call.SendAndClose(answer)
}

// Read passes a read on, with the node's part of the log.
func (s service) Read(request *streams.ReadReq, call streams.Streams_ReadServer) error {
	_, subscribes := request.GetOptions().GetCountOption().(*streams.ReadReq_Options_Subscription)
	kind := "read"
	if subscribes {
		kind = "subscribe"
	}
	if err := s.node.enter(call.Context(), kind, call.SetTrailer); err != nil {
		return err
	}
	if name := string(request.GetOptions().GetStream().GetStreamIdentifier().GetStreamName()); strings.HasPrefix(name, "$$") {
		s.node.mu.Lock()
		settings, ok := s.node.settings[name]
		s.node.mu.Unlock()
		if ok {
			return call.Send(setting(name, settings))
		}
	}
	from, err := s.node.log.Read(call.Context(), request)
	if err != nil {
		return err
	}
	for {
		answer, err := from.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if answer, err = s.show(call.Context(), answer, subscribes); err != nil {
			return err
		}
		if answer == nil {
			continue
		}
		if err := call.Send(answer); err != nil {
			return err
		}
	}
}

// show returns the part of an answer that the node has already replicated, or nil. A subscription waits until the node has it.
func (s service) show(ctx context.Context, answer *streams.ReadResp, subscribes bool) (*streams.ReadResp, error) {
	for {
		state, changed := s.node.now()
		at := answer.GetEvent().GetEvent().GetCommitPosition()
		if checkpoint := answer.GetCheckpoint(); checkpoint != nil {
			at = checkpoint.GetCommitPosition()
		}
		if hidden := at > 0 && state.Behind != nil && state.Behind(eventstore.Position(at)); !hidden {
			if state.Alter != nil {
				return state.Alter(answer), nil
			}
			return answer, nil
		}
		if !subscribes {
			return nil, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, status.FromContextError(ctx.Err()).Err()
		}
	}
}

// setting returns the newest event of a stream with settings.
func setting(stream, data string) *streams.ReadResp {
	return &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id: &shared.UUID{}, StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)}, CommitPosition: 1, PreparePosition: 1,
			Metadata: map[string]string{"type": "$metadata", "content-type": "application/json", "created": "0"}, Data: []byte(data),
		},
	}}}
}

type features struct {
	serverfeatures.UnimplementedServerFeaturesServer
	node *Node
}

// GetSupportedMethods names the version.
func (f features) GetSupportedMethods(ctx context.Context, _ *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	if err := f.node.enter(ctx, "features", func(metadata.MD) {}); err != nil {
		return nil, err
	}
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: "24.10.0"}, nil
}

type members struct {
	gossip.UnimplementedGossipServer
	node *Node
}

// Read tells the states of all nodes.
func (m members) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	if err := m.node.enter(ctx, "gossip", func(metadata.MD) {}); err != nil {
		return nil, err
	}
	out := &gossip.ClusterInfo{}
	for _, n := range m.node.members() {
		host, text, err := net.SplitHostPort(n.Address)
		if err != nil {
			return nil, err
		}
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return nil, err
		}
		state, _ := n.now()
		role := gossip.MemberInfo_Leader
		switch {
		case state.NoLeader:
			role = gossip.MemberInfo_Unknown
		case state.Follows != nil:
			role = gossip.MemberInfo_Follower
		}
		out.Members = append(out.Members, &gossip.MemberInfo{
			State: role, IsAlive: true, HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
		})
	}
	return out, nil
}

// Deaf returns the URL of a node that accepts connections and reads nothing from them.
func Deaf(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var taken []net.Conn
		for {
			conn, err := listener.Accept()
			if err != nil {
				break
			}
			taken = append(taken, conn)
		}
		for _, conn := range taken {
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-ended
	})
	return "esdb://" + listener.Addr().String() + "?tls=false"
}
