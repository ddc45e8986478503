package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"tradelog/eventstore"
)

// shapeOf is a hash of a state's Go type, down to its fields: a snapshot of another shape is useless.
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

// restore starts a state from its snapshot where there is a good one.
func (r *Repository[S]) restore(ctx context.Context, stream string, l *loaded[S]) {
	revision, state, ok, err := r.infra.Snapshots.Load(ctx, stream, r.shape)
	if err != nil || !ok {
		return
	}
	restored := r.decider.Initial(stream)
	if json.Unmarshal(state, &restored) != nil {
		return
	}
	l.state, l.revision, l.snapshotAt = restored, revision, revision
}

// snapshot keeps the state when enough has happened since the last one. Called by the leader of the lane, which owns the
// state; only the write happens aside.
func (r *Repository[S]) snapshot(stream string, l *loaded[S]) {
	every := eventstore.Revision(r.decider.SnapshotEvery)
	if every == 0 || r.infra.Snapshots == nil || l.revision-l.snapshotAt < every {
		return
	}
	state, err := json.Marshal(l.state)
	if err != nil {
		return
	}
	l.snapshotAt = l.revision
	revision := l.revision
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = r.infra.Snapshots.Save(ctx, stream, r.shape, revision, state) // a cache: the next one will do
	}()
}
