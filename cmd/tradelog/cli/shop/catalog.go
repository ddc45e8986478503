package shop

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/importing/catalogfile"
)

// CatalogCommand has the commands that import and export the catalog.
type CatalogCommand struct {
	Import catalogImport `cmd:"" help:"Create and change products, categories, prices, stock and pictures from a file."`
	Export catalogExport `cmd:"" help:"Write products, categories, prices and stock to a file in the format of import, and pictures to the directory pictures beside it."`
}

// format returns the format of the flag, or by default that of the file name's extension.
func format(said, file string) (catalogfile.Format, error) {
	switch ending := strings.ToLower(filepath.Ext(file)); {
	case said != "":
		return catalogfile.Format(said), nil
	case ending == ".csv":
		return catalogfile.CSV, nil
	case ending == ".jsonl" || ending == ".ndjson":
		return catalogfile.JSON, nil
	}
	return "", fault.Invalidf("The name %s does not tell the format; use --format csv or --format jsonl", file)
}

type catalogImport struct {
	File             string `arg:"" help:"File to read, .csv or .jsonl; - reads standard input."`
	Format           string `help:"Format of the file: csv or jsonl (one JSON object per line); by default that of the file's extension." enum:",csv,jsonl" default:"" placeholder:"NAME"`
	Mode             string `help:"Products and categories that the file may hold: create (only new ones), update (only existing ones) or upsert." enum:"create,update,upsert" default:"upsert"`
	CreateCategories bool   `help:"Create missing categories of products."`
	DryRun           bool   `help:"Check all rows, and change nothing."`
	StopOnError      bool   `help:"Stop at the first wrong row."`
	Restart          bool   `help:"Start at the first row, even if an earlier import of the file was interrupted."`
	Errors           string `help:"CSV file to write the wrong rows to: line, sku, column and message." placeholder:"FILE"`
	JSON             bool   `help:"Print JSON."`
}

// Run imports the file. It fails if any row is wrong.
func (c *catalogImport) Run(ctx context.Context, g *command.Globals) error {
	kind, err := format(c.Format, c.File)
	if err != nil {
		return err
	}
	file := os.Stdin
	var beside fs.FS
	if c.File != "-" {
		if file, err = os.Open(c.File); err != nil {
			return fault.Invalidf("%v", err)
		}
		defer file.Close()
		root, err := os.OpenRoot(filepath.Dir(c.File))
		if err != nil {
			return fault.Invalidf("%v", err)
		}
		defer root.Close()
		beside = root.FS()
	}
	var wrong problems
	var s catalogfile.Summary
	began := time.Now()
	err = g.With(ctx, func(ctx context.Context, a *app.App) error {
		if wrong, err = c.problems(g); err != nil {
			return err
		}
		o := catalogfile.Options{
			Format: kind, Mode: catalogfile.Mode(c.Mode), CreateCategories: c.CreateCategories, DryRun: c.DryRun, StopOnError: c.StopOnError,
			Failed: wrong.add, Files: beside,
		}
		if c.File != "-" && !c.DryRun {
			dir := filepath.Join(g.Data, "imports")
			if o.Checkpoint, err = catalogfile.OpenCheckpoint(ctx, a.CatalogFiles(), dir, file, o, c.Restart); err != nil {
				return err
			}
			if rows := o.Checkpoint.Rows(); rows > 0 {
				_ = g.Err.Printf("an earlier import of this file was interrupted; going on after row %d\n", rows)
			}
		}
		began = time.Now()
		o.Progress = newProgress(g.Err, file, began).show
		if s, err = catalogfile.Import(ctx, a.CatalogFiles(), file, o); err != nil {
			return err
		}
		if err := a.Follow(ctx, 0); err != nil {
			return err
		}
		return a.TakeEffect(ctx)
	})
	g.Err.EndStatus()
	if err := errors.Join(err, wrong.close()); err != nil {
		return err
	}
	took := time.Since(began)
	if err := c.summary(g, s, took); err != nil {
		return err
	}
	if s.Failed > 0 {
		return fault.Invalidf("%d of %d rows are wrong and were left out", s.Failed, s.Rows)
	}
	return nil
}

func (c *catalogImport) summary(g *command.Globals, s catalogfile.Summary, took time.Duration) error {
	if c.JSON {
		return g.Out.JSON(s)
	}
	skipped, dry := "", ""
	if s.Skipped > 0 {
		skipped = ", " + strconv.Itoa(s.Skipped) + " done before"
	}
	if c.DryRun {
		dry = "dry run, nothing was changed: "
	}
	return g.Out.Printf("%s%d rows: %d created, %d changed, %d unchanged, %d wrong%s; %s, %.0f rows/s\n", dry, s.Rows, s.Created, s.Changed,
		s.Unchanged, s.Failed, skipped, took.Round(time.Millisecond), float64(s.Rows-s.Skipped)/took.Seconds())
}

// writeBeside returns a function that writes pictures below a directory. Their names contain a digest of their content, so existing files
// are not written again.
func writeBeside(dir string) func(name string, content io.Reader) error {
	return func(name string, content io.Reader) error {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(at); err == nil {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return fault.Invalidf("%v", err)
		}
		file, err := os.CreateTemp(filepath.Dir(at), ".new-")
		if err != nil {
			return fault.Invalidf("%v", err)
		}
		defer os.Remove(file.Name())
		_, err = io.Copy(file, content)
		if err := errors.Join(err, file.Chmod(0o644), file.Close()); err != nil {
			return err
		}
		return os.Rename(file.Name(), at)
	}
}

// problems reports wrong rows on standard error and in a file.
type problems struct {
	messages *command.Output
	file     *os.File
	rows     *csv.Writer
}

func (c *catalogImport) problems(g *command.Globals) (p problems, err error) {
	p.messages = g.Err
	if c.Errors == "" {
		return p, nil
	}
	if p.file, err = os.Create(c.Errors); err != nil {
		return p, fault.Invalidf("%v", err)
	}
	p.rows = csv.NewWriter(p.file)
	return p, p.rows.Write([]string{"line", "sku", "column", "message"})
}

func (p problems) add(wrong catalogfile.Problem) error {
	p.messages.EndStatus()
	_ = p.messages.Printf("line %d, %s, %s: %s\n", wrong.Line, or(wrong.SKU, "no SKU"), or(wrong.Column, "row"), wrong.Message)
	if p.rows == nil {
		return nil
	}
	return p.rows.Write([]string{strconv.Itoa(wrong.Line), wrong.SKU, wrong.Column, wrong.Message})
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (p problems) close() error {
	if p.rows == nil {
		return nil
	}
	p.rows.Flush()
	return errors.Join(p.rows.Error(), p.file.Close())
}

// progress prints the progress of an import, and the time left.
type progress struct {
	messages *command.Output
	size     int64 // of the file; 0: unknown
	began    time.Time
	shown    time.Time
	first    int64 // bytes read when progress was first printed
	begun    bool
}

func newProgress(messages *command.Output, file *os.File, began time.Time) *progress {
	p := &progress{messages: messages, began: began, shown: began}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		p.size = info.Size()
	}
	return p
}

// show prints a line that replaces itself on a terminal, and elsewhere a line every few seconds.
func (p *progress) show(s catalogfile.Summary) {
	if !p.begun {
		p.begun, p.first = true, s.Read
	}
	pause := 5 * time.Second
	if p.messages.Terminal() {
		pause = 200 * time.Millisecond
	}
	if time.Since(p.shown) < pause {
		return
	}
	p.shown = time.Now()
	took := time.Since(p.began)
	rate := float64(s.Rows-s.Skipped) / took.Seconds()
	if p.size == 0 || s.Read <= p.first {
		p.messages.Status("%d rows, %.0f/s, %d wrong", s.Rows, rate, s.Failed)
		return
	}
	left := time.Duration(float64(took) * float64(p.size-s.Read) / float64(s.Read-p.first))
	p.messages.Status("%d rows (%d%%), %.0f/s, %d wrong, %s left", s.Rows, 100*s.Read/p.size, rate, s.Failed, left.Round(time.Second))
}

type catalogExport struct {
	File   string `arg:"" help:"File to write, .csv or .jsonl; - writes to standard output."`
	Format string `help:"Format of the file: csv or jsonl (one JSON object per line); by default that of the file's extension." enum:",csv,jsonl" default:"" placeholder:"NAME"`
}

// Run exports the catalog. The file appears complete or not at all.
func (c *catalogExport) Run(ctx context.Context, g *command.Globals) error {
	kind, err := format(c.Format, c.File)
	if err != nil {
		return err
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if c.File == "-" {
			_, err := catalogfile.Export(ctx, a.CatalogFiles(), g.Out.Data(), kind, nil)
			return err
		}
		file, err := os.CreateTemp(filepath.Dir(c.File), filepath.Base(c.File)+".new-")
		if err != nil {
			return fault.Invalidf("%v", err)
		}
		defer os.Remove(file.Name())
		rows, err := catalogfile.Export(ctx, a.CatalogFiles(), io.Writer(file), kind, writeBeside(filepath.Dir(c.File)))
		if err := errors.Join(err, file.Chmod(0o644), file.Close()); err != nil {
			return err
		}
		if err := os.Rename(file.Name(), c.File); err != nil {
			return fault.Invalidf("%v", err)
		}
		return g.Out.Printf("%s: %d rows\n", c.File, rows)
	})
}
