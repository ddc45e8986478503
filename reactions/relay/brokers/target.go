// Package brokers connects relays to NATS JetStream, RabbitMQ and other AMQP 0-9-1 brokers, Kafka, and receivers of webhooks. Each has a
// file.
package brokers

import (
	"errors"
	"net"
	"net/url"
	"regexp"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"

	"tradelog/domain/fault"
	"tradelog/reactions/relay"
)

// target is a parsed address of a broker.
type target struct {
	scheme         string
	tls            bool
	hosts          []string // with ports
	user, password string
	path           string // an AMQP virtual host
	destination    string // subject, exchange or topic
}

// kinds maps the schemes of addresses to the kinds of brokers.
var kinds = map[string]struct {
	tls    bool
	port   string
	broker func(target) relay.Broker
}{
	"nats":      {false, "4222", func(t target) relay.Broker { return jetStream{t} }},
	"nats+tls":  {true, "4222", func(t target) relay.Broker { return jetStream{t} }},
	"amqp":      {false, "5672", func(t target) relay.Broker { return exchange{t} }},
	"amqps":     {true, "5671", func(t target) relay.Broker { return exchange{t} }},
	"kafka":     {false, "9092", func(t target) relay.Broker { return topic{t} }},
	"kafka+tls": {true, "9093", func(t target) relay.Broker { return topic{t} }},
}

var validDestination = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// Parse reads the address of a broker, SCHEME://[USER:PASSWORD@]HOST[:PORT][,HOST...][/VHOST], and the name of the destination there: the
// first part of the subjects of NATS, the exchange of AMQP, the topic of Kafka. An address that begins with https:// or http:// is that
// of a receiver of webhooks, and destination means nothing. The errors do not contain the address, which may hold a password.
func Parse(address, destination string, r Receiver) (relay.Broker, error) {
	scheme, rest, _ := strings.Cut(address, "://")
	if scheme == "https" || scheme == "http" {
		return parseHook(address, r)
	}
	kind, known := kinds[scheme]
	if !known {
		return nil, fault.Invalidf(
			"--to takes an address that begins with nats://, nats+tls://, amqp://, amqps://, kafka://, kafka+tls:// or https://")
	}
	t := target{scheme: scheme, tls: kind.tls, destination: destination}
	authority, path, hasPath := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, password, _ := strings.Cut(authority[:i], ":")
		var problems [2]error
		t.user, problems[0] = url.PathUnescape(user)
		t.password, problems[1] = url.PathUnescape(password)
		if errors.Join(problems[:]...) != nil {
			return nil, fault.Invalidf("--to: user or password are not written as URLs have them")
		}
		authority = authority[i+1:]
	}
	var err error
	if t.path, err = url.PathUnescape(path); err != nil || hasPath && t.path != "" && !strings.HasPrefix(scheme, "amqp") {
		return nil, fault.Invalidf("--to: only AMQP has a path, the virtual host; what is there is not one")
	}
	for host := range strings.SplitSeq(authority, ",") {
		name, port, err := net.SplitHostPort(host)
		if err != nil {
			name, port = strings.Trim(host, "[]"), kind.port
		}
		if name == "" || port == "" || strings.ContainsAny(name, "/?# \t") {
			return nil, fault.Invalidf("--to needs the host of a broker, such as %s://broker.example:%s", scheme, kind.port)
		}
		t.hosts = append(t.hosts, net.JoinHostPort(name, port))
	}
	if len(t.hosts) > 1 && strings.HasPrefix(scheme, "amqp") {
		return nil, fault.Invalidf("--to: AMQP takes one host")
	}
	if len(destination) > 120 || !validDestination.MatchString(destination) || strings.HasPrefix(destination, "amq.") {
		return nil, fault.Invalidf("--topic takes words of letters, digits, dashes and underscores, joined by dots, not %.60q", destination)
	}
	return kind.broker(t), nil
}

// String names the target without credentials.
func (t target) String() string {
	name := t.scheme + "://" + strings.Join(t.hosts, ",")
	if t.path != "" {
		name += "/" + url.PathEscape(t.path)
	}
	return name + " " + t.destination
}

// subject returns the category and the type of an event, joined by a dot. Characters other than letters, digits, dashes and underscores
// become underscores, because some have a meaning to brokers.
func (t target) subject(m message.Metadata) string {
	return word(m[relay.CategoryMetadata]) + "." + word(m[relay.EventMetadata])
}

func word(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, text)
}

// hide removes the credentials from an error of a library.
func (t target) hide(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, secret := range []string{t.password, url.QueryEscape(t.password), url.PathEscape(t.password)} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	if t.password == "" && t.user != "" { // NATS takes a token in the user's place
		text = strings.ReplaceAll(text, t.user, "***")
	}
	return errors.New(text)
}

// redactedPublisher is a publisher whose errors contain no credentials.
type redactedPublisher struct {
	message.Publisher
	target target
}

func (d redactedPublisher) Publish(topic string, messages ...*message.Message) error {
	return d.target.hide(d.Publisher.Publish(topic, messages...))
}

// connected returns the result of a connection attempt without credentials.
func (t target) connected(p message.Publisher, err error) (message.Publisher, error) {
	if err != nil {
		return nil, t.hide(err)
	}
	return redactedPublisher{p, t}, nil
}
