package mcp

import (
	"context"
	"fmt"
	"net/http"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// maxBatchBytes bounds the answers of a batch, in bytes. The last answer of a tool that writes may exceed it.
const maxBatchBytes = 4 << 20

// batchesSetting is the configuration path of the number of batches that an account, or a host without a token, may run at once.
var batchesSetting = operations.Limit{Config: "mcp_batches"}.Setting()

var errTooManyBatches = fault.New(fault.RateLimited,
	"Too many batches of this address or account are under way. Please try again when one has ended.")

// answerBatch answers several messages with a list. Each message is answered after the previous answer was sent, so only one
// answer is in memory.
func (h *Handler) answerBatch(ctx context.Context, x *exchange, list []message, keys buckets) {
	leave, ok := h.pipeline.Limiter.Enter("mcp batches "+x.call.Party(), x.call.Config().Int(batchesSetting))
	if !ok {
		x.refuse(representation.Failure(errTooManyBatches, false))
		return
	}
	defer leave()
	s, b := &stream{x: x}, h.pipeline.NewBatch(ctx, maxBatchBytes)
	for i, m := range list {
		if m.unanswered() {
			continue
		}
		if b.Gone() || !s.send(h.answerBatched(ctx, b, x, m, keys.scopeOf(i))) {
			return // the client has gone
		}
	}
	s.end()
}

// answerBatched answers a message of a batch. An answer that exceeds the limit, and all later ones, are replaced by errors; so are the
// answers for which no time is left. The answer of a tool that writes is always sent, because the caller must learn its result.
func (h *Handler) answerBatched(ctx context.Context, b *operations.Batch, x *exchange, m message, bucket string) answer {
	switch late := b.Expired(); {
	case m.problem != nil:
	case b.Full():
		return tooMuch(m)
	case late != nil:
		return failed(m.id, codeRefused, h.pipeline.Fault(late).Message)
	}
	a, _ := h.dispatch(ctx, x, m, bucket)
	if !b.Add(a.size()) && m.problem == nil && !h.writes(m) {
		return tooMuch(m)
	}
	return a
}

// writes reports whether a message calls a tool that writes.
func (h *Handler) writes(m message) bool {
	name, _ := m.params.text("name")
	t := h.tools.byName[name]
	return m.method == "tools/call" && t != nil && t.operation.Method != http.MethodGet
}

func tooMuch(m message) answer {
	const refusal = "The answers of this batch exceed %d bytes, so this message was not answered. Send it again in a request of its own."
	return failed(m.id, codeRefused, fmt.Sprintf(refusal, maxBatchBytes))
}

// stream sends the answers of a batch as they are made. With an idempotency key, a header says whether all of them are replays. So answers
// are held back, within the limit of a batch, until one of them is no replay.
type stream struct {
	x     *exchange
	held  [][]byte
	count int
	open  bool // the header was sent
	gone  bool // the client cannot be reached
}

// send sends an answer. It returns false if the client cannot be reached.
func (s *stream) send(a answer) bool {
	separator := []byte{','}
	if s.count == 0 {
		separator = []byte{'['}
	}
	s.count++
	s.held = append(s.held, separator, a.head, a.tail)
	if !s.x.allReplayed() {
		s.flush()
	}
	return !s.gone
}

// end closes the list.
func (s *stream) end() {
	s.held = append(s.held, []byte{']'})
	s.flush()
}

// flush sends the answers held back.
func (s *stream) flush() {
	if !s.open {
		s.open = true
		s.x.setReplayed()
		s.x.w.Header().Set("Content-Type", "application/json")
		s.x.w.WriteHeader(http.StatusOK)
	}
	for _, part := range s.held {
		if s.gone || len(part) == 0 {
			continue
		}
		_, err := s.x.w.Write(part)
		s.gone = err != nil
	}
	s.held = s.held[:0]
}
