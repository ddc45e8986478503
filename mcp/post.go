package mcp

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// versions are the supported protocol versions, the newest last. initialize answers with the newest.
var versions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

func newest() string { return versions[len(versions)-1] }

var errLong = fault.New(fault.TooLarge, "The body is too long.")

// post answers the messages of a POST request.
func (h *Handler) post(ctx context.Context, x *exchange) {
	var body []byte
	var err error = errLong
	if x.r.ContentLength <= maxBody {
		body, err = x.body(maxBody)
	}
	switch {
	case fault.KindOf(err) == fault.TooLarge && err != nil:
		x.fail(http.StatusRequestEntityTooLarge, codeInvalidRequest, "Request body exceeds the maximum allowed size of 4194304 bytes.")
		return
	case err != nil:
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	if v := x.r.Header.Get("Mcp-Protocol-Version"); v != "" && !slices.Contains(versions, v) {
		x.fail(http.StatusBadRequest, codeInvalidParams, "Unsupported Mcp-Protocol-Version header value: "+clip(v)+". Supported versions: "+
			strings.Join(versions, ", ")+".")
		return
	}
	list, batch, refusal := messages(body)
	if refusal != nil {
		x.fail(cmp.Or(refusal.status, http.StatusOK), refusal.code, refusal.message)
		return
	}
	if !h.enterSession(x, list) {
		return
	}
	x.w.Header().Set(sessionHeader, x.session.id)
	h.answer(ctx, x, list, batch)
}

// introductions limits the sessions that an account, or a host without a token, may open in a period.
var introductions = operations.Limit{Config: "mcp_initialize", Window: time.Minute, Keys: operations.PerParty}

// enterSession finds the session of a request, or opens one. It returns false if the request was answered already.
func (h *Handler) enterSession(x *exchange, list []message) bool {
	id, refusal := x.sessionID()
	if slices.ContainsFunc(list, func(m message) bool { return m.method == "initialize" && m.problem == nil }) {
		switch {
		case id != "" || refusal != "":
			x.fail(http.StatusOK, codeInvalidRequest, `A session ID MUST NOT be sent with an "initialize" request.`)
			return false
		case len(list) > 1:
			x.fail(http.StatusOK, codeInvalidRequest, `The "initialize" request MUST NOT be part of a batch.`)
			return false
		}
		if err := x.call.Limit(introductions, nil); err != nil {
			x.refuse(representation.Failed(h.pipeline, err, false))
			return false
		}
		client := list[0].params.object("clientInfo")
		name, _ := client.text("name")
		version, _ := client.text("version")
		elicits := asksPeople(list[0].params.object("capabilities"))
		x.session = h.sessions.begin(operations.Host(x.caller.RemoteIP), clientName(name, version), elicits)
		return true
	}
	switch {
	case refusal != "":
		x.fail(http.StatusBadRequest, codeInvalidRequest, refusal)
		return false
	case id == "":
		x.fail(http.StatusBadRequest, codeInvalidRequest, "A valid session id is REQUIRED for non-initialize requests.")
		return false
	}
	var found bool
	if x.session, found = h.sessions.renew(id); !found {
		x.fail(http.StatusNotFound, codeInvalidRequest, "Session not found or has expired.")
	}
	return found
}

// answer answers the messages in order. A batch with more than one answer is answered with a list.
func (h *Handler) answer(ctx context.Context, x *exchange, list []message, batch bool) {
	x.alone = len(list) == 1
	keys := bucketsOf(x.caller, list)
	for _, m := range list {
		if m.unanswered() {
			x.hear(m)
		}
	}
	only := -1
	for i, m := range list {
		if m.unanswered() {
			continue
		}
		if only >= 0 {
			h.answerBatch(ctx, x, list, keys)
			return
		}
		only = i
	}
	if only < 0 {
		x.send(http.StatusAccepted)
		return
	}
	a, refusal := h.dispatch(ctx, x, list[only], keys.scopeOf(only))
	switch {
	case a.size() == 0 && x.live != nil: // the client has cancelled the request, and the stream ends without an answer
	case a.size() == 0:
		x.send(http.StatusAccepted)
	case x.live != nil:
		x.live.message(a.head, a.tail)
	case refusal != nil && !batch:
		x.refuse(refusal)
	default:
		x.setReplayed()
		x.json(http.StatusOK, a.head, a.tail)
	}
}

// hear handles a message that gets no answer: the client answers a question, or cancels a request.
func (x *exchange) hear(m message) {
	switch m.method {
	case "":
		x.session.answered(string(m.id), m.params)
	case "notifications/cancelled":
		if id, sent := m.params.get("requestId"); sent {
			x.session.cancel(string(id))
		}
	}
}

func clip(s string) string {
	if len(s) > 64 {
		return s[:64]
	}
	return s
}
