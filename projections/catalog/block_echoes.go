package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/projections"
)

// shownBlocks holds which blocks show which others. Directives name a block by its identifier or its number.
type shownBlocks struct {
	known   map[int64]shownBlock // nil until they were read
	quoting links[string]        // the names of the blocks in each block
}

// shownBlock is what is stored of a block.
type shownBlock struct {
	Identifier string   `json:"identifier"`
	Blocks     []string `json:"blocks,omitempty"` // names of those in its content
}

var shownBlocksTable = &projections.Table{Name: "shown_blocks", Keys: 1, Columns: projections.Columns("id bigint, state text")}

func (s *shownBlocks) load(ctx context.Context, w *projections.Writer) error {
	if s.known != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT id, state FROM shown_blocks`)
	if err != nil {
		return err
	}
	s.known = map[int64]shownBlock{}
	s.quoting.clear()
	return eachState(rows, s.keep)
}

func (s *shownBlocks) keep(id int64, b shownBlock) {
	s.known[id] = b
	s.quoting.set(id, b.Blocks)
}

// apply applies an event of a block. It returns the block before the event.
func (s *shownBlocks) apply(w *projections.Writer, e projections.Event) (before shownBlock, err error) {
	id := domain.StreamID(e.Stream)
	before = s.known[id]
	b := before
	switch payload := e.Payload.(type) {
	case record.Created:
		b = shownBlock{}
		b.set(payload.Values)
	case record.Changed:
		b.set(payload.Set)
	case record.Deleted:
		delete(s.known, id)
		s.quoting.set(id, nil)
		w.Delete(shownBlocksTable, id)
		return before, nil
	}
	s.keep(id, b)
	state, err := json.Marshal(b)
	w.Put(shownBlocksTable, id, state)
	return before, err
}

func (b *shownBlock) set(values record.Values) {
	if raw := values["identifier"]; raw != nil {
		b.Identifier = textOf(raw)
	}
	if raw := values["content"]; raw != nil {
		b.Blocks = content.BlockNames(textOf(raw))
	}
}

// showing returns the numbers and names of a block and of those that show it, at any depth. names are those of the block.
func (s *shownBlocks) showing(id int64, names ...string) (ids map[int64]bool, all map[string]bool) {
	ids, all = map[int64]bool{id: true}, map[string]bool{}
	next := append(names, strconv.FormatInt(id, 10))
	for ; len(next) > 0; next = next[1:] {
		if all[next[0]] {
			continue
		}
		all[next[0]] = true
		for other := range s.quoting.parents[next[0]] {
			ids[other] = true
			next = append(next, s.known[other].Identifier, strconv.FormatInt(other, 10))
		}
	}
	return ids, all
}

// quotedIn returns the names of the blocks in the descriptions of a product, in all store views.
func quotedIn(s record.State) (names []string) {
	for _, values := range s.Values {
		for _, field := range []string{"description", "shortDescription"} {
			names = append(names, content.BlockNames(textOf(values[field]))...)
		}
	}
	return names
}

// blockChanged applies an event of a block. It notes the products with the block in their descriptions, and the categories that it is the
// landing block of. It writes a row for each, and renders none: texts are expanded when they are read.
func (p *productsProjector) blockChanged(w *projections.Writer, e projections.Event) error {
	id := domain.StreamID(e.Stream)
	before, err := p.blocks.apply(w, e)
	if err != nil || !shownOfBlock(e) {
		return err
	}
	blocks, names := p.blocks.showing(id, before.Identifier, p.blocks.known[id].Identifier)
	for name := range names {
		for product := range p.quoting.parents[name] {
			p.echo(w, e, product)
		}
	}
	for block := range blocks {
		for category := range p.categories.landings.parents[block] {
			p.echoCategory(w, e, category)
		}
	}
	return nil
}

// shownOfBlock tells whether an event changes what a block shows elsewhere. Its title is shown nowhere else.
func shownOfBlock(e projections.Event) bool {
	changed, ok := e.Payload.(record.Changed)
	if !ok {
		return true
	}
	fields := slices.AppendSeq(slices.Clone(changed.Unset), maps.Keys(changed.Set))
	return slices.ContainsFunc(fields, func(name string) bool { return name != "title" })
}
