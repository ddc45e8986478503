package server

import (
	"net"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// The services that anybody may call: clients look for a node without credentials.
const (
	featuresService = "event_store.client.server_features.ServerFeatures"
	gossipService   = "event_store.client.gossip.Gossip"
	featuresMethod  = "GetSupportedMethods"
	gossipMethod    = "Read"
)

// version is the version of EventStoreDB whose protocol is spoken.
const version = "23.10.0"

func open(method string) bool {
	return method == "/"+featuresService+"/"+featuresMethod || method == "/"+gossipService+"/"+gossipMethod
}

// registerOpen registers the open services by hand. Their requests are empty and are never read, so that a message of an unknown sender
// takes no memory. Generated code would read it.
func (s *Server) registerOpen() {
	for service, method := range map[string]grpc.StreamDesc{
		featuresService: {StreamName: featuresMethod, ServerStreams: true, Handler: func(_ any, stream grpc.ServerStream) error {
			return stream.SendMsg(supported())
		}},
		gossipService: {StreamName: gossipMethod, ServerStreams: true, Handler: func(_ any, stream grpc.ServerStream) error {
			members, err := s.members(stream)
			if err != nil {
				return err
			}
			return stream.SendMsg(members)
		}},
	} {
		s.grpc.RegisterService(&grpc.ServiceDesc{ServiceName: service, HandlerType: (*any)(nil), Streams: []grpc.StreamDesc{method}}, s)
	}
}

// supported lists the methods that are served, in the lower case that clients look for.
func supported() *serverfeatures.SupportedMethods {
	out := &serverfeatures.SupportedMethods{EventStoreServerVersion: version}
	add := func(service string, methods ...string) {
		for _, name := range methods {
			out.Methods = append(out.Methods, &serverfeatures.SupportedMethod{ServiceName: service, MethodName: name})
		}
	}
	add("event_store.client.streams.streams", "append", "batchappend", "read")
	add("event_store.client.gossip.gossip", "read")
	add("event_store.client.server_features.serverfeatures", "getsupportedmethods")
	const groups = "event_store.client.persistent_subscriptions.persistentsubscriptions"
	add(groups, "create", "update", "delete", "read", "getinfo", "list", "replayparked")
	for _, m := range out.Methods {
		if m.ServiceName == groups {
			m.Features = []string{"stream", "all"}
		}
	}
	return out
}

// members tells a client that looks for a cluster of one leader: this server, at the address that the client has reached.
func (s *Server) members(stream grpc.ServerStream) (*gossip.ClusterInfo, error) {
	address := ""
	if md, ok := metadata.FromIncomingContext(stream.Context()); ok && len(md.Get(":authority")) == 1 {
		address = md.Get(":authority")[0]
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		from, ok := peer.FromContext(stream.Context())
		if !ok || from.LocalAddr == nil {
			return nil, status.Error(codes.Unavailable, "the address of this connection is not known")
		}
		if host, port, err = net.SplitHostPort(from.LocalAddr.String()); err != nil {
			return nil, status.Error(codes.Unavailable, "connect to an address with a port")
		}
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, status.Error(codes.Unavailable, "connect to an address with a port")
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{
		InstanceId: wireID(s.id, false), State: gossip.MemberInfo_Leader, IsAlive: true,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(number)},
	}}}, nil
}
