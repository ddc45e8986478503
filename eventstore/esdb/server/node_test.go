package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"testing"

	"tradelog/test/suite"
)

// TestNodeClient: the official Node client, which appends with BatchAppend, works with the server, and goes on when the server comes back
// at its address.
func TestNodeClient(t *testing.T) {
	t.Parallel()
	node, project := suite.Node(t, "../../../scripts", "../../../test/conformance/esdb")
	store := memory(t)
	listen := func(address string) net.Listener {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := listen("127.0.0.1:0")
	first := New(Options{Store: store})
	go func() { _ = first.Serve(l) }()

	client := exec.CommandContext(t.Context(), node, filepath.Join(project, "client.mjs"), "esdb://"+l.Addr().String()+"?tls=false")
	client.Stderr = t.Output()
	in, err := client.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := client.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	saw := map[string]string{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var told struct {
			Step string
			Saw  any
		}
		if err := json.Unmarshal(lines.Bytes(), &told); err != nil {
			t.Errorf("%s: %v", lines.Bytes(), err)
			continue
		}
		saw[told.Step] = fmt.Sprint(told.Saw)
		if told.Step != "subscribed" {
			continue
		}
		first.Stop(context.WithoutCancel(t.Context()))
		again, second := listen(l.Addr().String()), New(Options{Store: store})
		go func() { _ = second.Serve(again) }()
		t.Cleanup(func() { second.Stop(context.Background()) })
		if _, err := io.WriteString(in, "restarted\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := client.Wait(); err != nil {
		t.Error(err)
	}
	for step, want := range map[string]string{
		"appended":          "map[revision:2 success:true]",
		"wrong version":     "map[actual:2 expected:7 known:true]",
		"bad stream":        "true",
		"at once":           "true",
		"read":              "[order-1@2 Placed {\"n\":2} order-1@1 Placed {\"n\":1}]",
		"metadata":          "map[reason:test schemaVersion:1]",
		"missing":           "true",
		"read all":          "5",
		"filtered":          "[order-1@0 Placed {\"n\":0} order-1@1 Placed {\"n\":1} order-1@2 Placed {\"n\":2}]",
		"checkpoints":       "true",
		"lost":              "true",
		"after the restart": "[order-2@0 Held {}]",
	} {
		if saw[step] != want {
			t.Errorf("%s: %s, want %s", step, saw[step], want)
		}
	}
}
