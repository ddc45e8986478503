package checkpoints

import (
	"context"
	"encoding/hex"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
)

// maxChain bounds the chain after the newest checkpoint in a receipt. Without checkpoints on a schedule it would have the whole log.
const maxChain = 4096

// Receipt makes a signed receipt of all events of a stream. It changes only with them and with the checkpoints that cover them.
func (b *Book) Receipt(ctx context.Context, stream, number string, events []proof.Shown) (*proof.Receipt, error) {
	log, err := b.log()
	if err != nil {
		return nil, err
	}
	key, err := b.Key(ctx)
	if err != nil {
		return nil, err
	}
	p, err := b.plan(ctx, events)
	if err != nil {
		return nil, err
	}
	marks, err := log.Seals(ctx, p.ranges)
	if err != nil {
		return nil, err
	}
	seals := make(map[eventstore.Position][]byte, len(marks))
	for _, m := range marks {
		seals[m.Position] = m.Seal
	}
	seals[0] = eventstore.GenesisSeal
	r := &proof.Receipt{LogID: b.Store.LogID(), Stream: stream, Number: number, Checkpoints: []proof.Checkpoint{}}
	for _, c := range p.checkpoints {
		r.Checkpoints = append(r.Checkpoints, proof.CheckpointOf(c.Checkpoint))
	}
	for _, shown := range events {
		e := proof.EventOf(shown, seals[shown.Position-1])
		if c := p.covers(shown.Position); c != nil {
			e.Checkpoint, e.Path = int64(c.Position), pathOf(c, shown.Position, seals)
		}
		r.Events = append(r.Events, e)
	}
	if p.chain.To > p.chain.From {
		r.Chain = &proof.Chain{After: int64(p.chain.From), Seal: hex.EncodeToString(seals[p.chain.From]), Seals: []string{}}
		for at := p.chain.From + 1; at <= p.chain.To; at++ {
			r.Chain.Seals = append(r.Chain.Seals, hex.EncodeToString(seals[at]))
		}
	}
	r.Sign(key)
	return r, nil
}

// plan lists the data to be read for a receipt.
type plan struct {
	checkpoints []*stored
	ranges      []eventstore.Range // of seals
	chain       eventstore.Range   // after the newest checkpoint; empty: no chain
}

// plan finds the checkpoints of events. The newest checkpoint is read first: events that none covers then come after it.
func (b *Book) plan(ctx context.Context, events []proof.Shown) (*plan, error) {
	newest, err := b.Newest(ctx)
	if err != nil {
		return nil, err
	}
	positions := make([]int64, len(events))
	for i, e := range events {
		positions[i] = int64(e.Position)
	}
	p := &plan{}
	if p.checkpoints, err = b.covering(ctx, positions); err != nil {
		return nil, err
	}
	blocks := map[eventstore.Range]bool{}
	want := func(r eventstore.Range) {
		if !blocks[r] {
			blocks[r] = true
			p.ranges = append(p.ranges, r)
		}
	}
	for _, e := range events {
		want(eventstore.Range{From: e.Position - 2, To: e.Position - 1})
		if c := p.covers(e.Position); c != nil {
			want(blockOf(c, e.Position))
		} else {
			p.chain.To = e.Position
		}
	}
	if p.chain.To == 0 {
		return p, nil
	}
	if newest != nil {
		p.chain.From = newest.Position
	}
	if p.chain.To-p.chain.From > maxChain {
		p.chain = eventstore.Range{}
		return p, nil
	}
	want(eventstore.Range{From: p.chain.From - 1, To: p.chain.To})
	return p, nil
}

// covers returns the checkpoint that covers a position; nil if there is none.
func (p *plan) covers(at eventstore.Position) *stored {
	for _, c := range p.checkpoints {
		if c.Covers(at) {
			return c
		}
	}
	return nil
}

// blockOf returns the positions of the block that has a position.
func blockOf(c *stored, at eventstore.Position) eventstore.Range {
	from := at - 1 - (at-1-c.From)%audit.BlockSize
	return eventstore.Range{From: from, To: min(from+audit.BlockSize, c.Position)}
}

// pathOf returns the path of a position to the root of its checkpoint.
func pathOf(c *stored, at eventstore.Position, seals map[eventstore.Position][]byte) []string {
	block := blockOf(c, at)
	of := make([][]byte, 0, audit.BlockSize)
	for p := block.From + 1; p <= block.To; p++ {
		of = append(of, seals[p])
	}
	var path []string
	for _, hash := range audit.Path(int(at-c.From-1), of, c.roots()) {
		path = append(path, hex.EncodeToString(hash))
	}
	return path
}
