package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
)

// SalesCommand has the commands on sales for bookkeeping.
type SalesCommand struct {
	Export salesExport `cmd:"" help:"Export orders, invoices or credit memos that have changed since the last export."`
}

type salesExport struct {
	Kind   string `arg:"" enum:"orders,invoices,credit-memos" help:"Documents to export: orders, invoices or credit-memos."`
	Format string `help:"Format: csv, with a line for each tax rate of a document, or jsonl, with a line for each document." enum:"csv,jsonl" default:"csv"`
	After  string `help:"Position after which changes are wanted; by default that of --state, or else the beginning." placeholder:"POSITION"`
	Out    string `help:"File to write; by default standard output." placeholder:"FILE"`
	State  string `help:"File that keeps the position for the next export. It may serve all three kinds." placeholder:"FILE"`
}

// Help explains the content of the files.
func (*salesExport) Help() string {
	return "With --state, each export has the changes since the one before. FILE must not exist, so that no export replaces one that was " +
		"not posted yet. The position is stored once FILE is whole. A document that changes again is exported again."
}

// Run exports page by page.
func (c *salesExport) Run(ctx context.Context, g *command.Globals) error {
	state, err := readPositions(c.State)
	if err != nil {
		return err
	}
	if c.After == "" {
		c.After = state[c.Kind]
	}
	if c.State != "" && c.Out != "" {
		if _, err := os.Lstat(c.Out); !errors.Is(err, fs.ErrNotExist) {
			return fault.Conflictf("%s exists, and may have documents that were not posted yet. Post it and move it away, or say another --out.",
				c.Out)
		}
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		next := ""
		write := func(to io.Writer) (err error) {
			next, err = c.pages(ctx, a, to)
			return err
		}
		if err := command.WriteFile(g, c.Out, write); err != nil {
			return err
		}
		if c.State != "" {
			state[c.Kind] = next
			if err := command.WriteFile(g, c.State, func(to io.Writer) error { return json.NewEncoder(to).Encode(state) }); err != nil {
				return fmt.Errorf("the position %s was not stored: %w", next, err)
			}
		}
		return g.Err.Printf("the next export begins after %s\n", next)
	})
}

// pages writes all pages as one file, and returns the position for the next export.
func (c *salesExport) pages(ctx context.Context, a *app.App, to io.Writer) (next string, err error) {
	next = c.After
	for page := 0; ; page++ {
		args := command.Args{"format": c.Format, "limit": 1000}
		if next != "" {
			args["after"] = next
		}
		r, err := command.Invoke(ctx, a, "GET /sales-export/"+c.Kind, args)
		if err != nil {
			return "", err
		}
		file := r.Answer.File
		if _, err := to.Write(c.part(file.Body, page == 0, !file.More)); err != nil {
			return "", err
		}
		if next = file.Next; !file.More {
			return next, nil
		}
	}
}

// part returns the part of a page that goes into the file. Only the first page keeps its heading, only the last one the last line of JSON
// lines.
func (c *salesExport) part(body []byte, first, last bool) []byte {
	if c.Format == "csv" && !first {
		_, body, _ = bytes.Cut(body, []byte("\n"))
	}
	if c.Format == "jsonl" && !last {
		body = body[:bytes.LastIndexByte(bytes.TrimSuffix(body, []byte("\n")), '\n')+1]
	}
	return body
}

// readPositions reads the positions of earlier exports, by kind.
func readPositions(path string) (map[string]string, error) {
	positions := map[string]string{}
	if path == "" {
		return positions, nil
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return positions, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &positions); err != nil {
		return nil, fault.Invalidf("%s does not hold positions of exports. Say another --state, or none and --after with a position.", path)
	}
	return positions, nil
}
