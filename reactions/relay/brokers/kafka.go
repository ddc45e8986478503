package brokers

import (
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill/message"

	"tradelog/reactions/relay"
)

// maxRecord is the size in bytes up to which the broker, not the client, decides whether it takes a message.
const maxRecord = 64 << 20

// topic publishes to a Kafka topic. The key of a record is the stream, so that a stream stays in one partition.
type topic struct{ target }

// Topic returns the topic, which is the same for all messages.
func (t topic) Topic(message.Metadata) string { return t.destination }

// Dial connects. Records are confirmed by all replicas that are in sync.
func (t topic) Dial() (message.Publisher, error) {
	config := sarama.NewConfig()
	config.ClientID = "tradelog-relay"
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Return.Successes = true
	config.Producer.MaxMessageBytes = maxRecord
	config.Producer.Retry.Max = 3  // the relay tries again, too
	config.Net.MaxOpenRequests = 1 // a retry must not come after a later request
	config.Net.DialTimeout, config.Net.ReadTimeout, config.Net.WriteTimeout = 10*time.Second, 15*time.Second, 10*time.Second
	config.Net.TLS.Enable = t.tls
	if t.user != "" {
		config.Net.SASL.Enable, config.Net.SASL.User, config.Net.SASL.Password = true, t.user, t.password
	}
	p, err := kafka.NewPublisher(kafka.PublisherConfig{Brokers: t.hosts, Marshaler: kafkaMarshaler{}, OverwriteSaramaConfig: config},
		watermill.NopLogger{})
	return t.connected(p, err)
}

type kafkaMarshaler struct{}

// Marshal makes a record in the form of the Kafka binding of CloudEvents.
func (kafkaMarshaler) Marshal(topic string, m *message.Message) (*sarama.ProducerMessage, error) {
	return &sarama.ProducerMessage{
		Topic: topic, Key: sarama.StringEncoder(m.Metadata[relay.KeyMetadata]), Value: sarama.ByteEncoder(m.Payload),
		Headers: []sarama.RecordHeader{{Key: []byte("content-type"), Value: []byte(relay.ContentType)}},
	}, nil
}
