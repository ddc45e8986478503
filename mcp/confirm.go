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

// thinking is the time within which a person must answer a question.
const thinking = 5 * time.Minute

// The errors of calls that were not confirmed.
var (
	errDeclined = fault.New(fault.Conflict, "The person at the client did not agree. Nothing was changed.")
	errSilent   = fault.New(fault.Conflict, "The person at the client did not answer within %d minutes. Nothing was changed.",
		int(thinking.Minutes()))
	errAsking  = fault.New(fault.RateLimited, "This session has %d questions open already. Nothing was changed.", maxQuestions)
	errLeaving = fault.New(fault.Unavailable, "The shop is being restarted. Nothing was changed. Please try again.")
)

// asksPeople reports whether a client with these capabilities can show a form to a person. An empty elicitation object stands for forms;
// other clients may open URLs only.
func asksPeople(capabilities members) bool {
	value, _ := capabilities.get("elicitation")
	modes, can := parseMembers(value)
	_, forms := modes.get("form")
	return can && (forms || len(modes) == 0)
}

// asks reports whether a person must confirm a call: its effect cannot be undone, and the client can ask.
func (x *exchange) asks(c calling) bool {
	return c.lasting() != "" && !c.caller.DryRun && x.session.elicits && x.converses()
}

// remaining returns the time left for a request.
func remaining(ctx context.Context) time.Duration {
	if limit, limited := ctx.Deadline(); limited {
		return time.Until(limit)
	}
	return thinking
}

// confirm asks a person whether to carry out a call that cannot be undone. The question shows the result of a dry run. If the dry run is
// refused, so is the call, without a question. If the resource changes after the dry run, the call is refused, too.
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
	leave, err := x.call.Open()
	if err != nil {
		return err
	}
	defer leave()
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

// preview returns the answer of a dry run of a call, or nil if it has none. It makes the call require that the resource stays as it is.
func (h *Handler) preview(ctx context.Context, c *calling, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if c.caller.Precondition.Match == "" {
		if tag := h.tagBefore(ctx, c.caller, c.tool, c.in); tag != "" {
			c.caller.Precondition = representation.PreconditionOf([]string{tag}, nil, nil)
		}
	}
	if !c.trial || c.operation.Effect.Untried != "" {
		return nil, nil
	}
	caller := c.caller
	caller.DryRun = true
	body, _, err := h.read(ctx, caller, c.operation, c.in)
	return body, err
}

// questionOf returns the question about a call: its operation, the resource, the irreversible effect, and the result of the dry run.
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
	text += "? " + c.lasting()
	if len(result) == 0 || result[0] != '{' {
		return text
	}
	var facts []string
	for name, value := range bodies.Members(briefOf(result, o.Resource.Brief)) {
		if name != "id" { // a dry run assigns no ID
			facts = append(facts, name+" "+shown(value))
		}
	}
	if len(facts) > 0 {
		text += "\nIt would give: " + strings.Join(facts, ", ") + "."
	}
	for name, value := range bodies.Members(result) {
		at := slices.IndexFunc(o.Notices(), func(t operations.Notice) bool { return t.Member == name })
		if at < 0 || value[0] != '[' {
			continue
		}
		for element := range bodies.Elements(value) {
			if o.Notices()[at].Fates {
				text += "\n" + fate(element)
			} else {
				text += "\n" + shown(element)
			}
		}
	}
	return text
}

// fate describes in a line the fate of a part of forgotten data.
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
