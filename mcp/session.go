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

// sessionLife is the lifetime of a session after its last message.
const sessionLife = time.Hour

// maxSessions is the greatest number of sessions.
const maxSessions = 20_000

// session is an initialized client. Any token may use it.
type session struct {
	id     string
	client string // name of the client's program, as declared by it
	*conversation
}

// sessions are the sessions of this process. If the table is full, the host with the most sessions loses its longest idle one. So no host
// evicts sessions of a host with fewer. If every host has one session, the longest idle one is removed. A client whose session was removed
// opens another.
type sessions struct {
	mu        sync.Mutex
	open      map[string]*entry
	used      list.List // all entries, the longest idle first; they also expire in this order
	hosts     map[string]*owner
	byEntries hostHeap
	limit     int
	clock     func() time.Time
}

// entry is a session in the table.
type entry struct {
	session
	expires time.Time
	owner   *owner
	// all and own are the entry's elements in the lists of all sessions and of its host.
	all, own *list.Element
}

// owner is a host with sessions.
type owner struct {
	host  string
	used  list.List // its entries, the longest idle first
	index int       // index in the heap
}

func newSessions(clock func() time.Time, limit int) *sessions {
	return &sessions{open: map[string]*entry{}, hosts: map[string]*owner{}, limit: limit, clock: clock}
}

// begin opens a session for a host. elicits tells whether the client can ask a person.
func (s *sessions) begin(host, client string, elicits bool) session {
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
		heap.Push(&s.byEntries, o)
	}
	e := &entry{session: session{uuid.NewString(), client, newConversation(elicits)}, expires: now.Add(sessionLife), owner: o}
	e.all, e.own = s.used.PushBack(e), o.used.PushBack(e)
	s.open[e.id] = e
	heap.Fix(&s.byEntries, o.index)
	if len(s.open) > s.limit {
		s.makeRoom()
	}
	return e.session
}

// makeRoom removes one session.
func (s *sessions) makeRoom() {
	longest := s.used.Front()
	if most := s.byEntries[0]; most.used.Len() > 1 {
		longest = most.used.Front()
	}
	s.remove(longest.Value.(*entry))
}

// remove takes an entry out of the table.
func (s *sessions) remove(e *entry) {
	delete(s.open, e.id)
	close(e.ended)
	s.used.Remove(e.all)
	e.owner.used.Remove(e.own)
	if e.owner.used.Len() == 0 {
		heap.Remove(&s.byEntries, e.owner.index)
		delete(s.hosts, e.owner.host)
		return
	}
	heap.Fix(&s.byEntries, e.owner.index)
}

// renew finds a session and extends its life.
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

// end removes a session if it exists.
func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.open[id]; e != nil {
		s.remove(e)
	}
}

// hostHeap is a heap of hosts. The host with the most sessions is on top.
type hostHeap []*owner

func (c hostHeap) Len() int { return len(c) }

// Less orders hosts with more sessions first.
func (c hostHeap) Less(i, j int) bool { return c[i].used.Len() > c[j].used.Len() }

// Swap exchanges two hosts.
func (c hostHeap) Swap(i, j int) {
	c[i], c[j] = c[j], c[i]
	c[i].index, c[j].index = i, j
}

// Push adds a host at the end.
func (c *hostHeap) Push(o any) {
	added := o.(*owner)
	added.index = len(*c)
	*c = append(*c, added)
}

// Pop takes the host at the end.
func (c *hostHeap) Pop() any {
	last := len(*c) - 1
	o := (*c)[last]
	(*c)[last] = nil
	*c = (*c)[:last]
	return o
}

var uuidShape = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// sessionID returns the session ID of a request, "" without one, or the reason why it is invalid.
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

// clientName returns a program's name and version for the log: printable and at most 80 characters.
func clientName(name, version string) string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(strings.TrimSpace(name+" "+version), ""))
	return firstRunes(text, 80)
}
