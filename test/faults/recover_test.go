package faults

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tradelog/internal/privatepg"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// past is a stopped shop with an archived write-ahead log and the positions of its events. It has a product for each of the goods.
type past struct {
	data, base, wal string
	position        int64  // of the event that made the second product
	moment          string // after it, and before the next product
	end             int64
	inside          int64 // a position whose transaction has stored the next one, too
}

// newPast creates one. The path of its archive has characters that shells and formats change unless they are quoted.
func newPast(t *testing.T) past {
	t.Helper()
	p := past{data: pgtest.Dir(t), base: filepath.Join(t.TempDir(), "base"), wal: filepath.Join(pgtest.Dir(t), `it's "100%f" $HOME`)}
	s := servetest.Start(t, p.data, byFile, "--wal-archive", p.wal)
	auth := s.Token("service")
	product(t, s, auth, goods[0], units)
	s.Run("backup", "base", "--to", p.base)
	product(t, s, auth, goods[1], units)
	db := privateDatabase(t, p.data)
	p.position = query[int64](t, db, `SELECT position FROM log_head`)
	p.moment = query[string](t, db, `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
	product(t, s, auth, goods[2], units)
	p.end = query[int64](t, db, `SELECT position FROM log_head`)
	p.inside = query[int64](t, db, `SELECT coalesce(max(a.position), 0) FROM events a JOIN events b ON b.position = a.position + 1
		WHERE a.xmin::text = b.xmin::text`)
	if err := s.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p past) command(t testing.TB, to string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(servetest.Binary(t), "backup", "recover", "--to", to, "--base", p.base, "--wal-archive", p.wal, "--data", p.data)
	cmd.Env = append(os.Environ(), byFile)
	return cmd
}

// recover runs the command.
func (p past) recover(t testing.TB, to string) (string, error) {
	t.Helper()
	out, err := p.command(t, to).CombinedOutput()
	return string(out), err
}

// check starts the shop and checks its products.
func (p past) check(t *testing.T, there, gone []string) *servetest.Server {
	t.Helper()
	s := servetest.Start(t, p.data, byFile, "--wal-archive", p.wal)
	for _, sku := range there {
		if found := s.Must(200, "GET", "/products?sku="+sku, nil).List(); len(found) != 1 {
			t.Errorf("%s from before the moment: %v", sku, found)
		}
	}
	for _, sku := range gone {
		if found := s.Must(200, "GET", "/products?sku="+sku, nil).List(); len(found) != 0 {
			t.Errorf("%s from after the moment: %v", sku, found)
		}
	}
	return s
}

// TestRecoveryToAMoment recovers a shop to a moment, to a position and to the end of the archive. The shop continues from there, and its
// later archive can be recovered from the same base.
func TestRecoveryToAMoment(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	p := newPast(t)
	if said, err := p.recover(t, p.moment); err != nil || !strings.Contains(said, fmt.Sprintf("The log ends at position %d.", p.position)) {
		t.Fatalf("%v\n%s", err, said)
	}
	s := p.check(t, goods[:2], goods[2:])
	product(t, s, s.Token("service"), "AFTERWARDS", units)
	later := query[int64](t, privateDatabase(t, p.data), `SELECT position FROM log_head`)
	s.Kill() // the last file of the write-ahead log is not archived
	if said, err := p.recover(t, "latest"); err != nil || !strings.Contains(said, fmt.Sprintf("The log ends at position %d.", later)) {
		t.Fatalf("latest: %v\n%s", err, said)
	}
	s = p.check(t, append([]string{"AFTERWARDS"}, goods[:2]...), goods[2:])
	if err := s.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if said, err := p.recover(t, strconv.FormatInt(p.position, 10)); err != nil {
		t.Fatalf("to a position: %v\n%s", err, said)
	}
	s = p.check(t, goods[:2], append([]string{"AFTERWARDS"}, goods[2:]...))
	if said := s.Run("projections", "verify", "--all"); strings.Contains(said, "differs") {
		t.Error(said)
	}
}

// TestRecoveriesThatAreRefused checks that a recovery changes nothing if its end may not be the requested one.
func TestRecoveriesThatAreRefused(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	p := newPast(t)
	damaged := filepath.Join(t.TempDir(), "damaged")
	if out, err := exec.Command("cp", "-a", p.base, damaged).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	version := filepath.Join(damaged, "PG_VERSION")
	if err := os.WriteFile(version, []byte("51\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := func(to, reason string, change func(p *past)) {
		t.Helper()
		other := p
		if change != nil {
			change(&other)
		}
		if said, err := other.recover(t, to); err == nil || !strings.Contains(said, reason) {
			t.Errorf("to %s: %v\n%s", to, err, said)
		}
	}
	refused("yesterday", "neither a position of the log, nor a time", nil)
	refused("2999-01-01T00:00:00Z", "is in the future", nil)
	refused("2001-01-01T00:00:00Z", "the base was made after", nil)
	refused(time.Now().UTC().Format(time.RFC3339Nano), "nothing in the archived write-ahead log is later", nil)
	refused("999999", fmt.Sprintf("the log ends at position %d", p.end), nil)
	refused("1", "was stored before the base was made", nil)
	refused(strconv.FormatInt(p.inside, 10), "was stored in one transaction with", nil)
	refused("latest", "is no base", func(p *past) { p.base = t.TempDir() })
	refused("latest", version+" is not the file that was copied", func(p *past) { p.base = damaged })
	// A file in the middle of the archive is damaged. Another run of the server archives a later file.
	if err := p.check(t, goods, nil).Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.ReplaceAll(p.wal, `[`, `\[`), "0000000100000000000000??"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	broken := files[len(files)-2]
	content, err := os.ReadFile(broken)
	if err != nil {
		t.Fatal(err)
	}
	clear(content[8192:])
	if err := os.WriteFile(broken, content, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("latest", "is missing or damaged", nil)
	p.check(t, goods, nil)
}

// TestRecoveryIsKilled kills the command and its PostgreSQL at each of its steps, and at moments between them. Repeated, it reaches the
// requested end. FAULTS_RECOVERIES is the number of recoveries, one by default.
func TestRecoveryIsKilled(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	p := newPast(t)
	rounds := 1
	if n, err := strconv.Atoi(os.Getenv("FAULTS_RECOVERIES")); err == nil {
		rounds = n
	}
	for round := range rounds {
		to := []string{p.moment, strconv.FormatInt(p.position, 10)}[round%2]
		kills := 0
		for step := 1; ; step += 1 + step/8*step { // from the ninth line on it reports one read model after another
			if killed := killAt(t, p.command(t, to), step+round%3, round); !killed {
				break
			}
			kills++
		}
		if kills < 4 {
			t.Errorf("it was killed %d times", kills)
		}
		s := p.check(t, goods[:2], goods[2:])
		if said := s.Run("events", "verify"); !strings.Contains(said, "all seals hold") {
			t.Error(said)
		}
		if end := query[int64](t, privateDatabase(t, p.data), `SELECT position FROM log_head`); end < p.position {
			t.Errorf("the log ends at %d instead of %d", end, p.position)
		}
		if err := s.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
}

// killAt kills a command when it has printed a number of lines, in later rounds a random time after that. It reports whether it did: a
// command that ends earlier must succeed.
func killAt(t *testing.T, cmd *exec.Cmd, line, round int) bool {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errors strings.Builder
	cmd.Stderr = &errors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, lines := "", bufio.NewScanner(out)
	for n := 0; n < line && lines.Scan(); n++ {
		said += lines.Text() + "\n"
		if n == line-1 {
			if round > 0 {
				<-time.After(time.Duration(rand.Int64N(int64(700 * time.Millisecond)))) // a moment between two steps
			}
			_ = cmd.Process.Kill()
		}
	}
	for lines.Scan() {
		said += lines.Text() + "\n"
	}
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("%v\n%s%s", err, said, &errors)
	}
	return cmd.ProcessState.ExitCode() != 0
}

// TestAnArchiveThatFailsIsTold: the server logs that PostgreSQL cannot archive its write-ahead log, is degraded, and has a metric. All of
// that ends when the archive works again.
func TestAnArchiveThatFailsIsTold(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	data, wal := pgtest.Dir(t), filepath.Join(pgtest.Dir(t), "wal")
	s := servetest.Start(t, data, byFile, "--wal-archive", wal, "--metrics-listen", "127.0.0.1:0")
	auth := s.Token("service")
	url, err := os.ReadFile(filepath.Join(data, "database.url"))
	if err != nil {
		t.Fatal(err)
	}
	admin, err := privatepg.AdminOf(strings.TrimSpace(string(url)))
	if err != nil {
		t.Fatal(err)
	}
	db := connect(t, admin)
	says := func(path string) string {
		t.Helper()
		response, err := http.Get(path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
		}
		return string(body)
	}
	told := func(degraded string, metric string) {
		t.Helper()
		await(t, "it is told: "+metric, func() bool {
			return strings.Contains(says(s.URL+"/readyz"), "the write-ahead log of the database is not archived") == (degraded != "") &&
				strings.Contains(says(s.Metrics), `tradelog_degraded{what="wal_archive"} `+metric)
		})
	}
	told("", "0")
	if err := os.Rename(wal, wal+".away"); err != nil {
		t.Fatal(err)
	}
	product(t, s, auth, goods[0], units)
	execute(t, db, `SELECT pg_switch_wal()`)
	told("degraded", "1")
	if said := s.Log(); !strings.Contains(said, "archiving 0000") {
		t.Errorf("it does not log the failure\n%s", said)
	}
	if err := os.Rename(wal+".away", wal); err != nil {
		t.Fatal(err)
	}
	product(t, s, auth, goods[1], units)
	execute(t, db, `SELECT pg_switch_wal()`) // wakes the archiver
	told("", "0")
}
