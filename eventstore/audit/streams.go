package audit

import (
	"context"
	"hash/maphash"
	"slices"

	"tradelog/eventstore"
)

// streams checks the revisions of every stream while a log is read, for logs that are no eventstore.SealedStore. It takes about 50 bytes
// for each stream.
type streams struct {
	seed   maphash.Seed
	newest map[uint64]lastEvent
	broken []eventstore.BrokenStream
}

type lastEvent struct {
	revision eventstore.Revision
	position eventstore.Position
}

func newStreams() *streams { return &streams{seed: maphash.MakeSeed(), newest: map[uint64]lastEvent{}} }

func (s *streams) next(r *eventstore.Recorded) {
	key := maphash.String(s.seed, r.Stream)
	last, seen := s.newest[key]
	if !seen {
		last = lastEvent{revision: -1}
	}
	if r.Revision != last.revision+1 && len(s.broken) < maxNoted {
		s.broken = append(s.broken, eventstore.BrokenStream{Stream: r.Stream, Revision: r.Revision, Position: r.Position,
			Previous: last.revision, PreviousPosition: last.position})
	}
	s.newest[key] = lastEvent{max(r.Revision, last.revision), r.Position}
}

// checkStreams finds out which missing events were removed alone and which with their stream. It also finds events whose removal
// left no gap in the log.
func (v *verifier) checkStreams(ctx context.Context) error {
	if v.streams != nil {
		v.found.explain(v.streams.broken)
		return nil
	}
	sealed, _ := eventstore.Sealed(v.store)
	broken, err := sealed.BrokenStreams(ctx, v.last, maxNoted)
	v.found.explain(broken)
	return err
}

// explain matches revisions missing from streams with positions missing from the log. A missing revision was stored between its
// neighbours, so it gets the first gap there; later streams get the remaining ones. A changed event may have been the missing
// one, or may only pretend that one is missing.
func (f *findings) explain(broken []eventstore.BrokenStream) {
	gone := slices.Sorted(slices.Values(f.gone))
	touched := slices.Sorted(slices.Values(f.touched))
	for _, b := range broken {
		pretended := slices.Contains(f.touched, b.Position) || slices.Contains(f.touched, b.PreviousPosition)
		if b.Position < b.PreviousPosition || b.Revision <= b.Previous {
			if !pretended {
				f.add(Reordered, b.Position, b.Stream, "revision %d lies before revision %d of its stream", b.Revision, b.Previous)
			}
			continue
		}
		for revision := b.Previous + 1; revision < b.Revision && revision <= b.Previous+maxNoted; revision++ {
			if at, ok := take(&gone, b.PreviousPosition+1, b.Position); ok {
				f.add(Removed, at, b.Stream, "its stream lacks revision %d", revision)
			} else if _, ok := take(&touched, b.PreviousPosition, b.Position); !ok && !pretended {
				f.add(Removed, b.Position, b.Stream, "its stream lacks revision %d before it, and the log has no gap: events were "+
					"renumbered and sealed anew", revision)
			}
		}
	}
	for _, at := range gone {
		f.add(StreamDeleted, at, "", "no stream lacks an event here: the newest events of one are gone, or all of it")
	}
}

// take removes the first position between first and last from a list.
func take(from *[]eventstore.Position, first, last eventstore.Position) (eventstore.Position, bool) {
	i := slices.IndexFunc(*from, func(p eventstore.Position) bool { return p >= first && p <= last })
	if i < 0 {
		return 0, false
	}
	p := (*from)[i]
	*from = slices.Delete(*from, i, i+1)
	return p, true
}
