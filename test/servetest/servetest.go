// Package servetest runs the program itself for tests: it starts it as a process, uses it over HTTP and ends it by signals. The program is
// the test binary under the program's name. So it needs no build, and has the race detector if the tests have it. Tests that need no
// process use package apptest, which is faster.
package servetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli"
)

// program is the base name of the program.
const program = "tradelog"

var binary = sync.OnceValues(func() (string, error) {
	tests, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "tradelog-program-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, program)
	return name, os.Symlink(tests, name)
})

// Main runs the tests of a package, or the program if the binary has its name. Every package that uses this one calls it. The function add
// extends shops as in the program, such as by the console. Without it the package's tests do not depend on the console.
func Main(m *testing.M, add func(*app.Config)) {
	if filepath.Base(os.Args[0]) == program {
		os.Exit(cli.Main(add))
	}
	// By default, each program would wait a second for reports of races before it ends.
	if os.Getenv("GORACE") == "" {
		_ = os.Setenv("GORACE", "atexit_sleep_ms=50")
	}
	code := m.Run()
	if name, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(code)
}

// Binary returns the name of the program's file.
func Binary(t testing.TB) string {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// Server is the program, running.
type Server struct {
	URL     string // such as http://127.0.0.1:41234
	Metrics string // the address of its metrics; empty without --demo and --metrics-listen
	Said    string // output until the program was ready
	Process *os.Process

	t         testing.TB
	dataFlags []string // arguments that name its data
	env       []string // environment of its process and of commands beside it
	client    *http.Client
	log       *journal
	ended     chan struct{}
	end       error
}

var variable = regexp.MustCompile(`^[A-Z_]+=`)

var (
	answersOn = regexp.MustCompile(`answers on (http://\S+)`)
	metricsOn = regexp.MustCompile(`^ +metrics +(http://\S+)`)
)

// Start starts `tradelog serve` on a data directory and a free port, and waits until it is ready. Arguments that look like NAME=value join
// its environment. It is killed when the test ends.
func Start(t testing.TB, data string, args ...string) *Server {
	t.Helper()
	return StartAs(t, func(*exec.Cmd) {}, data, args...)
}

// StartAs starts the program as Start does, with a changed process: prepare may give it namespaces or replace the program.
func StartAs(t testing.TB, prepare func(*exec.Cmd), data string, args ...string) *Server {
	t.Helper()
	s := &Server{t: t, dataFlags: []string{"--data", data}, log: &journal{}, ended: make(chan struct{}),
		client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}}}
	for _, flag := range []string{"--database", "--event-store"} {
		if i := slices.Index(args, flag); i >= 0 {
			s.dataFlags = append(s.dataFlags, args[i:i+2]...)
		}
	}
	command := []string{"serve", "--listen", "127.0.0.1:0", "--data", data}
	environment := append(os.Environ(), "TRADELOG_RATE_LIMITS=off")
	for _, a := range args {
		if variable.MatchString(a) {
			environment = append(environment, a)
		} else {
			command = append(command, a)
		}
	}
	cmd := exec.Command(Binary(t), command...)
	cmd.Env, s.env = environment, environment
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = s.log
	prepare(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.Process = cmd.Process
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		s.Said += lines.Text() + "\n"
		if m := answersOn.FindStringSubmatch(lines.Text()); m != nil {
			s.URL = m[1]
		}
		if m := metricsOn.FindStringSubmatch(lines.Text()); m != nil {
			s.Metrics = m[1]
		}
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			break
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		s.end = cmd.Wait()
		close(s.ended)
	}()
	if s.URL == "" {
		<-s.ended
		t.Fatalf("the server did not start: %v\n%s%s", s.end, s.Said, s.log)
	}
	t.Cleanup(func() {
		_ = s.Process.Kill()
		_ = s.Process.Signal(syscall.SIGCONT)
		<-s.ended
		s.client.CloseIdleConnections()
		if t.Failed() {
			t.Logf("the server's log:\n%s", s.log)
		}
	})
	return s
}

// journal stores the end of a program's output.
type journal struct {
	mu   sync.Mutex
	said []byte
}

// Write keeps the last 64 KiB.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.said = append(j.said, p...)
	if over := len(j.said) - 1<<16; over > 0 {
		j.said = append([]byte(nil), j.said[over:]...)
	}
	return len(p), nil
}

// String returns the output.
func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return string(j.said)
}

// Log returns the end of the server's standard error.
func (s *Server) Log() string { return s.log.String() }

// Ended returns a channel that is closed when the process has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Signal sends a signal and waits until the server has ended.
func (s *Server) Signal(sig syscall.Signal) error {
	s.t.Helper()
	if err := s.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
	return s.end
}

// Wait waits until the server has ended by itself, and returns nil if its exit code was 0.
func (s *Server) Wait() error {
	<-s.ended
	return s.end
}

// Kill ends the server like a power cut and waits for its end.
func (s *Server) Kill() { _ = s.Signal(syscall.SIGKILL) }

// Run runs another command of the program on the same data.
func (s *Server) Run(args ...string) string {
	s.t.Helper()
	out, err := s.Try(args...)
	if err != nil {
		s.t.Fatalf("tradelog %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Try runs a command as Run does, and returns its error.
func (s *Server) Try(args ...string) (string, error) {
	cmd := exec.Command(Binary(s.t), append(args, s.dataFlags...)...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Follow runs a command that prints lines without an end, such as `events tail`, until last returns true for a line.
func (s *Server) Follow(last func(line string) bool, args ...string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, Binary(s.t), append(args, s.dataFlags...)...)
	cmd.Env, cmd.Stderr = s.env, s.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if last(lines.Text()) {
			return
		}
	}
	s.t.Fatalf("tradelog %s ended before the line that was waited for", strings.Join(args, " "))
}

// Object is a JSON object.
type Object = map[string]any

// Answer is a response that was read.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Object reads the body as an object; nil if it is none.
func (a Answer) Object() Object {
	var out Object
	_ = json.Unmarshal(a.Body, &out)
	return out
}

// List reads the body as a list of objects; nil if it is none.
func (a Answer) List() []Object {
	var out []Object
	_ = json.Unmarshal(a.Body, &out)
	return out
}

// Do sends a request to the REST interface. Headers are names and values in turn. It may be called from any goroutine.
func (s *Server) Do(method, path string, body any, headers ...string) (Answer, error) {
	var reader io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		reader = bytes.NewReader(b)
	}
	r, err := http.NewRequest(method, s.URL+"/api/rest/v2"+path, reader)
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: read}, err
}

// Must sends a request whose answer must have the status.
func (s *Server) Must(want int, method, path string, body any, headers ...string) Answer {
	s.t.Helper()
	a, err := s.Do(method, path, body, headers...)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	if a.Status != want {
		s.t.Fatalf("%s %s: %d, want %d\n%s", method, path, a.Status, want, a.Body)
	}
	return a
}

// Token makes a token with the program's own command and returns the header that carries it.
func (s *Server) Token(args ...string) []string {
	s.t.Helper()
	return []string{"Authorization", "Bearer " + strings.TrimSpace(s.Run(append([]string{"token"}, args...)...))}
}
