package shop

import (
	"cmp"
	"context"
	"reflect"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain"
	"tradelog/domain/fault"
)

// recordKind is a kind of record that a command lists, changes and deletes.
type recordKind struct {
	name   string   // on the command line, and the beginning of its operations such as website.set
	title  string   // in messages
	fields []string // the flags of set that it accepts
	needs  []string // the flags that a new record needs
	record any      // the printed form of one; the ID is the first field
	// read returns all records in their printed form.
	read func(ctx context.Context, a *app.App) ([]any, error)
}

func kindOf(kinds []*recordKind, name string) *recordKind {
	kind, _ := domain.Find(kinds, func(k *recordKind) bool { return k.name == name })
	return kind
}

func recordsOf[T any](list []T, record func(T) any) []any {
	out := make([]any, len(list))
	for i, of := range list {
		out[i] = record(of)
	}
	return out
}

// listRecords prints one kind, or all kinds one after another.
func listRecords(ctx context.Context, g *command.Globals, asJSON bool, only string, kinds []*recordKind) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		all := map[string]any{}
		for _, kind := range kinds {
			if only != kind.name && only != "all" {
				continue
			}
			records, err := kind.read(ctx, a)
			if err != nil {
				return err
			}
			rows := command.TableOf(kind.record, records...)
			if only == kind.name {
				return g.Out.Show(asJSON, records, rows)
			}
			all[strings.ReplaceAll(kind.name, "-", "_")] = records
			if asJSON {
				continue
			}
			_ = g.Out.Println(kind.name)
			if err := g.Out.Show(false, nil, rows); err != nil {
				return err
			}
			_ = g.Out.Println()
		}
		if !asJSON {
			return nil
		}
		return g.Out.JSON(all)
	})
}

// find returns the record with an ID, or nil.
func (k *recordKind) find(ctx context.Context, a *app.App, id int64) (any, error) {
	records, err := k.read(ctx, a)
	for _, r := range records {
		if reflect.ValueOf(r).Field(0).Int() == id {
			return r, err
		}
	}
	return nil, err
}

// set creates or changes a record by an operation, waits until that has taken effect, and prints the record.
func (k *recordKind) set(ctx context.Context, g *command.Globals, a *app.App, asJSON bool, operation string, arguments command.Args) error {
	done, err := command.Changed[struct{ ID int64 }](ctx, a, operation, arguments)
	if err != nil {
		return err
	}
	made, err := k.find(ctx, a, done.ID)
	if err == nil && made == nil {
		err = fault.NotFoundf("There is no %s %d", k.title, done.ID)
	}
	if err != nil {
		return err
	}
	return g.Out.Show(asJSON, made, command.TableOf(k.record, made))
}

// checkID refuses numbers that no record has, and a new record without the flags that it needs.
func (k *recordKind) checkID(id int64, given map[string]bool) error {
	if id < 0 {
		return fault.Invalidf("--id takes a number from 1")
	}
	if id != 0 {
		return nil
	}
	for _, name := range k.needs {
		if !given[name] {
			return fault.Invalidf("A new %s needs --%s; say --id to change one", k.title, name)
		}
	}
	return nil
}

// whichRecord is the argument that names the record to delete.
type whichRecord struct {
	Number int64 `arg:"" optional:"" name:"id" help:"ID of the record to delete, as with --id."`
	ID     int64 `name:"id" help:"ID of the record to delete." placeholder:"N"`
	JSON   bool  `help:"Print JSON."`
}

// deleteRecord deletes an unused record and prints it. lister is the command that lists the records.
func deleteRecord(ctx context.Context, g *command.Globals, lister string, k *recordKind, which whichRecord) error {
	id := cmp.Or(which.ID, which.Number)
	if id <= 0 {
		return fault.Invalidf("Say which %s with --id; tradelog %s list %s shows them", k.title, lister, k.name)
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		old, err := k.find(ctx, a, id)
		if err != nil {
			return err
		}
		if err := command.Change(ctx, a, k.name+".delete", command.Args{"id": id}); err != nil || old == nil {
			return err // nil if it was created and deleted concurrently
		}
		return g.Out.Show(which.JSON, old, command.TableOf(k.record, old))
	})
}
