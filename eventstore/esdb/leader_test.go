package esdb

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/internal/testing/esdbtest"
)

// follower is a node of a cluster that reads, and sends writers to the leader.
type follower struct {
	streams.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer
	leader   streams.StreamsClient
	at       string
	refused  atomic.Int64
	listener net.Listener
}

func (f *follower) Append(stream streams.Streams_AppendServer) error {
	f.refused.Add(1)
	host, port, err := net.SplitHostPort(f.at)
	if err != nil {
		return err
	}
	stream.SetTrailer(metadata.Pairs("exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port))
	return status.Error(codes.NotFound, "this node is not the leader")
}

func (f *follower) Read(request *streams.ReadReq, to streams.Streams_ReadServer) error {
	from, err := f.leader.Read(to.Context(), request)
	for err == nil {
		var answer *streams.ReadResp
		if answer, err = from.Recv(); err == nil {
			err = to.Send(answer)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// TestAClusterSendsWritersToItsLeader: the append is repeated there, and stored once.
func TestAClusterSendsWritersToItsLeader(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	leader := esdbtest.Over(t, memory)
	named := open(t, leader.URL) // so that a follower need not name the log
	address := strings.TrimSuffix(strings.TrimPrefix(leader.URL, "esdb://"), "?tls=false")
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	node := &follower{leader: streams.NewStreamsClient(connection), at: address}
	if node.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	served := grpc.NewServer()
	streams.RegisterStreamsServer(served, node)
	serverfeatures.RegisterServerFeaturesServer(served, node)
	ended := make(chan error, 1)
	go func() { ended <- served.Serve(node.listener) }()
	defer func() {
		served.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	port := strconv.Itoa(node.listener.Addr().(*net.TCPAddr).Port)
	store := open(t, "esdb://127.0.0.1:"+port+"?tls=false")
	if store.LogID() != named.LogID() {
		t.Errorf("the log is named %s and %s", store.LogID(), named.LogID())
	}
	for i := range 3 {
		at, err := store.Append(t.Context(), "order-1", eventstore.Exactly(eventstore.Revision(i-1)), held())
		if err != nil || at.First != eventstore.Revision(i) {
			t.Fatalf("append %d: %+v, error %v", i, at, err)
		}
	}
	if events, err := memory.ReadStream(context.Background(), "order-1", 0, eventstore.Forwards, 10); err != nil || len(events) != 3 {
		t.Errorf("%d events, error %v", len(events), err)
	}
	if node.refused.Load() != 1 {
		t.Errorf("the follower was asked to append %d times", node.refused.Load())
	}
}
