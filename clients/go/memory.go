package tradelog

import (
	"bytes"
	"container/list"
	"net/http"
	"sync"
)

// maxRemembered is the size of the largest remembered body, in bytes.
const maxRemembered = 1 << 20

// remembered is an answer with an ETag. Callers get copies of it.
type remembered struct {
	url    string
	header http.Header
	body   []byte
}

// memory holds the most recently used answers.
type memory struct {
	mu    sync.Mutex
	bound int
	order *list.List // of *remembered, the most recently used first
	by    map[string]*list.Element
}

func newMemory(bound int) *memory {
	return &memory{bound: bound, order: list.New(), by: map[string]*list.Element{}}
}

func (m *memory) get(url string) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.by[url]
	if e == nil {
		return nil
	}
	m.order.MoveToFront(e)
	return e.Value.(*remembered)
}

func (m *memory) put(url string, header http.Header, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had := m.by[url]; had != nil {
		m.order.Remove(had)
		delete(m.by, url)
	}
	if header.Get("ETag") == "" || len(body) > maxRemembered || m.bound <= 0 {
		return
	}
	m.by[url] = m.order.PushFront(&remembered{url, header.Clone(), bytes.Clone(body)})
	if m.order.Len() > m.bound {
		last := m.order.Back()
		m.order.Remove(last)
		delete(m.by, last.Value.(*remembered).url)
	}
}
