package mcp

import (
	"container/heap"
	"container/list"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/google/uuid"
)

// sessionLife is how long a session lives after its last message.
const sessionLife = time.Hour

// maxSessions bounds how many there are.
const maxSessions = 20_000

// session is a client that has introduced itself. It is not bound to a token.
type session struct {
	id     string
	client string // what its program calls itself
}

// sessions are those of this process. When the table is full, the host with the most sessions loses the one of its own that
// was silent longest, so no host pushes out the sessions of one that has fewer. Where every host has one session, the one that
// was silent longest of all makes room. A client whose session is gone opens another.
type sessions struct {
	mu    sync.Mutex
	open  map[string]*entry
	used  list.List // all entries, the longest silent first: they also expire in this order
	hosts map[string]*owner
	crowd crowd
	limit int
	clock func() time.Time
}

// entry is a session in the table.
type entry struct {
	session
	expires time.Time
	owner   *owner
	// The places of the entry among all, and among those of its host.
	all, own *list.Element
}

// owner is a host with sessions.
type owner struct {
	host  string
	used  list.List // its entries, the longest silent first
	place int       // in the crowd
}

func newSessions(clock func() time.Time, limit int) *sessions {
	return &sessions{open: map[string]*entry{}, hosts: map[string]*owner{}, limit: limit, clock: clock}
}

// begin opens a session for a host.
func (s *sessions) begin(host, client string) session {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	for oldest := s.used.Front(); oldest != nil && !now.Before(oldest.Value.(*entry).expires); oldest = s.used.Front() {
		s.remove(oldest.Value.(*entry))
	}
	o := s.hosts[host]
	if o == nil {
		o = &owner{host: host}
		s.hosts[host] = o
		heap.Push(&s.crowd, o)
	}
	e := &entry{session: session{id: uuid.NewString(), client: client}, expires: now.Add(sessionLife), owner: o}
	e.all, e.own = s.used.PushBack(e), o.used.PushBack(e)
	s.open[e.id] = e
	heap.Fix(&s.crowd, o.place)
	if len(s.open) > s.limit {
		s.makeRoom()
	}
	return e.session
}

// makeRoom removes one session.
func (s *sessions) makeRoom() {
	longest := s.used.Front()
	if most := s.crowd[0]; most.used.Len() > 1 {
		longest = most.used.Front()
	}
	s.remove(longest.Value.(*entry))
}

// remove takes an entry out of the table.
func (s *sessions) remove(e *entry) {
	delete(s.open, e.id)
	s.used.Remove(e.all)
	e.owner.used.Remove(e.own)
	if e.owner.used.Len() == 0 {
		heap.Remove(&s.crowd, e.owner.place)
		delete(s.hosts, e.owner.host)
		return
	}
	heap.Fix(&s.crowd, e.owner.place)
}

// renew finds a session and lets it live on.
func (s *sessions) renew(id string) (session, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.open[id]
	if e == nil {
		return session{}, false
	}
	now := s.clock()
	if !now.Before(e.expires) {
		s.remove(e)
		return session{}, false
	}
	e.expires = now.Add(sessionLife)
	s.used.MoveToBack(e.all)
	e.owner.used.MoveToBack(e.own)
	return e.session, true
}

// end removes a session, if there is one.
func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.open[id]; e != nil {
		s.remove(e)
	}
}

// crowd is a heap of hosts, the one with the most sessions on top.
type crowd []*owner

// Len is the number of hosts.
func (c crowd) Len() int { return len(c) }

// Less puts hosts with more sessions first.
func (c crowd) Less(i, j int) bool { return c[i].used.Len() > c[j].used.Len() }

// Swap exchanges two hosts.
func (c crowd) Swap(i, j int) {
	c[i], c[j] = c[j], c[i]
	c[i].place, c[j].place = i, j
}

// Push adds a host at the end.
func (c *crowd) Push(o any) {
	added := o.(*owner)
	added.place = len(*c)
	*c = append(*c, added)
}

// Pop takes the host at the end.
func (c *crowd) Pop() any {
	last := len(*c) - 1
	o := (*c)[last]
	(*c)[last] = nil
	*c = (*c)[:last]
	return o
}

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
	return firstRunes(text, 80)
}
