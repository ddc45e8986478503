package brokers

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	watermillnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"tradelog/reactions/relay"
)

// duplicateWindow is the time for which a stream made by the relay recognizes a repeated message by its Nats-Msg-Id.
const duplicateWindow = 10 * time.Minute

// jetStream publishes to DESTINATION.CATEGORY.TYPE on NATS JetStream.
type jetStream struct{ target }

// Topic returns the subject.
func (j jetStream) Topic(m message.Metadata) string { return j.destination + "." + j.subject(m) }

// Dial connects and makes a stream for the subjects if no stream has them.
func (j jetStream) Dial() (message.Publisher, error) { return j.connected(j.dial()) }

func (j jetStream) dial() (message.Publisher, error) {
	servers := make([]string, len(j.hosts))
	for i, host := range j.hosts {
		servers[i] = "nats://" + host
	}
	// The relay connects anew after an outage, to the next server if need be.
	options := []nats.Option{nats.Name("tradelog relay"), nats.NoReconnect()}
	if j.tls {
		options = append(options, nats.Secure())
	}
	if j.password != "" {
		options = append(options, nats.UserInfo(j.user, j.password))
	} else if j.user != "" {
		options = append(options, nats.Token(j.user))
	}
	conn, err := nats.Connect(strings.Join(servers, ","), options...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	if err = j.ensure(conn); err == nil {
		var p message.Publisher
		p, err = watermillnats.NewPublisherWithNatsConn(conn, watermillnats.PublisherPublishConfig{
			Marshaler: natsMarshaler{}, SubjectCalculator: watermillnats.DefaultSubjectCalculator,
			JetStream: watermillnats.JetStreamConfig{ConnectOptions: []nats.JSOpt{nats.MaxWait(10 * time.Second)}},
		}, watermill.NopLogger{})
		if err == nil {
			return p, nil
		}
	}
	conn.Close()
	return nil, err
}

// ensure makes a stream unless there is one with the subjects.
func (j jetStream) ensure(conn *nats.Conn) error {
	js, err := conn.JetStream()
	if err != nil {
		return err
	}
	subjects := j.destination + ".>"
	if _, err = js.StreamNameBySubject(subjects); err == nil {
		return nil
	}
	if !errors.Is(err, nats.ErrNoMatchingStream) {
		return fmt.Errorf("look for a JetStream stream of %s: %w", subjects, err)
	}
	if _, err = js.AddStream(&nats.StreamConfig{
		Name: strings.ReplaceAll(j.destination, ".", "_"), Subjects: []string{subjects}, Storage: nats.FileStorage, Duplicates: duplicateWindow,
	}); err != nil {
		return fmt.Errorf("make the JetStream stream of %s: %w", subjects, err)
	}
	return nil
}

type natsMarshaler struct{}

// Marshal makes a message with an ID, by which JetStream recognizes a repetition.
func (natsMarshaler) Marshal(subject string, m *message.Message) (*nats.Msg, error) {
	return &nats.Msg{Subject: subject, Data: m.Payload, Header: nats.Header{
		nats.MsgIdHdr: {m.UUID}, "Content-Type": {relay.ContentType},
	}}, nil
}
