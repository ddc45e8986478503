package events

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/operations"
)

type eventsProve struct {
	Kind   string `arg:"" enum:"order" help:"Subject of the receipt: order."`
	Number string `arg:"" help:"Number of the order, such as 100000012."`
	Output string `help:"File to write; by default standard output." short:"o" placeholder:"FILE"`
	PDF    bool   `name:"pdf" help:"Write the receipt as a PDF, to which it is attached."`
	AsIs   bool   `help:"Do not take a checkpoint first: the newest events may not be covered by one."`
}

// Run writes a receipt.
func (c *eventsProve) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		found, err := command.Ask[[]struct {
			ID int64 `json:"id"`
		}](ctx, a, "GET /orders", command.Args{"incrementId": c.Number})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fault.NotFoundf("There is no order with the number %s.", c.Number)
		}
		if !c.AsIs {
			if _, err := command.Ask[proof.Checkpoint](ctx, a, "checkpoint.take", nil); err != nil {
				return err
			}
		}
		name := "GET /orders/{id}/receipt"
		if c.PDF {
			name += "/pdf"
		}
		result, err := command.Invoke(ctx, a, name, command.Args{"id": found[0].ID})
		if err != nil {
			return err
		}
		content, err := fileOf(result)
		if err != nil {
			return err
		}
		return command.WriteFile(g, c.Output, func(out io.Writer) error {
			_, err := out.Write(content)
			return err
		})
	})
}

// fileOf returns the content of a file for a receipt: the PDF, or indented JSON.
func fileOf(r operations.Result) ([]byte, error) {
	if r.Answer.File != nil {
		return r.Answer.File.Body, nil
	}
	var b bytes.Buffer
	err := json.Indent(&b, r.Answer.Bare, "", "  ")
	b.WriteByte('\n')
	return b.Bytes(), err
}

type eventsCheck struct {
	File      string `arg:"" help:"Receipt to check."`
	Key       string `name:"public-key" aliases:"key" required:"" help:"File of the public key of the installation that made the receipt." placeholder:"FILE"`
	Published string `help:"File with published checkpoints; those of the receipt must be among them." placeholder:"FILE"`
	JSON      bool   `help:"Print JSON."`
}

// Run checks a receipt. It fails if the receipt does not hold.
func (c *eventsCheck) Run(_ context.Context, g *command.Globals) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	key, err := publicKey(c.Key)
	if err != nil {
		return err
	}
	receipt, err := proof.Read(text)
	if refused := new(proof.RefusedError); err != nil && !errors.As(err, &refused) {
		return fmt.Errorf("%s is no receipt: %w", c.File, err)
	}
	if err != nil {
		return err
	}
	verdict, err := proof.Check(receipt, key)
	if err != nil {
		return err
	}
	if c.Published != "" {
		if err := c.published(receipt); err != nil {
			return err
		}
	}
	if c.JSON {
		return g.Out.JSONLine(verdict)
	}
	what := receipt.Stream
	if receipt.Number != "" {
		what = "order " + receipt.Number
	}
	if err := g.Out.Printf("The receipt of %s holds: %d events of the log %s, from %s to %s.\n", what, verdict.Events, receipt.LogID,
		receipt.Events[0].RecordedAt, receipt.Events[verdict.Events-1].RecordedAt); err != nil {
		return err
	}
	return g.Out.Printf("%d seals were computed again, %d events are covered by signed checkpoints, %d are not yet.\n", verdict.Recomputed,
		verdict.Covered, verdict.Pending)
}

// published compares the checkpoints of a receipt with those that were published.
func (c *eventsCheck) published(r *proof.Receipt) error {
	file, err := os.Open(c.Published)
	if err != nil {
		return err
	}
	defer file.Close()
	there := map[proof.TreeHead]bool{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var checkpoint audit.Checkpoint
		if err := json.Unmarshal(lines.Bytes(), &checkpoint); err != nil {
			return fmt.Errorf("%s: %w", c.Published, err)
		}
		there[proof.CheckpointOf(checkpoint).TreeHead()] = true
	}
	if err := lines.Err(); err != nil {
		return err
	}
	for _, used := range r.Checkpoints {
		if !there[used.TreeHead()] {
			return &proof.RefusedError{Reason: fmt.Sprintf("the checkpoint at position %d is not among those published", used.Position)}
		}
	}
	return nil
}

type eventsKey struct{}

// Run prints the public key of the installation.
func (eventsKey) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		key, err := log.CheckpointKey(ctx)
		if err != nil {
			return err
		}
		return g.Out.Lines(string(key))
	})
}
