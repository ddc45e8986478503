package brokers

import (
	"strings"
	"testing"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"

	"tradelog/reactions/relay"
)

// TestKafka publishes to a broker that only speaks the protocol: all replicas have to confirm, and a refusal is an error.
func TestKafka(t *testing.T) {
	t.Parallel()
	broker := sarama.NewMockBroker(t, 1)
	defer broker.Close()
	produced := sarama.NewMockProduceResponse(t)
	broker.SetHandlerByMap(map[string]sarama.MockResponse{
		"MetadataRequest": sarama.NewMockMetadataResponse(t).SetBroker(broker.Addr(), broker.BrokerID()).
			SetLeader("shop", 0, broker.BrokerID()).SetLeader("shop", 1, broker.BrokerID()),
		"ProduceRequest": sarama.NewMockSequence(produced, sarama.NewMockProduceResponse(t).SetError("shop", 0, sarama.ErrMessageSizeTooLarge).
			SetError("shop", 1, sarama.ErrMessageSizeTooLarge)),
	})
	b, err := Parse("kafka://"+broker.Addr(), "shop", Receiver{})
	check(t, err)
	p, err := b.Dial()
	check(t, err)
	defer p.Close()
	m := message.NewMessage("id", []byte(`{"specversion":"1.0"}`))
	m.Metadata[relay.KeyMetadata] = "order-42"
	check(t, p.Publish(b.Topic(m.Metadata), m))
	if err := p.Publish(b.Topic(m.Metadata), m); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a record that is too large: %v", err)
	}
	requests := 0
	for _, r := range broker.History() {
		if produce, ok := r.Request.(*sarama.ProduceRequest); ok {
			requests++
			if produce.RequiredAcks != sarama.WaitForAll {
				t.Errorf("confirmations: %v", produce.RequiredAcks)
			}
		}
	}
	record, err := kafkaMarshaler{}.Marshal("shop", m)
	check(t, err)
	key, _ := record.Key.Encode()
	value, _ := record.Value.Encode()
	if requests != 2 || string(key) != "order-42" || string(value) != string(m.Payload) || string(record.Headers[0].Key) != "content-type" ||
		string(record.Headers[0].Value) != relay.ContentType {
		t.Errorf("%d requests, record %+v", requests, record)
	}
}
