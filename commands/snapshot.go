package commands

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"tradelog/eventstore"
)

// shapeOf returns a hash of a state's Go type, down to its fields. A snapshot of another shape cannot be decoded.
func shapeOf[S any]() string {
	var b strings.Builder
	describe(&b, reflect.TypeFor[S](), map[reflect.Type]bool{})
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:8])
}

func describe(b *strings.Builder, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(b, "%s %s{", t.String(), t.Kind())
	if !seen[t] {
		seen[t] = true
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i)
				fmt.Fprintf(b, "%s %q ", f.Name, f.Tag.Get("json"))
				describe(b, f.Type, seen)
			}
		case reflect.Map:
			describe(b, t.Key(), seen)
			describe(b, t.Elem(), seen)
		case reflect.Pointer, reflect.Slice, reflect.Array:
			describe(b, t.Elem(), seen)
		}
	}
	b.WriteString("}")
}

// restore sets a state from its snapshot if there is a valid one. It drops an invalid snapshot, and the stream is folded from its first
// event.
func (r *repository[S]) restore(ctx context.Context, stream string, l *loaded[S]) {
	snapshot, ok, err := r.infra.Snapshots.Load(ctx, stream, r.shape)
	if err != nil || !ok {
		return
	}
	newest, problem, err := r.snapshotProblem(ctx, snapshot)
	if err != nil {
		return // the log does not answer, and folding will fail
	}
	restored := r.decider.Initial(stream)
	if problem == "" && json.Unmarshal(snapshot.State, &restored) != nil {
		problem = "its state cannot be read"
	}
	if problem != "" {
		r.infra.Logger.Warn("a snapshot is not used; its stream is folded from the first event", "stream", stream, "revision",
			snapshot.Revision, "reason", problem)
		if err := r.infra.Snapshots.Drop(ctx, snapshot); err != nil {
			r.infra.Logger.Warn("drop a snapshot", "stream", stream, "error", err)
		}
		return
	}
	l.state, l.revision, l.position, l.newest, l.snapshotAt = restored, newest.Revision, newest.Position, newest.Type, newest.Revision
	r.stamp(l, newest.RecordedAt)
}

// snapshotProblem returns the reason why a snapshot is invalid, or the event that it ends with.
func (r *repository[S]) snapshotProblem(
	ctx context.Context,
	s eventstore.Snapshot,
) (newest eventstore.Recorded, problem string, err error) {
	if s.Revision < 0 {
		return newest, "its revision is negative", nil
	}
	newest, there, err := r.eventAt(ctx, s.Stream, s.Revision)
	switch {
	case err != nil:
		return newest, "", err
	case !there:
		return newest, "the stream does not reach as far", nil
	}
	key, err := r.infra.SnapshotKey(ctx)
	if err != nil {
		return newest, "", err
	}
	if !hmac.Equal(s.Seal, s.SealWith(key, r.infra.Store.LogID(), newest)) {
		return newest, "its seal is not over what it holds", nil
	}
	return newest, "", nil
}

// eventAt returns one event of a stream.
func (r *repository[S]) eventAt(ctx context.Context, stream string, at eventstore.Revision) (e eventstore.Recorded, there bool, err error) {
	events, err := r.infra.Store.ReadStream(ctx, stream, at, eventstore.Forwards, 1)
	if err != nil || len(events) == 0 || events[0].Revision != at {
		return e, false, err
	}
	return events[0], true, nil
}

// snapshot saves the state if enough events followed the last snapshot. The leader of the lane calls it, since it owns the state;
// only the write runs in the background.
func (r *repository[S]) snapshot(stream string, l *loaded[S]) {
	every := eventstore.Revision(r.decider.SnapshotEvery)
	if every == 0 || r.infra.Snapshots == nil || l.revision-l.snapshotAt < every {
		return
	}
	state, err := json.Marshal(l.state)
	if err != nil {
		return
	}
	l.snapshotAt = l.revision
	snapshot := eventstore.Snapshot{Stream: stream, Shape: r.shape, Revision: l.revision, State: state}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := r.save(ctx, snapshot); err != nil { // the next snapshot replaces it
			r.infra.Logger.Debug("save a snapshot", "stream", stream, "error", err)
		}
	}()
}

// save seals a snapshot and stores it.
func (r *repository[S]) save(ctx context.Context, s eventstore.Snapshot) error {
	key, err := r.infra.SnapshotKey(ctx)
	if err != nil {
		return err
	}
	newest, there, err := r.eventAt(ctx, s.Stream, s.Revision)
	if err != nil || !there {
		return err
	}
	s.Seal = s.SealWith(key, r.infra.Store.LogID(), newest)
	return r.infra.Snapshots.Save(ctx, s)
}
