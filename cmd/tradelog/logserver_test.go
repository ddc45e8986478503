package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

var accountsIn = regexp.MustCompile(`(?m)^ +accounts +(\S+)`)

// startLog starts `tradelog events serve` on a data directory. It returns the URL for a shop, and a function that ends the program.
func startLog(t *testing.T, data string) (url string, end func()) {
	t.Helper()
	cmd := exec.Command(servetest.Binary(t), "events", "serve", "--data", data, "--esdb-listen", "127.0.0.1:0")
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	end = func() {
		if !ended {
			ended = true
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
		}
	}
	t.Cleanup(end)
	said := ""
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(lines.Text(), "Ctrl-C"); {
		said += lines.Text() + "\n"
	}
	log, file := logOn.FindStringSubmatch(said), accountsIn.FindStringSubmatch(said)
	if log == nil || file == nil {
		t.Fatalf("it printed:\n%s", said)
	}
	accounts, err := os.ReadFile(file[1])
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(accounts)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "shop" {
			return strings.Replace(log[1], "NAME:KEY", "shop:"+fields[1], 1), end
		}
	}
	t.Fatalf("no account in:\n%s", accounts)
	return "", nil
}

// TestADemoLivesOnALogWithoutAShop: the log of a whole demo is on `events serve`, and no shop starts in the database of that.
func TestADemoLivesOnALogWithoutAShop(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	logs := t.TempDir()
	url, end := startLog(t, logs)
	shop := servetest.Start(t, t.TempDir(), "--demo", "--event-store", url)
	if answer := shop.Must(200, "GET", "/products?pageSize=1", nil); !strings.Contains(string(answer.Body), `"sku"`) {
		t.Errorf("%s", answer.Body)
	}
	shop.Run("projections", "verify", "--all")
	if out := shop.Run("events", "verify"); !strings.Contains(out, "the seals up to position") {
		t.Error(out)
	}
	if err := shop.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = shop.Wait()
	end()
	out, err := exec.Command(servetest.Binary(t), "serve", "--listen", "127.0.0.1:0", "--data", logs).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the event store of a shop elsewhere") {
		t.Errorf("a shop on the log of another: %v\n%s", err, out)
	}
}

// TestAShopIsNoLogForAnother: a shop refuses another shop's server as its event store, names the alternative, and changes nothing there.
func TestAShopIsNoLogForAnother(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	data := t.TempDir()
	first := servetest.Start(t, data, "--demo", "--esdb-listen", "127.0.0.1:0", "--esdb-insecure")
	url := logOn.FindStringSubmatch(first.Said)
	if url == nil {
		t.Fatal(first.Said)
	}
	out, err := exec.Command(servetest.Binary(t), "serve", "--demo", "--listen", "127.0.0.1:0", "--data", t.TempDir(),
		"--event-store", url[1]).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "tradelog events serve") {
		t.Errorf("%v\n%s", err, out)
	}
	first.Run("projections", "verify", "--all")
	out, err = exec.Command(servetest.Binary(t), "events", "serve", "--esdb-listen", "127.0.0.1:0", "--data", filepath.Join(data, "x"),
		"--database", strings.TrimSpace(noted(t, data))).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "serves its log") {
		t.Errorf("the log of a shop without the shop: %v\n%s", err, out)
	}
}

func noted(t *testing.T, data string) string {
	t.Helper()
	url, err := os.ReadFile(filepath.Join(data, "database.url"))
	if err != nil {
		t.Fatal(err)
	}
	return string(url)
}
