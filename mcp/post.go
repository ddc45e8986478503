package mcp

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/representation"
)

// versions are those of the protocol that are known, the newest last: that is what initialize answers.
var versions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

func newest() string { return versions[len(versions)-1] }

// post answers the messages of a request.
func (h *Handler) post(ctx context.Context, x *exchange) {
	body, err := x.body()
	switch {
	case fault.KindOf(err) == fault.TooLarge:
		x.fail(http.StatusRequestEntityTooLarge, codeInvalidRequest, "Request body exceeds the maximum allowed size of 4194304 bytes.")
		return
	case err != nil:
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	if v := x.r.Header.Get("Mcp-Protocol-Version"); v != "" && !slices.Contains(versions, v) {
		x.fail(http.StatusBadRequest, codeInvalidParams, "Unsupported Mcp-Protocol-Version header value: "+clip(v)+". Supported versions: "+strings.Join(versions, ", ")+".")
		return
	}
	list, batch, refusal := messages(body)
	if refusal != nil {
		x.fail(http.StatusOK, refusal.code, refusal.message)
		return
	}
	if !h.enterSession(x, list) {
		return
	}
	x.w.Header().Set(sessionHeader, x.session.id)
	h.answer(ctx, x, list, batch)
}

// enterSession finds the session of a request, or begins one. False when the request is answered already.
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
		client := list[0].params.object("clientInfo")
		name, _ := client.text("name")
		version, _ := client.text("version")
		x.session = h.sessions.begin(clientName(name, version))
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

// answer answers the messages one after another. A batch is answered by a list when there is more than one answer.
func (h *Handler) answer(ctx context.Context, x *exchange, list []message, batch bool) {
	x.alone = len(list) == 1
	keys := bucketsOf(x.caller, list)
	var answers []answer
	for i, m := range list {
		if m.silent && m.problem == nil {
			continue
		}
		a, refusal := h.dispatch(ctx, x, m, keys.of(i))
		if refusal != nil && !batch {
			x.refuse(refusal)
			return
		}
		answers = append(answers, a)
	}
	if x.calls > 0 && x.replayed == x.calls {
		x.w.Header().Set("X-Idempotency-Replayed", "true")
	}
	switch len(answers) {
	case 0:
		x.send(http.StatusAccepted)
	case 1:
		x.json(http.StatusOK, answers[0].head, answers[0].tail)
	default:
		body := []byte{'['}
		for i, a := range answers {
			if i > 0 {
				body = append(body, ',')
			}
			body = append(append(body, a.head...), a.tail...)
		}
		x.json(http.StatusOK, append(body, ']'))
	}
}

func clip(s string) string {
	if len(s) > 64 {
		return s[:64]
	}
	return s
}
