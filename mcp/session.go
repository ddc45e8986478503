package mcp

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
)

// sessionLife is how long a session lives after its last message.
const sessionLife = time.Hour

// maxSessions bounds how many there are. The one that was silent longest makes room; its client opens another.
const maxSessions = 20_000

// session is a client that has introduced itself. It is not bound to a token.
type session struct {
	id      string
	client  string // what its program calls itself
	expires time.Time
}

// sessions are those of this process.
type sessions struct {
	open  *lru.Cache[string, session]
	clock func() time.Time
}

func newSessions(clock func() time.Time) *sessions {
	open, err := lru.New[string, session](maxSessions)
	if err != nil {
		panic(err)
	}
	return &sessions{open: open, clock: clock}
}

func (s *sessions) begin(client string) session {
	fresh := session{id: uuid.NewString(), client: client, expires: s.clock().Add(sessionLife)}
	s.open.Add(fresh.id, fresh)
	return fresh
}

// renew finds a session and lets it live on.
func (s *sessions) renew(id string) (session, bool) {
	found, ok := s.open.Get(id)
	if !ok {
		return session{}, false
	}
	now := s.clock()
	if !now.Before(found.expires) {
		s.open.Remove(id)
		return session{}, false
	}
	found.expires = now.Add(sessionLife)
	s.open.Add(id, found)
	return found, true
}

func (s *sessions) end(id string) { s.open.Remove(id) }

var uuidShape = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// sessionID reads the session a request belongs to, empty when it names none, or tells why it cannot be read.
func (x *exchange) sessionID() (id, refusal string) {
	values := x.r.Header.Values(sessionHeader)
	switch len(values) {
	case 0:
		return "", ""
	case 1:
	default:
		return "", "Mcp-Session-Id header must not be repeated."
	}
	if id = strings.ToLower(values[0]); !uuidShape.MatchString(id) {
		return "", "Mcp-Session-Id header must be a valid UUID."
	}
	return id, ""
}

// clientName is what a program calls itself, fit for the log: name and version, printable and not too long.
func clientName(name, version string) string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(strings.TrimSpace(name+" "+version), ""))
	if runes := []rune(text); len(runes) > 80 {
		text = string(runes[:80])
	}
	return text
}
