package soap

import (
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// memoryBytes bounds the cache of answers of operations, in bytes.
const memoryBytes = 8 << 20

// DropAnswers empties the cache of answers.
func (h *Handler) DropAnswers() { h.memory.Purge() }

// Answers returns the numbers of answers since the start that came from the cache, and that had to be made.
func (h *Handler) Answers() (hits, misses uint64) { return h.memory.Counts() }

// answer carries out an operation. A cached answer is returned while it is valid; callers must not change it.
func (q *request) answer(caller operations.Caller, o *operations.Operation, in *representation.Input) (documents.Answer, error) {
	if q.ctx.Err() != nil { // otherwise cached answers would still be sent after the time is over
		return documents.Answer{}, errOutOfTime
	}
	call, err := q.pipeline.Admit(q.ctx, caller, o, in)
	if err != nil {
		return documents.Answer{}, err
	}
	if !o.Reads() {
		result, err := call.Run(q.ctx)
		return result.Answer, err
	}
	key := representation.Key(call, representation.JSON)
	if had, ok := q.memory.Get(call, key); ok {
		return had, nil
	}
	result, err := call.Run(q.ctx)
	if err != nil {
		return documents.Answer{}, err
	}
	size := len(result.Answer.Item)
	for _, item := range result.Answer.Items {
		size += len(item)
	}
	q.memory.Put(key, result, result.Answer, size)
	return result.Answer, nil
}
