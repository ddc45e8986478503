package brokers

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"tradelog/reactions/relay"
)

// exchange publishes to a topic exchange with the routing key CATEGORY.TYPE.
//
// It is a Watermill publisher over RabbitMQ's client. Watermill's own (watermill-amqp 3.0.2) reads and replaces its connection without a
// lock when the broker goes away, and leaves a goroutine and perhaps a connection behind after each outage.
type exchange struct{ target }

// Topic returns the routing key.
func (x exchange) Topic(m message.Metadata) string { return x.subject(m) }

// Dial connects and declares the exchange: durable, of type topic.
func (x exchange) Dial() (message.Publisher, error) { return x.connected(x.dial()) }

func (x exchange) dial() (message.Publisher, error) {
	address := url.URL{Scheme: "amqp", Host: x.hosts[0]}
	vhost := x.path
	if vhost == "" {
		vhost = "/"
	}
	config := amqp.Config{
		Vhost: vhost, Heartbeat: 10 * time.Second, Dial: amqp.DefaultDial(10 * time.Second),
		Properties: amqp.Table{"connection_name": "tradelog relay"},
		SASL:       []amqp.Authentication{&amqp.PlainAuth{Username: x.user, Password: x.password}},
	}
	if x.user == "" {
		config.SASL = []amqp.Authentication{&amqp.PlainAuth{Username: "guest", Password: "guest"}}
	}
	if x.tls {
		address.Scheme = "amqps"
		host, _, err := net.SplitHostPort(x.hosts[0])
		if err != nil {
			return nil, err
		}
		config.TLSClientConfig = &tls.Config{ServerName: host}
	}
	conn, err := amqp.DialConfig(address.String(), config)
	if err != nil {
		return nil, fmt.Errorf("connect to the AMQP broker: %w", err)
	}
	channel, err := conn.Channel()
	if err == nil {
		if err = channel.ExchangeDeclare(x.destination, amqp.ExchangeTopic, true, false, false, false, nil); err == nil {
			if err = channel.Confirm(false); err == nil {
				return confirmed{x.destination, conn, channel}, nil
			}
		}
	}
	return nil, errors.Join(fmt.Errorf("declare the exchange %s: %w", x.destination, err), conn.Close())
}

// confirmed publishes on a channel with publisher confirms. Many goroutines may do so at once.
type confirmed struct {
	exchange string
	conn     *amqp.Connection
	channel  *amqp.Channel
}

// Publish returns after the broker has taken responsibility for each message: it is on disk in every durable queue that gets it. A
// message that no queue gets is dropped by the broker.
func (c confirmed) Publish(key string, messages ...*message.Message) error {
	for _, m := range messages {
		at, err := time.Parse(time.RFC3339Nano, m.Metadata[relay.TimeMetadata])
		if err != nil {
			return err
		}
		confirmation, err := c.channel.PublishWithDeferredConfirm(c.exchange, key, false, false, amqp.Publishing{
			ContentType: relay.ContentType, DeliveryMode: amqp.Persistent, MessageId: m.UUID, Timestamp: at,
			Type: m.Metadata[relay.EventMetadata], AppId: "tradelog", Body: m.Payload,
			Headers: amqp.Table{"stream": m.Metadata[relay.KeyMetadata]},
		})
		if err != nil {
			return err
		}
		if !confirmation.Wait() {
			return errors.New("the AMQP broker did not confirm the message")
		}
	}
	return nil
}

// Close ends the connection. Publishers that wait for confirmations return.
func (c confirmed) Close() error { return c.conn.CloseDeadline(time.Now().Add(5 * time.Second)) }
