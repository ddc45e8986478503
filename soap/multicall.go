package soap

import (
	"fmt"
	"net/http"

	"tradelog/domain/fault"
	"tradelog/operations"
	readaccess "tradelog/readmodels/access"
	"tradelog/soap/wire"
)

// Bounds of answers in bytes, as wire.Size estimates them.
const (
	maxAnswer      = 32 << 20 // of one call
	maxBatchAnswer = 8 << 20  // of the calls of a multiCall together, or of the documents that are read for them
)

// The faults of answers that are too large, and of calls for which no time is left.
var (
	errLongAnswer = fault.Invalidf("The answer would be larger than %d bytes; use filters", maxAnswer)
	errNoRoom     = soapFault{
		Code: errInternal.Code,
		Message: fmt.Sprintf("The answers of this message exceed %d bytes, so this call was not "+
			"answered. Send it again in a message of its own.", maxBatchAnswer),
	}
	errOutOfTime = fault.New(fault.Unavailable, "The request took too long.")
)

// multiCall calls methods one after another (soap-wire §4). Failed calls are faults in the list of results. The answers and the time of
// all calls together are bounded. Calls beyond these bounds are not made and are faults, too. The calls end when the client disconnects.
func (q *request) multiCall(session, calls, options wire.Value) (wire.Value, error) {
	account, err := q.user(session)
	if err != nil {
		return nil, err
	}
	stop := false
	if m, ok := options.(wire.Map); ok {
		v, _ := m.Get("break")
		stop = wire.Boolean.Coerce(v) == true
	}
	out, batch := wire.List{}, q.pipeline.NewBatch(q.ctx, maxBatchAnswer)
	for _, entry := range entries(calls) {
		if batch.Gone() {
			return nil, errOutOfTime
		}
		result, err := q.callIn(batch, account, entry)
		if err != nil {
			f := q.faultOf(nil, err)
			result = wire.Map{{Name: "isFault", Value: true}, {Name: "faultCode", Value: wire.Text(int64(f.Code))},
				{Name: "faultMessage", Value: f.Message}}
		}
		if out = append(out, result); err != nil && stop {
			break
		}
	}
	return out, nil
}

// callIn calls one entry of a multiCall, a path and arguments, if the batch has time and room left. The answer of a method that writes is
// always returned, because the caller must learn its result.
func (q *request) callIn(batch *operations.Batch, account *readaccess.Account, entry wire.Value) (wire.Value, error) {
	if batch.Full() {
		return nil, errNoRoom
	}
	if err := batch.Expired(); err != nil {
		return nil, err
	}
	list := entries(entry)
	if len(list) == 0 {
		return nil, errPath
	}
	var args wire.Value
	if len(list) > 1 {
		args = list[1]
	}
	path, before := wire.Text(list[0]), q.documentBytes
	result, err := q.callAs(account, path, args)
	// A list shows a part of its documents, but each of them is read.
	if err == nil && !batch.Add(max(wire.Size(result), q.documentBytes-before)) && !q.writes(q.index.byPath[path]) {
		return nil, errNoRoom
	}
	return result, err
}

// writes reports whether a method invokes an operation that writes.
func (h *Handler) writes(m *method) bool {
	for _, name := range m.Uses {
		if o := h.operations[name]; o != nil && o.Method != http.MethodGet {
			return true
		}
	}
	return false
}
