package operations

import (
	"context"
	"errors"
	"slices"
	"strings"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// Precondition is what a caller requires of the resource that a write concerns (RFC 9110 §13). A transport fills it in.
//
// The resource is what the GET at the path of the write shows, or the nearest GET above it: GET /orders/{id} for POST /orders/{id}/hold.
// The pipeline reads it for the caller, as new as the log, and compares. The commands then decide only if its streams have no later event
// (commands.Expectation), so nobody can change it between the comparison and the decision.
type Precondition struct {
	Match string // the entity tags of If-Match, or *; empty for none
	// Absent is If-None-Match: *. Nothing with the same natural key, or the same path, may exist.
	Absent bool
	// Input makes the input of the read of values for its path and of parameters.
	Input func(variables map[string]string, parameters map[string][]string) Input
	// Names tells whether entity tags name a representation of an answer.
	Names func(tags string, read *Call, answer documents.Answer) bool
}

// The refusals of preconditions.
var (
	errOtherTag = fault.New(fault.Changed,
		"The resource is not the one that If-Match names. Read it again, and send the ETag of that answer.")
	errMissing = fault.New(fault.Changed, "If-Match requires that the resource exists, and it does not.")
	errPresent = fault.New(fault.Changed, "If-None-Match: * requires that the resource does not exist, and it does.")
	errNoTag   = fault.Invalidf("If-Match cannot be checked here: this path shows no resource with an ETag. Send the request without it.")
)

// Shown returns the read whose ETag belongs into If-Match in requests for the operation; nil if there is none.
func (o *Operation) Shown() *Operation { return o.shown }

// Absent tells whether If-None-Match: * has a meaning in requests for the operation: it creates, or it writes the resource at its own path.
func (o *Operation) Absent() bool {
	return !o.Reads() && (o.Verb == Create || o.shown != nil && o.shown.Path == o.Path)
}

// findShown finds the read that shows the written resource: the GET at the path of the write, or the nearest one above. Pages of lists are
// left out, because they show any part of a list.
func (r *Registry) findShown(o *Operation) *Operation {
	if o.Reads() || o.Unrouted.Name != "" {
		return nil
	}
	for path := o.Path; path != ""; path = path[:strings.LastIndexByte(path, '/')] {
		if read := r.reads[routeOf(path)]; read != nil {
			return read
		}
	}
	return nil
}

// routeOf returns a path without the names of its variables.
func routeOf(path string) string { return expand(path, func(string) string { return "{}" }) }

// require checks the precondition of a call. The commands of the call then expect the streams to stay unchanged. A call that continues an
// earlier attempt has met it: changes are its own.
func (c *Call) require(ctx context.Context) error {
	o, required := c.Operation, c.Caller.Precondition
	if o.Reads() || required.Match == "" && !(required.Absent && o.Absent() && o.Verb != Create) || c.Resumed() {
		return nil
	}
	if o.shown == nil {
		return errNoTag
	}
	exists, same := false, false
	var at eventstore.Position
	var seen []string
	for _, as := range o.shown.views(c) {
		read, result, err := c.show(ctx, o.shown, as)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
		if at == 0 {
			at = read.minimum
		}
		for _, s := range result.MadeOf.scopes {
			seen = append(seen, s.Name)
		}
		if err != nil {
			continue
		}
		exists = true
		if same = strings.TrimSpace(required.Match) == "*" || required.Match == "" ||
			required.Names(required.Match, read, result.Answer); same {
			break
		}
	}
	switch {
	case required.Match != "" && !exists:
		return errMissing
	case required.Absent && exists:
		return errPresent
	case required.Match != "" && !same:
		return errOtherTag
	}
	c.Command.Expects = commands.Expect(at, seen...)
	return nil
}

// view is a way in which a read shows a resource.
type view struct {
	parameters map[string][]string
	allStores  bool
}

// views lists the ways in which a read shows a resource to a caller. They are that of the request, and those that show the back office
// content which the storefront hides.
func (o *Operation) views(c *Call) []view {
	views := []view{{nil, c.AllStores}}
	if !c.Backend() {
		return views
	}
	var whole map[string][]string
	scope := func(f inputs.Field) bool { return f.Source == inputs.SourceParameter && f.Name == "scope" }
	if slices.ContainsFunc(inputs.Fields(o.Input), scope) {
		whole = map[string][]string{"scope": {"all"}}
		views = append(views, view{whole, c.AllStores})
	}
	if !c.AllStores && c.Principal.StoreIDs == nil {
		views = append(views, view{whole, true})
	}
	return views
}

// show reads a resource for the caller of a write. The read is as new as the log, counts against no limit and needs no permission of its
// own. Its answer is only compared.
func (c *Call) show(ctx context.Context, o *Operation, as view) (read *Call, r Result, err error) {
	variables := map[string]string{}
	for i, name := range o.Placeholders() {
		variables[name] = c.Path(c.Operation.Placeholders()[i])
	}
	read = &Call{}
	*read = *c
	read.AllStores = as.allStores
	read.Operation, read.input, read.inner = o, c.Caller.Precondition.Input(variables, as.parameters), true
	read.loaded, read.created, read.reserved, read.after = nil, 0, "", nil
	read.Caller.Precondition, read.Caller.Trail, read.Caller.Fast = Precondition{}, nil, false
	read.Caller.Key, read.Caller.KeyBucket = Choice{}, ""
	read.Command = c.pipeline.commandRequest(read)
	if read.minimum, err = c.pipeline.Head(ctx); err != nil {
		return nil, r, err
	}
	if r, err = read.Run(ctx); errors.Is(err, errMinimum) {
		err = errBehind.WithCause(err)
	}
	return read, r, err
}

// refuseKnown turns the refusal of a taken name into that of If-None-Match: *.
func (c *Call) refuseKnown(err error) error {
	if err == nil || !c.Caller.Precondition.Absent || c.Operation.Verb != Create {
		return err
	}
	f := c.pipeline.Fault(err)
	if taken := c.Command.Collided() || f.Kind == fault.Conflict; !taken || errors.Is(err, commands.ErrOvertaken) ||
		f.Kind == fault.Unavailable || f.Kind == fault.Internal {
		return err
	}
	return fault.New(fault.Changed, "%s", f.Argument()).WithCause(err)
}
