package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/test/generated"
)

// TestGoldenEvents keeps stored events readable for ever. Each event type and schema version has a file: a stored event of that version.
// Every file must decode. A file of the present version must encode to the same JSON again, so renaming or dropping a field fails here. The
// type of each file must still be declared.
//
// UPDATE_GOLDEN=1 writes the missing files; it never changes one.
func TestGoldenEvents(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(openKeys{}, app.EventSpecs()...)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		addGoldenEvents(t)
	}
	stored := goldenEvents(t)
	declared := map[string]bool{}
	for _, name := range codec.Names() {
		spec, _ := codec.Spec(name)
		for version := 1; version <= spec.Version; version++ {
			file := goldenEvent(name, version)
			declared[file] = true
			t.Run(strings.TrimSuffix(file, ".json"), func(t *testing.T) {
				t.Parallel()
				golden, ok := stored[file]
				if !ok {
					t.Fatalf("there is no %s (make generate writes missing files)", file)
				}
				event, err := codec.Decode(context.Background(), eventstore.Recorded{
					NewEvent: eventstore.NewEvent{Type: name, SchemaVersion: version, Data: golden},
				})
				if err != nil {
					t.Fatal(err)
				}
				if version < spec.Version {
					return
				}
				again, err := json.Marshal(event)
				if err != nil {
					t.Fatal(err)
				}
				if !sameJSON(golden, again) {
					t.Errorf("the stored format of %s has changed\nstored: %s\nnow:    %s\nRaise its version and write an upcaster.", name, golden, again)
				}
			})
		}
	}
	for file := range stored {
		if !declared[file] {
			t.Errorf("%s: nothing declares this type and version, and a log may have such events", file)
		}
	}
}

// goldenEvent is the name of the golden file of an event type's version.
func goldenEvent(name string, version int) string { return fmt.Sprintf("%s.v%d.json", name, version) }

// goldenEvents returns the golden files of events by their names. They are in archives, one for each package that has types of events.
func goldenEvents(t *testing.T) map[string][]byte {
	t.Helper()
	archives, err := filepath.Glob("testdata/events/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, archive := range archives {
		for name, event := range generated.Members(t, archive) {
			if all[name] != nil {
				t.Errorf("%s has %s, which another archive has too", archive, name)
			}
			all[name] = event
		}
	}
	return all
}

// addGoldenEvents writes the missing golden files of present versions.
func addGoldenEvents(t *testing.T) {
	t.Helper()
	all, added := goldenEvents(t), map[string]map[string][]byte{}
	for _, spec := range app.EventSpecs() {
		if file := goldenEvent(spec.Name, spec.Version); all[file] == nil {
			archive := filepath.Join("testdata", "events", path.Base(reflect.TypeOf(spec.New()).PkgPath())+".txtar")
			if added[archive] == nil {
				added[archive] = map[string][]byte{}
			}
			added[archive][file] = sample(t, spec)
		}
	}
	for archive, files := range added {
		if _, err := os.Stat(archive); err == nil {
			maps.Copy(files, generated.Members(t, archive))
		}
		generated.Write(t, archive, files)
	}
}

// openKeys leaves personal data in the clear, for golden files.
type openKeys struct{}

func (openKeys) Key(context.Context, string, bool) ([]byte, error) { return make([]byte, 32), nil }
func (openKeys) Load(context.Context, []string) error              { return nil }

func sameJSON(a, b []byte) bool {
	var x, y any
	da, db := json.NewDecoder(bytes.NewReader(a)), json.NewDecoder(bytes.NewReader(b))
	da.UseNumber()
	db.UseNumber()
	return da.Decode(&x) == nil && db.Decode(&y) == nil && reflect.DeepEqual(x, y)
}

// sample makes an event with every field filled.
func sample(t *testing.T, spec domain.EventSpec) []byte {
	t.Helper()
	v := reflect.New(reflect.TypeOf(spec.New())).Elem()
	v.Set(reflect.ValueOf(spec.New()))
	fill(v, "")
	b, err := json.MarshalIndent(v.Interface(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

func fill(v reflect.Value, name string) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)))
		return
	case money.Decimal:
		v.Set(reflect.ValueOf(money.MustParse("12.5")))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"key":"value"}`))
		return
	case record.Values:
		v.Set(reflect.ValueOf(record.Values{"name": json.RawMessage(`"Mug"`), "price": json.RawMessage(`19.99`)}))
		return
	case *directory.Address:
		v.Set(reflect.ValueOf(&directory.Address{}))
		fill(v.Elem(), name)
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("text of " + strings.ToLower(name))
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		s := reflect.MakeSlice(v.Type(), 1, 1)
		fill(s.Index(0), name)
		v.Set(s)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(v.Field(i), f.Name)
			}
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf(map[string]any{"key": "value"}))
	}
}
