package events

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/vault"
	"tradelog/installation"
)

type eventsVerify struct {
	Checkpoint string `help:"File of a checkpoint to compare the log with." type:"existingfile" placeholder:"FILE"`
	PublicKey  string `help:"File of the public key that verifies the checkpoint or the archive." aliases:"key" type:"existingfile" placeholder:"FILE"`
	Archive    string `help:"Directory of an archive to verify instead of the log, or URL of its bucket. This needs no database." placeholder:"DIR|URL"`
	AgainstLog bool   `help:"Compare the archive with the log too. Requires --archive."`
	JSON       bool   `help:"Print JSON."`
}

// Run verifies the log. It fails when there is damage.
func (c *eventsVerify) Run(ctx context.Context, g *command.Globals) error {
	options := audit.Options{Progress: command.LogProgress(g, "verify")}
	if c.Checkpoint != "" {
		if c.PublicKey == "" {
			return errors.New("a checkpoint needs --public-key to check its signature with")
		}
		var err error
		if options.Checkpoint, options.Key, err = readCheckpoint(c.Checkpoint, c.PublicKey); err != nil {
			return err
		}
	}
	if c.Archive != "" {
		return c.verifyArchive(ctx, g, options)
	}
	if c.AgainstLog {
		return fault.Invalidf("--against-log needs --archive, the archive to compare the log with")
	}
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		began := time.Now()
		report, err := audit.Verify(ctx, log.Store, options)
		if err != nil {
			return err
		}
		state, err := log.Verify(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			out := reported(report, report.OK() && state.OK())
			out["beside"] = state
			if err := g.Out.JSONLine(out); err != nil {
				return err
			}
		} else {
			if err := ShowReport(g, report, "log", time.Since(began)); err != nil {
				return err
			}
			showState(g, state)
		}
		if !report.OK() {
			return fmt.Errorf("the log is damaged: %d kinds of damage", len(report.Damages))
		}
		return state.Err()
	})
}

// showState prints lost events and parts that do not agree with the log.
func showState(g *command.Globals, s installation.State) {
	for _, c := range s.Cuts {
		_ = g.Out.Printf("after position %d the log lost events, up to position %d at least; an operator went on without them at %s\n",
			c.Position, c.Seen, c.AcceptedAt.Format(time.DateTime))
	}
	if s.Loss != nil {
		for _, a := range s.Loss.Ahead {
			if a.Position <= s.Loss.End {
				_ = g.Out.Printf("%s; the log has diverged from it\n", a)
				continue
			}
			_ = g.Out.Printf("%s, after the end of the log at %d\n", a, s.Loss.End)
		}
	}
	for _, b := range s.Behind {
		_ = g.Out.Printf("sequence %s is at %d, and the log has %d\n", b.Name, b.At, b.Highest)
	}
}

func readCheckpoint(file, keyFile string) (*audit.Checkpoint, ed25519.PublicKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	var checkpoint audit.Checkpoint
	if err := json.Unmarshal(text, &checkpoint); err != nil {
		return nil, nil, fmt.Errorf("%s is no checkpoint: %w", file, err)
	}
	public, err := publicKey(keyFile)
	return &checkpoint, public, err
}

// publicKey reads the file of a public key.
func publicKey(file string) (ed25519.PublicKey, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return audit.LoadPublicKey(pem)
}

type eventsCheckpoint struct {
	Key string `help:"File of the private key that signs the checkpoint. If there is none, a pair of keys is created: FILE and FILE.pub. By default the key of the installation signs." placeholder:"FILE"`
}

// Run prints a signed checkpoint. One with the installation's own key is stored, and receipts use it.
func (c *eventsCheckpoint) Run(ctx context.Context, g *command.Globals) error {
	if c.Key == "" {
		return g.With(ctx, func(ctx context.Context, a *app.App) error {
			checkpoint, err := command.Ask[proof.Checkpoint](ctx, a, "checkpoint.take", nil)
			if err != nil {
				return err
			}
			return g.Out.JSONLine(checkpoint)
		})
	}
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		private, undo, err := privateKey(g, c.Key)
		if err != nil {
			return err
		}
		checkpoint, err := audit.TakeCheckpoint(ctx, log.Store, private, time.Now())
		if err != nil {
			return errors.Join(err, undo())
		}
		return g.Out.JSONLine(checkpoint)
	})
}

// privateKey reads the file of a private key, or creates a pair if there is none. undo removes a pair that was created.
func privateKey(g *command.Globals, file string) (key ed25519.PrivateKey, undo func() error, err error) {
	pem, err := os.ReadFile(file)
	undo = func() error { return nil }
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Lstat(file + ".pub"); err == nil {
			return nil, nil, fault.Invalidf("There is %s.pub, and not the private key %s that belongs to it. Bring that back, or name another file "+
				"for a new key.", file, file)
		}
		var public []byte
		if pem, public, err = audit.GenerateKey(); err != nil {
			return nil, nil, err
		}
		undo = func() error { return errors.Join(os.Remove(file), os.Remove(file+".pub")) }
		if err := os.WriteFile(file, pem, 0o600); err != nil {
			return nil, nil, err
		}
		if err := os.WriteFile(file+".pub", public, 0o644); err != nil {
			return nil, nil, errors.Join(err, os.Remove(file))
		}
		_ = g.Err.Printf("made %s and %s.pub; keep the private key away from the database\n", file, file)
	} else if err != nil {
		return nil, nil, err
	}
	key, err = audit.LoadPrivateKey(pem)
	return key, undo, err
}

type eventsExport struct {
	From   int64  `help:"Position after which the export begins."`
	Output string `help:"File to write; by default standard output." short:"o" placeholder:"FILE"`
	Keys   string `help:"File to write the keys of personal data to. Nobody can read the personal data without them. They stay wrapped with the master key." placeholder:"FILE"`
	Plain  bool   `name:"plain-keys" help:"Write the keys unwrapped. Everybody who has the file can read the personal data."`
	Key    string `help:"File of the private key that signs the export. If there is none, a pair of keys is created: FILE and FILE.pub." placeholder:"FILE"`
	filterFlags
}

// Run exports the log.
func (c *eventsExport) Run(ctx context.Context, g *command.Globals) error {
	if c.Plain && c.Keys == "" {
		return fault.Invalidf("--plain-keys needs --keys FILE, the file to write the keys to")
	}
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		options := audit.ExportOptions{From: eventstore.Position(c.From), Filter: c.filter(), Progress: command.LogProgress(g, "export")}
		undo := func() error { return nil }
		if c.Key != "" {
			var err error
			if options.Key, undo, err = privateKey(g, c.Key); err != nil {
				return err
			}
		}
		var exported archive.Written
		err := command.WriteFile(g, c.Output, func(out io.Writer) (err error) {
			exported, err = audit.Export(ctx, log.Store, out, options)
			return err
		})
		if err != nil {
			return errors.Join(err, undo()) // it has signed nothing
		}
		if c.Keys != "" {
			err := command.WriteFile(g, c.Keys, func(out io.Writer) error { return writeKeys(ctx, log, out, c.Plain) })
			if err != nil {
				return err
			}
		}
		_ = g.Err.Printf("%d events, up to position %d\n", exported.Events, exported.Position)
		return nil
	})
}

// keyLine is a line of a key file.
type keyLine struct {
	Subject string `json:"subject"`
	Key     []byte `json:"key"`
	Master  string `json:"master,omitempty"` // fingerprint of the master key that wraps the key; empty: it is not wrapped
}

func writeKeys(ctx context.Context, log *app.Log, out io.Writer, plain bool) error {
	buffered := bufio.NewWriter(out)
	enc := json.NewEncoder(buffered)
	err := log.Keyring.Each(ctx, func(k vault.Stored) (err error) {
		if plain {
			if k.Secret, err = log.Keyring.Open(ctx, k); err != nil {
				return err
			}
			k.Master = ""
		}
		return enc.Encode(keyLine{k.ID, k.Secret, k.Master})
	})
	return errors.Join(err, buffered.Flush())
}

func readKeys(ctx context.Context, log *app.Log, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	dec := json.NewDecoder(bufio.NewReader(file))
	return putKeys(ctx, log, log, func(put func(vault.Stored) error) error {
		for {
			var line keyLine
			if err := dec.Decode(&line); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return fmt.Errorf("%s is no file of keys: %w", name, err)
			}
			if err := put(vault.Stored{ID: line.Subject, Secret: line.Key, Master: line.Master}); err != nil {
				return err
			}
		}
	})
}

// putKeys stores keys in a log, many at once. The master keys of from unwrap them; those of the target wrap them anew.
func putKeys(ctx context.Context, from, to *app.Log, each func(put func(vault.Stored) error) error) error {
	const batch = 1000
	var subjects []string
	var keys [][]byte
	flush := func() error {
		err := to.Keyring.Put(ctx, subjects, keys)
		subjects, keys = nil, nil
		return err
	}
	if err := each(func(k vault.Stored) error {
		key, err := from.Keyring.Open(ctx, k)
		if err != nil {
			return err
		}
		if subjects, keys = append(subjects, k.ID), append(keys, key); len(subjects) < batch {
			return nil
		}
		return flush()
	}); err != nil {
		return err
	}
	return flush()
}

type eventsImport struct {
	File     string `arg:"" optional:"" help:"Export to read; by default standard input." type:"existingfile"`
	Archive  string `help:"Archive to read instead: its directory or bucket." placeholder:"DIR|URL"`
	Key      string `name:"public-key" aliases:"key" help:"File of the public key that verifies the signature of the archive or the export." type:"existingfile" placeholder:"FILE"`
	Unsealed bool   `help:"Do not verify the seals of the export. Exports of earlier versions may have none."`
	Keys     string `help:"File of the keys of personal data." type:"existingfile" placeholder:"FILE"`
	Renumber bool   `help:"Renumber the events of each stream. An export that omits events needs this."`
	Create   bool   `help:"Create the data directory if it holds no installation."`
}

// Run imports an export or an archive.
func (c *eventsImport) Run(ctx context.Context, g *command.Globals) error {
	if c.Archive != "" {
		if c.File != "" || c.Renumber || c.Unsealed {
			return fault.Invalidf("--archive takes no file, no --renumber and no --unsealed")
		}
		return withArchive(ctx, g, c.Archive, c.Key, func(opened *archive.Archive) error {
			return c.fill(ctx, g, nil, func(ctx context.Context, log *app.Log) (audit.Transferred, error) {
				moved, err := audit.ImportArchive(ctx, log.Store, opened, c.options(g))
				if err == nil && !moved.SealsKept {
					err = errors.New("the events are there, but their seals are not those of the archive")
				}
				return moved, err
			})
		})
	}
	o := c.options(g)
	if c.Key != "" {
		var err error
		if o.Key, err = publicKey(c.Key); err != nil {
			return err
		}
	}
	var in io.Reader = os.Stdin
	if c.File != "" {
		file, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	begin := sync.OnceValues(func() (*audit.BegunImport, error) {
		begun, err := audit.BeginImport(in, o)
		if errors.Is(err, audit.ErrNoSeals) {
			err = fmt.Errorf("%w; export the log again, or import it as it is with --unsealed", err)
		}
		return begun, err
	})
	check := func() error {
		_, err := begin()
		return err
	}
	return c.fill(ctx, g, check, func(ctx context.Context, log *app.Log) (audit.Transferred, error) {
		begun, err := begin()
		if err != nil {
			return audit.Transferred{}, err
		}
		return begun.Into(ctx, log.Store)
	})
}

func (c *eventsImport) options(g *command.Globals) audit.ImportOptions {
	return audit.ImportOptions{Renumber: c.Renumber, Unsealed: c.Unsealed, Progress: command.LogProgress(g, "import")}
}

// fill opens the log to import into, and stores the keys before the events. Before it makes an installation, check may refuse the import.
func (c *eventsImport) fill(
	ctx context.Context, g *command.Globals, check func() error, move func(context.Context, *app.Log) (audit.Transferred, error),
) error {
	what := command.Using
	if c.Create || g.Database != "" {
		what = command.Filling
	}
	if what == command.Filling && check != nil {
		if err := check(); err != nil {
			return err
		}
	}
	return g.WithinLog(ctx, what, func(ctx context.Context, log *app.Log) error {
		if c.Keys != "" {
			if err := readKeys(ctx, log, c.Keys); err != nil {
				return err
			}
		}
		moved, err := move(ctx, log)
		if err != nil {
			return err
		}
		return showMoved(g, moved)
	})
}

func showMoved(g *command.Globals, t audit.Transferred) error {
	what := "compared and equal"
	switch {
	case t.SealsKept:
		what += ", with their times and seals"
	case t.TimesKept:
		what += ", with their times"
	}
	return g.Out.Printf("%d events, %d of them were there already; %s. The read models are made at the next start.\n", t.Events, t.Present,
		what)
}

type eventsCopy struct {
	To          string `help:"Database or event store to copy to. Its log must be empty or an interrupted copy of this log." required:"" placeholder:"URL"`
	KeysTo      string `help:"Database of the new shop. It stores the keys of personal data if --to is an event store." placeholder:"URL"`
	WithoutKeys bool   `help:"Do not copy the keys of personal data. Nobody can read it in the copy."`
	Renumber    bool   `help:"Renumber the events of each stream. A filter that omits events needs this."`
	filterFlags
}

// Run copies the log.
func (c *eventsCopy) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, from *app.Log) error {
		master, err := installation.MasterKeys(g.Data)
		if err != nil {
			return err
		}
		target := app.Config{Database: app.Database{URL: c.To}, Secrets: app.Secrets{MasterKeys: master}}
		if esdb.CheckURL(c.To) == nil {
			if c.KeysTo == "" {
				return errors.New("an event store keeps no keys of personal data: name the database of the new shop with --keys-to")
			}
			target.Database.URL, target.EventLog.StoreURL = c.KeysTo, c.To
		}
		to, err := app.OpenLog(ctx, target)
		if err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		defer to.Close()
		if !c.WithoutKeys {
			if err := putKeys(ctx, from, to, func(put func(vault.Stored) error) error { return from.Keyring.Each(ctx, put) }); err != nil {
				return err
			}
		}
		moved, err := audit.Copy(ctx, from.Store, to.Store,
			audit.CopyOptions{Filter: c.filter(), Renumber: c.Renumber, Progress: command.LogProgress(g, "copy")})
		if err != nil {
			return err
		}
		return showMoved(g, moved)
	})
}
