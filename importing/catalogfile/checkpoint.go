package catalogfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tradelog/eventstore"
)

// Checkpoint records the progress of an import, in a file for each content and set of options. The file is removed when the import has
// ended. All methods do nothing on nil.
type Checkpoint struct {
	file  string
	store eventstore.Store
	state struct {
		Rows int `json:"rows"` // done, from the first
		// Refused are the numbers of the rows among them that were refused. A later run tries them again.
		Refused []int `json:"refused,omitempty"`
		// Position is the end of the log when the checkpoint was written. A log that ends before it was restored from an older state, and the
		// checkpoint is void.
		Position eventstore.Position `json:"position"`
	}
	resumes int
	retries map[int]bool
	full    bool
}

// maxRefused is the greatest number of refused rows in a checkpoint. After more of them it does not advance.
const maxRefused = 10_000

// OpenCheckpoint reads the checkpoint of a file in a directory, which is made with the first checkpoint in it. The file is read for its
// digest and set back to its start. anew forgets an earlier run.
func OpenCheckpoint(ctx context.Context, shop Shop, dir string, file io.ReadSeeker, o Options, anew bool) (*Checkpoint, error) {
	digest := sha256.New()
	fmt.Fprintf(digest, "%s %s %s %t\n", shop.Log.LogID(), o.Format, o.Mode, o.CreateCategories)
	if _, err := io.Copy(digest, file); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	c := &Checkpoint{file: filepath.Join(dir, hex.EncodeToString(digest.Sum(nil)[:16])+".json"), store: shop.Log, retries: map[int]bool{}}
	if anew {
		return c, c.remove()
	}
	b, err := os.ReadFile(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	head, err := shop.Log.Head(ctx)
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(b, &c.state) != nil || c.state.Position > head {
		c.state.Rows, c.state.Refused = 0, nil
		return c, nil
	}
	c.resumes = c.state.Rows
	for _, number := range c.state.Refused {
		c.retries[number] = true
	}
	c.state.Refused = nil
	return c, nil
}

// Rows returns the number of rows that an earlier run has processed.
func (c *Checkpoint) Rows() int { return c.resumes }

// done tells whether an earlier run has carried out a row.
func (c *Checkpoint) done(number int) bool {
	return c != nil && number <= c.resumes && !c.retries[number]
}

func (c *Checkpoint) refused(number int) {
	if c == nil {
		return
	}
	if c.full = c.full || len(c.state.Refused) >= maxRefused; !c.full {
		c.state.Refused = append(c.state.Refused, number)
	}
}

// reach notes that all rows up to one are done.
func (c *Checkpoint) reach(number int) error {
	if c == nil || c.full || number <= c.resumes {
		return nil
	}
	var err error
	if c.state.Position, err = c.store.Head(context.Background()); err != nil {
		return err
	}
	c.state.Rows = number
	b, err := json.Marshal(c.state)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(c.file+".new", b, 0o600); err != nil {
		return err
	}
	return os.Rename(c.file+".new", c.file)
}

func (c *Checkpoint) remove() error {
	if c == nil {
		return nil
	}
	if err := os.Remove(c.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
