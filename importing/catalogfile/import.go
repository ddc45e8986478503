package catalogfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations/content"
	readcatalog "tradelog/readmodels/catalog"
	readdirectory "tradelog/readmodels/directory"
)

// Format is the format of a file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	JSON Format = "jsonl"
)

// Mode limits the products and categories that rows may be about.
type Mode string

// The modes.
const (
	Create Mode = "create" // only new ones
	Update Mode = "update" // only those that exist
	Upsert Mode = "upsert"
)

// Options of an import.
type Options struct {
	Format           Format
	Mode             Mode
	CreateCategories bool // make categories that products are in
	DryRun           bool // check everything and store nothing
	StopOnError      bool // nothing behind a wrong row
	// Files are the files beside the import, which rows may name as pictures; nil for none.
	Files fs.FS
	// Checkpoint has the progress of an earlier run of the same import; nil for none.
	Checkpoint *Checkpoint
	Failed     func(Problem) error // called for each wrong row, in order
	Progress   func(Summary)       // called now and then; nil for nobody
}

// Problem is the refusal of a row. SKU is the path for categories. Column is empty if no single column is at fault.
type Problem struct {
	Line    int
	SKU     string
	Column  string
	Message string
}

// Summary counts rows by their outcomes.
type Summary struct {
	Rows      int   `json:"rows"`
	Created   int   `json:"created"`
	Changed   int   `json:"changed"`
	Unchanged int   `json:"unchanged"`
	Failed    int   `json:"failed"`
	Skipped   int   `json:"skipped"` // done by an earlier run
	Read      int64 `json:"-"`       // bytes of the file
}

// batch holds rows that are carried out together.
type batch struct {
	rows    []*work
	skipped int   // rows before them, done by an earlier run
	number  int   // of the last row
	read    int64 // bytes of the file
	err     error
	done    chan struct{}
}

// The bounds of a batch, and the number of batches that are carried out at once.
const (
	batchRows  = 500
	batchBytes = 4 << 20
	parallel   = 3
)

// followEvery is the number of batches after which the import waits until the projectors are at most followLag events behind.
const (
	followEvery = 8
	followLag   = 20_000
)

// Shop is the shop that files are read into and written from.
type Shop struct {
	Log      eventstore.Log
	Commands *catalogcommands.Catalog
	// Rows, Structure and Taxes are the readers of the catalog, of the shop's structure and of its tax classes.
	Rows      *readcatalog.Reader
	Structure *readdirectory.Reader
	Taxes     *readdirectory.TaxReader
	// Pictures stores pictures of products.
	Pictures content.Dependencies
	// Follow waits until the read models are at most a number of events behind the log.
	Follow func(ctx context.Context, behind int64) error
}

// Import reads a file into the catalog. Wrong rows are reported and left out. It fails if the whole file is unusable, on an error of the
// shop, and when ctx ends. Rows that were carried out before stay.
func Import(ctx context.Context, shop Shop, from io.Reader, o Options) (s Summary, err error) {
	if err := shop.Follow(ctx, 0); err != nil { // rows are compared with the read models
		return s, err
	}
	i, err := newImporter(ctx, shop, o)
	if err != nil {
		return s, err
	}
	file, err := i.open(from)
	if err != nil {
		return s, err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *batch, parallel)
	var read error
	go func() {
		defer close(queue)
		read = i.read(reading, file, queue)
	}()
	for b := range queue {
		<-b.done
		if err != nil {
			continue // the others that were begun
		}
		if err = i.report(&s, b); err != nil {
			stop()
		}
	}
	if errors.Is(err, errStopped) {
		return s, nil
	}
	if err == nil {
		err = read
	}
	if err == nil {
		err = o.Checkpoint.remove()
	}
	return s, err
}

// errStopped ends an import after a wrong row.
var errStopped = errors.New("stopped after a wrong row")

// open makes the source and checks the columns of a heading.
func (i *importer) open(from io.Reader) (source, error) {
	if i.options.Format == JSON {
		return jsonSource{newLineReader(from)}, nil
	}
	file, err := newCSV(from)
	if err != nil {
		return nil, err
	}
	for n, name := range file.heading {
		base, view := scoped(name)
		known := slices.Contains([]string{kindColumn, skuColumn, pathColumn, storeColumn}, name)
		for _, kind := range kinds {
			known = known || i.sheet.find(kind, base) != nil
		}
		switch _, viewed := i.views[view]; {
		case !known && checkFormer(base) != nil:
			return nil, checkFormer(base)
		case !known:
			return nil, fault.Invalidf("The first line names a column %.60q, which there is not. Columns: %s", name,
				strings.Join(i.sheet.names(), ", "))
		case strings.Contains(name, "@") && !viewed:
			return nil, fault.Invalidf("The first line names a column %.60q, but there is no store view %.60q", name, view)
		case slices.Contains(file.heading[:n], name):
			return nil, fault.Invalidf("The first line names the column %.60q twice", name)
		}
	}
	return file, nil
}

// read puts rows into batches and starts them. Rows of another class wait for the rows before them, because they may refer to their
// products.
func (i *importer) read(ctx context.Context, file source, queue chan<- *batch) error {
	var working sync.WaitGroup
	defer working.Wait()
	slots := make(chan struct{}, parallel)
	begun := 0
	next := &batch{done: make(chan struct{})}
	start := func() error {
		b := next
		next = &batch{done: make(chan struct{}), number: b.number, read: b.read}
		if begun++; begun%followEvery == 0 && !i.options.DryRun {
			if err := i.shop.Follow(ctx, followLag); err != nil {
				return err
			}
		}
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		working.Go(func() {
			b.err = i.apply(ctx, b.rows)
			<-slots
			close(b.done)
		})
		queue <- b
		if i.options.StopOnError {
			<-b.done
			if b.err != nil || slices.ContainsFunc(b.rows, func(w *work) bool { return w.outcome == failed }) {
				return errStopped
			}
		}
		return nil
	}
	size := 0
	for number := 1; ; number++ {
		r, err := file.next()
		if errors.Is(err, io.EOF) {
			return start()
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		w := &work{row: r, number: number}
		i.begin(w)
		if i.options.Checkpoint.done(number) {
			next.skipped, next.number, next.read = next.skipped+1, number, r.read
			continue
		}
		full := len(next.rows) >= batchRows || size > batchBytes
		other := len(next.rows) > 0 && (next.rows[0].class() != w.class() || len(w.names) > 0 && (full || next.has(w.names)))
		if full || other {
			if err := start(); err != nil {
				return err
			}
			size = 0
		}
		if other {
			working.Wait()
			if err := i.follow(ctx); err != nil {
				return err
			}
		}
		next.rows, next.number, next.read, size = append(next.rows, w), number, r.read, size+r.size()
	}
}

// follow waits until the read models show the rows that were carried out, because the next rows are compared with the read models.
func (i *importer) follow(ctx context.Context) error {
	if i.options.DryRun {
		return nil
	}
	return i.shop.Follow(ctx, 0)
}

// has tells whether any row of the batch is about one of some SKUs.
func (b *batch) has(skus []string) bool {
	return slices.ContainsFunc(b.rows, func(w *work) bool { return slices.Contains(skus, strings.ToLower(w.key)) })
}

// report counts the rows of a batch and notes that they are done.
func (i *importer) report(s *Summary, b *batch) error {
	if b.err != nil {
		return b.err
	}
	s.Skipped, s.Rows, s.Read = s.Skipped+b.skipped, s.Rows+b.skipped, b.read
	for _, w := range b.rows {
		s.Rows++
		switch w.outcome {
		case created:
			s.Created++
		case changed:
			s.Changed++
		case unchanged:
			s.Unchanged++
		case failed:
			s.Failed++
			if err := i.options.Failed(w.failure); err != nil {
				return err
			}
			if i.options.StopOnError {
				return errStopped
			}
			i.options.Checkpoint.refused(w.number)
		}
	}
	if i.options.Progress != nil {
		i.options.Progress(*s)
	}
	return i.options.Checkpoint.reach(b.number)
}
