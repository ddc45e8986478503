package brokers

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"

	"tradelog/test/suite"
)

// server is a broker for one test.
type server interface {
	address() string // with the password "hush"
	stop()
	start()
	// read waits for n messages and returns them from the first on, in the order in which the broker keeps them.
	read(n int) []received
	// repeats reports whether consumers see an event that is published twice.
	repeats() bool
}

// received is a message as a consumer gets it.
type received struct {
	id, key, contentType string // the ID and the key are empty if they are only in the body
	body                 []byte
}

// patience bounds a wait for a broker on a busy machine.
const patience = 2 * time.Minute

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// process is a program whose output is read.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.Writer
	mu    sync.Mutex
	said  strings.Builder
	lines chan string // closed at the end
}

func run(t *testing.T, env []string, program string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(program, args...), lines: make(chan string, 10000)}
	p.cmd.Env = env
	// With the tests ends what they have started.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdin = stdin
	out, in := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = in, in
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			p.mu.Lock()
			p.said.WriteString(scan.Text() + "\n")
			p.mu.Unlock()
			select {
			case p.lines <- scan.Text():
			default: // nobody waits for so many
			}
		}
	}()
	ended := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		_ = in.Close()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-ended
		if t.Failed() {
			p.mu.Lock()
			defer p.mu.Unlock()
			t.Logf("%s said:\n%.8000s", filepath.Base(program), p.said.String())
		}
	})
	return p
}

// await waits for a line with a text.
func (p *process) await(text string) {
	p.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("%s ended without %q", p.cmd.Path, text)
			}
			if strings.Contains(line, text) {
				return
			}
		case <-late.C:
			p.t.Fatalf("%s did not say %q", p.cmd.Path, text)
		}
	}
}

// end ends the process and waits for it.
func (p *process) end(signal syscall.Signal) {
	_ = p.cmd.Process.Signal(signal)
	for range p.lines { // they end with it
	}
}

func programs(t *testing.T) []string {
	t.Helper()
	return suite.Program(t, "../../../scripts/brokers.sh", "--where")
}

type natsServer struct {
	t    *testing.T
	port int
	dir  string
	p    *process
}

func startNATS(t *testing.T) server {
	s := &natsServer{t: t, port: freePort(t), dir: t.TempDir()}
	s.start()
	return s
}

func (s *natsServer) start() {
	s.p = run(s.t, os.Environ(), programs(s.t)[0], "--addr", "127.0.0.1", "--port", fmt.Sprint(s.port), "--jetstream", "--store_dir", s.dir,
		"--user", "shop", "--pass", "hush")
	s.p.await("Server is ready")
}

func (s *natsServer) stop()           { s.p.end(syscall.SIGTERM) }
func (s *natsServer) repeats() bool   { return false }
func (s *natsServer) address() string { return fmt.Sprintf("nats://shop:hush@127.0.0.1:%d", s.port) }

func (s *natsServer) read(n int) (out []received) {
	conn, err := nats.Connect(s.address())
	check(s.t, err)
	defer conn.Close()
	js, err := conn.JetStream()
	check(s.t, err)
	subscription, err := js.SubscribeSync("shop.>", nats.OrderedConsumer())
	check(s.t, err)
	for range n {
		m, err := subscription.NextMsg(patience)
		check(s.t, err)
		out = append(out, received{id: m.Header.Get(nats.MsgIdHdr), contentType: m.Header.Get("Content-Type"), body: m.Data})
	}
	return out
}

type rabbitServer struct {
	t    *testing.T
	port int
	p    *process
}

func startRabbit(t *testing.T) server {
	s := &rabbitServer{t: t, port: freePort(t)}
	dir, found := t.TempDir(), programs(t)
	names, nodes := freePort(t), freePort(t)
	config := filepath.Join(dir, "rabbitmq.conf")
	check(t, os.WriteFile(config,
		fmt.Appendf(nil, "listeners.tcp.1 = 127.0.0.1:%d\ndefault_user = shop\ndefault_pass = hush\n", s.port), 0o600))
	env := []string{
		"PATH=" + filepath.Dir(found[1]) + ":" + os.Getenv("PATH"), "HOME=" + dir, "ERL_CRASH_DUMP_SECONDS=0",
		fmt.Sprint("ERL_EPMD_PORT=", names), "ERL_EPMD_ADDRESS=127.0.0.1", fmt.Sprint("RABBITMQ_DIST_PORT=", nodes),
		"RABBITMQ_NODENAME=relay@localhost", "RABBITMQ_BASE=" + dir, "RABBITMQ_MNESIA_BASE=" + dir + "/data",
		"RABBITMQ_LOG_BASE=" + dir + "/log", "RABBITMQ_LOGS=-", "RABBITMQ_CONFIG_FILE=" + config,
		"RABBITMQ_CONF_ENV_FILE=" + dir + "/none", "RABBITMQ_ADVANCED_CONFIG_FILE=" + dir + "/none",
		"RABBITMQ_GENERATED_CONFIG_DIR=" + dir + "/generated", "RABBITMQ_ENABLED_PLUGINS_FILE=" + dir + "/plugins",
		"RABBITMQ_FEATURE_FLAGS_FILE=" + dir + "/flags", "RABBITMQ_ALLOW_INPUT=yes",
	}
	resolver := run(t, env, found[2], "-port", fmt.Sprint(names), "-address", "127.0.0.1", "-d")
	resolver.await("epmd running")
	s.p = run(t, env, found[1])
	s.p.await("completed with")
	conn, channel := s.open()
	defer conn.Close()
	_, err := channel.QueueDeclare("all", true, false, false, false, nil)
	check(t, err)
	check(t, channel.ExchangeDeclare("shop", "topic", true, false, false, false, nil))
	check(t, channel.QueueBind("all", "*.*", "shop", false, nil))
	return s
}

// stop and start use the broker's own shell: a new Erlang machine would take seconds.
func (s *rabbitServer) stop() {
	fmt.Fprintln(s.p.stdin, `rabbit:stop(), io:format("broker ~s~n", ["stopped"]).`)
	s.p.await("broker stopped")
}

func (s *rabbitServer) start() {
	fmt.Fprintln(s.p.stdin, `rabbit:start(), io:format("broker ~s~n", ["started"]).`)
	s.p.await("broker started")
}

func (s *rabbitServer) repeats() bool   { return true }
func (s *rabbitServer) address() string { return fmt.Sprintf("amqp://shop:hush@127.0.0.1:%d", s.port) }

func (s *rabbitServer) open() (*amqp.Connection, *amqp.Channel) {
	conn, err := amqp.Dial(s.address())
	check(s.t, err)
	channel, err := conn.Channel()
	check(s.t, err)
	return conn, channel
}

func (s *rabbitServer) read(n int) (out []received) {
	conn, channel := s.open()
	defer conn.Close() // gives the messages back
	deliveries, err := channel.Consume("all", "", false, true, false, false, nil)
	check(s.t, err)
	late := time.NewTimer(patience)
	defer late.Stop()
	for len(out) < n {
		select {
		case m, ok := <-deliveries:
			if !ok {
				s.t.Fatal("the consumer's connection ended")
			}
			out = append(out, received{m.MessageId, fmt.Sprint(m.Headers["stream"]), m.ContentType, m.Body})
		case <-late.C:
			s.t.Fatalf("%d messages, want %d", len(out), n)
		}
	}
	return out
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
