package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// thinking is the time that a person has to answer a question.
const thinking = 5 * time.Minute

// These are the reasons why a call is not carried out after a question.
var (
	errDeclined = fault.New(fault.Conflict, "The person at the client did not agree. Nothing was changed.")
	errSilent   = fault.New(fault.Conflict, "The person at the client did not answer within %d minutes. Nothing was changed.",
		int(thinking.Minutes()))
	errAsking  = fault.New(fault.RateLimited, "This session has %d questions open already. Nothing was changed.", maxQuestions)
	errLeaving = fault.New(fault.Unavailable, "The shop is being restarted. Nothing was changed. Please try again.")
)

// asksPeople reports whether a client with these capabilities can ask a person with a form. An empty object stands for forms; a client may
// also be able to open URLs alone.
func asksPeople(capabilities members) bool {
	value, _ := capabilities.get("elicitation")
	modes, can := parseMembers(value)
	_, forms := modes.get("form")
	return can && (forms || len(modes) == 0)
}

// asks reports whether a person is asked before a call is carried out: it does what cannot be undone, and the client can ask.
func (x *exchange) asks(c calling) bool {
	return c.operation.Irreversible != "" && !c.caller.DryRun && x.session.elicits && x.converses()
}

// remaining returns the time that is left for a request.
func remaining(ctx context.Context) time.Duration {
	if limit, limited := ctx.Deadline(); limited {
		return time.Until(limit)
	}
	return thinking
}

// confirm asks a person whether a call shall be carried out that cannot be undone. The question says what a dry run of it gives. A call
// that would be refused is refused without a question. What the person agrees to is done to the resource as it was then: if it changes
// meanwhile, the call is refused.
func (h *Handler) confirm(ctx context.Context, x *exchange, c *calling, limit time.Duration) error {
	preview, err := h.preview(ctx, c, limit)
	if err != nil {
		return err
	}
	id, answers, ok := x.session.question()
	if !ok {
		return errAsking
	}
	defer x.session.withdraw(id)
	const question = `{"jsonrpc":"2.0","id":%s,"method":"elicitation/create","params":{"message":%s,` +
		`"requestedSchema":{"type":"object","properties":{}}}}`
	x.goLive().message(fmt.Appendf(nil, question, id, quoted(questionOf(*c, preview))))
	patience := time.NewTimer(thinking)
	defer patience.Stop()
	select {
	case response := <-answers:
		if action, _ := response.object("result").text("action"); action != "accept" {
			return errDeclined
		}
		return nil
	case <-patience.C:
		return errSilent
	case <-h.leaving:
		return errLeaving
	case <-x.session.ended:
		return errDeclined
	case <-ctx.Done(): // cancelled, or the client has gone
		return errDeclined
	}
}

// preview returns what a call would answer, or nil if it has no dry run. The call then requires that the resource stays as it is.
func (h *Handler) preview(ctx context.Context, c *calling, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if c.caller.Precondition.Match == "" {
		if tag := h.tagBefore(ctx, c.caller, c.tool, c.in); tag != "" {
			c.caller.Precondition = representation.PreconditionOf([]string{tag}, nil, nil)
		}
	}
	if !c.trial || c.operation.Untried != "" {
		return nil, nil
	}
	caller := c.caller
	caller.DryRun = true
	body, _, err := h.read(ctx, caller, c.operation, c.in)
	return body, err
}

// questionOf says what a call does, on what, what cannot be undone, and what a dry run of it has given.
func questionOf(c calling, result []byte) string {
	o := c.operation
	about := make([]string, 0, len(o.Placeholders()))
	for _, name := range o.Placeholders() {
		about = append(about, name+" "+clip(c.in.Variables[name]))
	}
	text := o.Summary
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	text += "? " + o.Irreversible
	if len(result) == 0 || result[0] != '{' {
		return text
	}
	var facts []string
	for name, value := range bodies.Members(briefOf(result, o.Resource.Brief)) {
		if name != "id" { // a dry run assigns none
			facts = append(facts, name+" "+shown(value))
		}
	}
	if len(facts) > 0 {
		text += "\nIt would give: " + strings.Join(facts, ", ") + "."
	}
	for name, value := range bodies.Members(result) {
		at := slices.IndexFunc(o.Effects(), func(t operations.Effect) bool { return t.Member == name })
		if at < 0 || value[0] != '[' {
			continue
		}
		for element := range bodies.Elements(value) {
			if o.Effects()[at].Fates {
				text += "\n" + fate(element)
			} else {
				text += "\n" + shown(element)
			}
		}
	}
	return text
}

// fate tells in a line what becomes of a part of what is forgotten.
func fate(element []byte) string {
	var part documents.ForgottenPart
	if err := json.Unmarshal(element, &part); err != nil {
		return shown(element)
	}
	text := "- " + part.What
	if part.Count != nil {
		text += fmt.Sprintf(" (%d)", *part.Count)
	}
	return text + ": " + part.Fate + ". " + part.Why
}

// shown returns a value as people read it.
func shown(value []byte) string {
	if s, ok := scalar(value); ok {
		return s
	}
	return string(value)
}
