package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
)

// confirm is the argument with the word of a preview, see conversation.preview.
const confirm = "confirm"

// maxPreviews is the number of previews that a session remembers. The oldest one is forgotten first.
const maxPreviews = 16

// preview is a call that its client has seen the outcome of, and may carry out.
type preview struct {
	word string // carries it out
	call string // digest, see calling.digest
	tag  string // entity tag of the resource that the preview was made of; empty: it has none
}

// errOtherCall refuses a word that stands for another call, or for none.
var errOtherCall = fault.Invalidf("confirm is not the word of a preview of this call with these arguments in this session. Nothing was "+
	"changed. Call the tool without confirm to get a preview with its word.").About(fault.Choice, confirm)

// takeConfirm removes the argument confirm. Any value but a word is refused.
func takeConfirm(arguments members) (others members, word string, err error) {
	value, sent := arguments.get(confirm)
	if !sent || string(value) == "null" {
		return arguments.without(confirm), "", nil
	}
	if word, _ = text(value); word == "" {
		return nil, "", errOtherCall
	}
	return arguments.without(confirm), word, nil
}

// lasting returns the sentence about the effect of the call that no other call reverts, or "".
func (c calling) lasting() string {
	return c.operation.Effect.Lasting(func(name string) bool {
		value, sent := c.arguments.get(name)
		return sent && string(value) != "null" && string(value) != "false"
	})
}

// previews reports whether a call needs the word of a preview, or gets one for its dry run: its effect lasts, and its client has chosen
// tools and cannot ask a person about the call.
func (x *exchange) previews(c calling) bool {
	return x.chose() && c.lasting() != "" && !(x.alone && x.session.elicits && x.converses())
}

// digest identifies a call by its tool, store view and arguments.
func (c calling) digest() string {
	return digest([]byte(c.name + "\x00" + c.caller.Store.Value + "\x00" + string(bodies.Canonical(c.arguments.encode()))))
}

// carryOutShown carries out a call whose effect lasts, for a client that cannot ask a person. Without the word of a preview, and for a dry
// run, the call stores nothing and its answer has the word. With it, the call requires that the resource is as it was then.
func (h *Handler) carryOutShown(ctx context.Context, x *exchange, c calling, f form) (r result, replayed bool, err error) {
	call := c.digest()
	if c.word != "" {
		shown, ok := x.session.recall(call, c.word)
		if !ok {
			return r, false, errOtherCall
		}
		if c.caller.Precondition.Match == "" && shown.tag != "" {
			c.caller.Precondition = representation.PreconditionOf([]string{shown.tag}, nil, nil)
		}
		if !c.caller.DryRun {
			return h.invoke(ctx, c.caller, c.tool, c.in, f)
		}
	}
	shown := preview{word: strings.ToLower(rand.Text()[:8]), call: call}
	f.preview = shown.says(c.lasting())
	switch tries := c.trial && c.operation.Effect.Untried == ""; {
	case tries:
		c.caller.DryRun = true
		r, replayed, err = h.invoke(ctx, c.caller, c.tool, c.in, f)
	case c.caller.DryRun || !c.operation.Authorizes(x.call.Principal): // refused
		return h.invoke(ctx, c.caller, c.tool, c.in, f)
	default:
		r.tail = wrap(f.tried(nil, operations.Result{}, c.operation, x.call.Principal))
	}
	if err != nil {
		return r, replayed, err
	}
	shown.tag = r.tag
	x.session.remember(shown)
	return r, replayed, nil
}

// remember keeps a preview. The oldest one is forgotten if there are too many.
func (c *conversation) remember(shown preview) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.previews) >= maxPreviews {
		c.previews = c.previews[1:]
	}
	c.previews = append(c.previews, shown)
}

// recall finds the preview of a call by its word.
func (c *conversation) recall(call, word string) (preview, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.previews {
		if p.word == word && p.call == call {
			return p, true
		}
	}
	return preview{}, false
}

// says returns the members of an answer that say how the preview is carried out.
func (p preview) says(lasting string) string {
	const how = `Nothing was changed. %s If the person whom you work for wants exactly this, repeat the call with the same arguments and ` +
		`confirm, without dryRun.`
	return `"confirm":` + quoted(p.word) + `,"note":` + quoted(fmt.Sprintf(how, lasting)) + `,`
}
