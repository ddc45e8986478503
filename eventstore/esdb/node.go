package esdb

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"tradelog/internal/wait"
)

// node is a node of the server that answers. Its fields are guarded by the lock of the connection that uses it.
type node struct {
	address string
	conn    *grpc.ClientConn
	streams streams.StreamsClient
	// maxAppend is the greatest append in bytes that the node has said it takes; 0 if it has not said so yet.
	maxAppend atomic.Int64
	// checked: the node had the newest event that was seen when the first append was sent to it.
	checked atomic.Bool

	ready   chan struct{} // closed when it has answered, or none was found
	err     error         // why none was found
	uses    int
	retired bool
}

// closeUnused closes the connection of a retired node that nobody uses. It must not be closed earlier: its calls would fail.
func (n *node) closeUnused() {
	if n.retired && n.uses == 0 && n.conn != nil {
		_ = n.conn.Close() // nothing is lost
		n.conn = nil
	}
}

// maxMessage is the largest message that is received.
const maxMessage = 17 << 20

// find connects to a node. Each candidate has the time that the URL gives it (gossipTimeout, 5 s by default). All together have as much as
// if each was tried once.
func (c *connection) find(found *node, leader string) error {
	candidates := c.candidates(leader)
	patience := time.Duration(max(1, c.config.GossipTimeout)) * time.Second
	ctx, cancel := context.WithTimeout(c.ctx, patience*time.Duration(len(candidates)))
	defer cancel()
	for attempt := 1; ; attempt++ {
		var err error
		for i, candidate := range candidates {
			trying, cancel := context.WithTimeout(ctx, patience)
			tried := c.try(trying, found, candidate, leader == "" || i > 0)
			cancel()
			if tried == nil {
				return nil
			}
			c.logger.Debug("a node of the event store does not answer", "error", tried)
			err = errors.Join(err, tried)
		}
		if attempt >= max(1, c.config.MaxDiscoverAttempts) || ctx.Err() != nil {
			return err
		}
		wait.For(ctx, time.Duration(max(1, c.config.DiscoveryInterval))*time.Millisecond)
	}
}

// discovers tells whether the URL names a cluster, of which the leader is to be found.
func (c *connection) discovers() bool { return c.config.DnsDiscover || len(c.config.GossipSeeds) > 0 }

func (c *connection) candidates(leader string) []string {
	var all []string
	for _, seed := range c.config.GossipSeeds {
		all = append(all, net.JoinHostPort(seed.Host, strconv.Itoa(int(seed.Port))))
	}
	if len(all) == 0 {
		all = append(all, c.config.Address)
	}
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if leader != "" {
		all = append([]string{leader}, all...)
	}
	return all
}

// try connects to a candidate, or to the best node of the cluster that it knows, and waits for an answer.
func (c *connection) try(ctx context.Context, found *node, address string, asks bool) error {
	conn, err := c.dial(address)
	if err != nil {
		return err
	}
	if c.discovers() && asks {
		members, err := gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
		best, ok := bestOf(members)
		if err != nil || !ok {
			return errors.Join(fmt.Errorf("no member of the cluster is known to %s", address), err, conn.Close())
		}
		if best != address {
			_ = conn.Close() // nothing was begun
			if conn, err = c.dial(best); err != nil {
				return err
			}
			address = best
		}
	}
	_, err = serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(ctx, &shared.Empty{})
	if code := status.Code(err); err != nil && code != codes.Unimplemented && code != codes.NotFound { // older servers have no such call
		return errors.Join(err, conn.Close())
	}
	found.address, found.conn, found.streams = address, conn, streams.NewStreamsClient(conn)
	return nil
}

// bestOf returns the address of the leader, or of another node that may become the leader or know it.
func bestOf(members *gossip.ClusterInfo) (best string, ok bool) {
	for _, m := range members.GetMembers() {
		if !m.GetIsAlive() {
			continue
		}
		switch m.GetState() {
		case gossip.MemberInfo_Leader:
			return endpoint(m), true
		case gossip.MemberInfo_Follower, gossip.MemberInfo_ReadOnlyLeaderless, gossip.MemberInfo_PreReadOnlyReplica,
			gossip.MemberInfo_ReadOnlyReplica:
			best, ok = endpoint(m), true
		}
	}
	return best, ok
}

func endpoint(m *gossip.MemberInfo) string {
	return net.JoinHostPort(m.GetHttpEndPoint().GetAddress(), strconv.Itoa(int(m.GetHttpEndPoint().GetPort())))
}

// leads tells whether the node in use leads its cluster, as far as the node knows. If another one does, the next calls go there.
func (c *connection) leads(ctx context.Context) (leads bool, err error) {
	err = c.use(ctx, func(n *node) error {
		members, err := gossip.NewGossipClient(n.conn).Read(ctx, &shared.Empty{})
		switch {
		case status.Code(err) == codes.Unimplemented: // a server without clusters
			leads = true
			return nil
		case err != nil:
			return &failure{err: err}
		}
		if leads = len(members.GetMembers()) <= 1; leads {
			return nil
		}
		for _, m := range members.GetMembers() {
			if m.GetIsAlive() && m.GetState() == gossip.MemberInfo_Leader {
				if leads = endpoint(m) == n.address; !leads {
					c.follow(n, endpoint(m))
				}
				return nil
			}
		}
		return nil
	})
	return leads, err
}

func (c *connection) dial(address string) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if !c.config.DisableTLS {
		secure := &tls.Config{InsecureSkipVerify: c.config.SkipCertificateVerification, RootCAs: c.config.RootCAs}
		if c.config.UserCertFile != "" {
			certificate, err := tls.LoadX509KeyPair(c.config.UserCertFile, c.config.UserKeyFile)
			if err != nil {
				return nil, fmt.Errorf("the user certificate of the event store: %w", err)
			}
			secure.Certificates = []tls.Certificate{certificate}
		}
		transport = credentials.NewTLS(secure)
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
	}
	if c.config.KeepAliveInterval >= 0 {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: c.config.KeepAliveInterval, Timeout: c.config.KeepAliveTimeout, PermitWithoutStream: true,
		}))
	}
	if c.config.Username != "" && !c.config.DisableTLS { // no password goes over a connection that is not encrypted
		options = append(options, grpc.WithPerRPCCredentials(login(c.config.Username+":"+c.config.Password)))
	}
	return grpc.NewClient(address, options...)
}

// login is a user and a password.
type login string

// GetRequestMetadata returns the header with the user and the password.
func (l login) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(l))}, nil
}

// RequireTransportSecurity reports that connections must be encrypted.
func (login) RequireTransportSecurity() bool { return true }
