// Package apptest starts whole shops for tests: the real program on a real PostgreSQL, used over HTTP. Every test gets a database of its
// own, so tests may run in parallel.
package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/eventstore/vault"
	"tradelog/installation"
	"tradelog/installation/migrations"
	operationsaccess "tradelog/operations/access"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// MasterKeys are the master keys of all shops of tests; see pgtest.
var MasterKeys = masterKeys()

func masterKeys() vault.Source {
	keys, err := installation.MasterKeys("")
	if err != nil {
		panic(err)
	}
	return keys
}

// Shop is a running shop.
type Shop struct {
	*app.App
	URL    string
	Client *http.Client

	t    testing.TB
	stop func()
}

// Option changes how a shop is started.
type Option func(*setup)

type setup struct {
	config  app.Config
	modules []app.Module
	outside bool // the log is in an event store
}

// always are options of all shops.
var always []Option

// Always adds an option to every shop of a test binary, such as the console. TestMain calls it.
func Always(o Option) { always = append(always, o) }

// OnEventStore gives the shop a log in an EventStoreDB server of its own instead of its database.
func OnEventStore() Option { return func(s *setup) { s.outside = true } }

// OnEachStore runs a test once for each kind of event store. The default suite has only the one in the database; the conformance suite of
// stores holds both to the same rules.
func OnEachStore(t *testing.T, run func(t *testing.T, store Option)) {
	for name, store := range map[string]Option{"postgres": func(*setup) {}, "eventstoredb": OnEventStore()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "postgres" {
				suite.Needs(t, suite.Long)
			}
			run(t, store)
		})
	}
}

// WithConfig changes the program's configuration.
func WithConfig(change func(*app.Config)) Option { return func(s *setup) { change(&s.config) } }

// WithModules adds modules.
func WithModules(m ...app.Module) Option {
	return func(s *setup) { s.modules = append(s.modules, m...) }
}

// OnDatabase starts the shop on the database of another one, as a second instance.
func OnDatabase(of *Shop) Option {
	return func(s *setup) {
		s.config.Database.URL, s.config.Files.MediaDir = of.Config.Database.URL, of.Config.Files.MediaDir
	}
}

// Start starts a shop that is ready, with the smallest installation: one website, group and store view. Rate limits are off unless an
// option turns them on.
func Start(t testing.TB, options ...Option) *Shop {
	t.Helper()
	level := slog.LevelError
	if os.Getenv("TRADELOG_TEST_LOG") != "" {
		level = slog.LevelDebug
	}
	s := setup{config: app.Config{
		Database: app.Database{MaxConnections: 3},
		Secrets:  app.Secrets{WeakPasswords: true, MasterKeys: MasterKeys},
		// Pictures are slow with the race detector on a busy machine.
		Requests: app.Requests{RateLimitsOff: true, Timeout: 5 * time.Minute},
		Version:  "test",
		Logger:   slog.New(slog.NewTextHandler(logTo{t}, &slog.HandlerOptions{Level: level})),
	}}
	for _, o := range slices.Concat(always, options) {
		o(&s)
	}
	if s.outside && s.config.EventLog.StoreURL == "" {
		s.config.EventLog.StoreURL = esdbtest.Start(t).URL + "&defaultDeadline=60000" // milliseconds; only a hang takes that long
	}
	switch {
	case s.config.Database.URL != "":
	case s.outside || s.config.Requests.BaseURL != "" || s.config.Clock != nil: // these options belong to the installation
		s.config.Database.URL = pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	default:
		s.config.Database.URL = pgtest.URL(t, pgtest.WithTemplate("installed", install))
	}
	if s.config.Files.MediaDir == "" && s.config.Files.MediaURL == "" {
		s.config.Files.MediaDir = t.TempDir()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	app, err := app.Open(ctx, s.config, s.modules...)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	if err := app.Start(ctx); err != nil {
		app.Close()
		t.Fatalf("start: %v", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		app.Close()
		t.Fatal(err)
	}
	serving, stopServing := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- app.Serve(serving, listener) }()
	shop := &Shop{App: app, URL: "http://" + listener.Addr().String(),
		Client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 32}}, t: t}
	var once sync.Once
	shop.stop = func() {
		once.Do(func() {
			shop.Client.CloseIdleConnections()
			stopServing()
			if err := <-served; err != nil {
				t.Errorf("serve: %v", err)
			}
			app.Close()
		})
	}
	t.Cleanup(shop.stop)
	return shop
}

// install makes the smallest shop in a database, once for all tests of a package.
func install(ctx context.Context, url string) error {
	if err := migrations.Up(ctx, url); err != nil {
		return err
	}
	installed, err := app.Open(ctx, app.Config{
		Database: app.Database{URL: url}, Requests: app.Requests{RateLimitsOff: true}, Secrets: app.Secrets{MasterKeys: MasterKeys},
		Version: "test", Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	defer installed.Close()
	return installed.Start(ctx)
}

// Stop ends the shop before the test does.
func (s *Shop) Stop() { s.stop() }

// logTo writes the program's log into the test's, as long as the test runs.
type logTo struct{ t testing.TB }

// Write logs a line.
func (l logTo) Write(p []byte) (int, error) {
	defer func() { _ = recover() }() // a late line of a test that has ended
	l.t.Log(strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// Operator returns a context whose commands are attributed to a person at the command line.
func Operator() context.Context {
	return commands.WithCause(context.Background(), commands.Cause{Actor: eventstore.Actor{Kind: "operator", Name: "test"}})
}

// Answer is a response that was read.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON reads the body into a generic value.
func (a Answer) JSON(t testing.TB) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("body is not JSON: %v\n%s", err, a.Body)
	}
	return v
}

// Object reads the body as an object.
func (a Answer) Object(t testing.TB) map[string]any {
	t.Helper()
	o, ok := a.JSON(t).(map[string]any)
	if !ok {
		t.Fatalf("body is no object: %s", a.Body)
	}
	return o
}

// List reads the body as a list of objects.
func (a Answer) List(t testing.TB) []map[string]any {
	t.Helper()
	list, ok := a.JSON(t).([]any)
	if !ok {
		t.Fatalf("body is no list: %s", a.Body)
	}
	out := make([]map[string]any, len(list))
	for i, v := range list {
		out[i], _ = v.(map[string]any)
	}
	return out
}

// Message returns the message of an error body.
func (a Answer) Message() string {
	var body struct{ Message string }
	if json.Unmarshal(a.Body, &body) != nil {
		return ""
	}
	return body.Message
}

// Do sends a request below the REST prefix, or to a path as it is if that begins with one of elsewhere. A body is nil, a string that is
// sent unchanged, or a value that is encoded as JSON. The headers are pairs of name and value.
func (s *Shop) Do(method, path string, body any, headers ...string) Answer {
	s.t.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	url := s.URL + path
	if !slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
		url = s.URL + "/api/rest/v2" + path
	}
	request, err := http.NewRequest(method, url, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i+1] == "" {
			request.Header.Del(headers[i])
			if headers[i] != "Content-Type" {
				request.Header[http.CanonicalHeaderKey(headers[i])] = []string{""}
			}
			continue
		}
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.Client.Do(request)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return Answer{Status: response.StatusCode, Header: response.Header, Body: read}
}

// elsewhere lists the beginnings of paths that are not below the REST prefix.
var elsewhere = []string{
	"/api", "/.well-known/", "/oauth/", "/healthz", "/readyz", "/metrics", "/customer/", "/newsletter/subscriber/", "/media/cat", "/media/wys",
}

// Must sends a request as Do does, and fails the test unless the answer has the status.
func (s *Shop) Must(status int, method, path string, body any, headers ...string) Answer {
	s.t.Helper()
	a := s.Do(method, path, body, headers...)
	if a.Status != status {
		s.t.Fatalf("%s %s: status %d, want %d\n%s", method, path, a.Status, status, a.Body)
	}
	return a
}

// Bearer returns the pair of an Authorization header.
func Bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// Service creates a service account with permissions (and a restriction to stores) and returns a token for it.
func (s *Shop) Service(grants []string, stores ...int64) string {
	s.t.Helper()
	role, err := s.Commands.Access.SaveRole(Operator(), 0, "role "+strings.Join(grants, ","), false, grants, func(string) bool { return true })
	if err != nil {
		s.t.Fatal(err)
	}
	id, err := s.Commands.Access.CreateAccount(Operator(), access.AccountCreated{Kind: access.Service, Username: unique("service"),
		ClientID: unique("tradelog_"), RoleID: role, StoreIDs: stores})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.token(operationsaccess.Claims{Type: operationsaccess.TypeAPI, APIUserID: id})
}

// Admin creates a back-office user whose role has ACL paths ("all" for everything) and returns a token.
func (s *Shop) Admin(paths ...string) string {
	s.t.Helper()
	role, err := s.Commands.Access.SaveRole(Operator(), 0, "admin "+strings.Join(paths, ","), true, paths, func(string) bool { return true })
	if err != nil {
		s.t.Fatal(err)
	}
	id, err := s.Commands.Access.CreateAccount(Operator(), access.AccountCreated{Kind: access.Admin, Username: unique("admin"), RoleID: role})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.token(operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: id})
}

// Customer opens a confirmed account in the first website and returns its identifier and a token for it. The password cannot be used;
// register over HTTP where a login is tested.
func (s *Shop) Customer(email string) (int64, string) {
	s.t.Helper()
	id, err := s.Commands.Customers.RegisterCustomer(Operator(), customer.Registration{
		WebsiteID: 1, StoreID: 1, StoreName: "Default Store View", GroupID: 1, Active: true,
		Profile: customer.Profile{Email: email, Firstname: "Anna", Lastname: "Smith"}, PasswordHash: "-",
	}, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	return id, s.token(operationsaccess.Claims{Type: operationsaccess.TypeCustomer, CustomerID: id, Email: email, Methods: []string{"pwd"}})
}

// CustomerToken returns a token of a customer who has just logged in; it lives for an hour.
func (s *Shop) CustomerToken(id int64) string {
	s.t.Helper()
	account, err := s.Commands.Customers.Customer(Operator(), id)
	if err != nil && !errors.Is(err, customer.ErrNotFound) {
		s.t.Fatal(err)
	}
	return s.token(operationsaccess.Claims{
		Type: operationsaccess.TypeCustomer, CustomerID: id, Methods: []string{"pwd"}, Credentials: account.Credentials.Version,
	})
}

// SecondWebsite adds the website eu, whose store view is de, and returns their identifiers.
func (s *Shop) SecondWebsite() (website, store int64) {
	s.t.Helper()
	website, err := s.Commands.Directory.Websites.Create(Operator(), shop.Website{Code: "eu", Name: "Europe"})
	if err != nil {
		s.t.Fatal(err)
	}
	if store, err = s.Commands.Directory.Views.Create(Operator(),
		shop.Store{Code: "de", Name: "Deutsch", WebsiteID: website, GroupID: 1, IsActive: true}); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
	return website, store
}

// token issues a token after the read models have its account.
func (s *Shop) token(c operationsaccess.Claims) string {
	s.t.Helper()
	s.Settle()
	token, _, err := s.Logins.Signer.Issue(context.Background(), c, time.Hour)
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

// Settle waits until the read models have caught up with the log.
func (s *Shop) Settle() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := s.CaughtUp(ctx); err != nil {
		s.t.Fatalf("the read models did not catch up: %v", err)
	}
}

// NeedsNoQuery tells whether a request is answered without the database. Background work uses the same connections, so the request is
// repeated until one runs undisturbed. A request that does query the database fails each time.
func (s *Shop) NeedsNoQuery(request func()) bool {
	s.t.Helper()
	for range 50 {
		before := s.Pool.Stat().AcquireCount()
		if request(); s.Pool.Stat().AcquireCount() == before {
			return true
		}
	}
	return false
}

// Configure sets configuration values of all stores, given as paths and values.
func (s *Shop) Configure(pairs ...string) {
	s.t.Helper()
	s.ConfigureIn(settings.Default, pairs...)
}

// ConfigureIn sets configuration values of a website or a store view.
func (s *Shop) ConfigureIn(scope settings.Scope, pairs ...string) {
	s.t.Helper()
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	if err := s.Commands.Directory.SetConfig(Operator(), scope, values); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// Logged appends configuration values without checks, like an earlier version or another program.
func (s *Shop) Logged(scope settings.Scope, values map[string]string) {
	s.t.Helper()
	set := record.Values{}
	for path, value := range values {
		b, err := json.Marshal(value)
		if err != nil {
			s.t.Fatal(err)
		}
		set[path] = b
	}
	repository := commands.NewRepository(commands.Infrastructure{Store: s.Store, Codec: s.Codec},
		commands.Decider[record.State]{Category: settings.Kind.Name, Initial: record.New, Evolve: record.Evolve})
	if _, err := repository.Decide(Operator(), scope.Stream(), func(state record.State) ([]domain.Event, error) {
		return settings.Kind.Change(state, 0, set)
	}, commands.Named("SetConfig")); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// LogSize returns the position of the newest event; tests of refusals compare it before and after.
func (s *Shop) LogSize() eventstore.Position {
	s.t.Helper()
	head, err := s.Store.Head(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return head
}

var (
	counterMu sync.Mutex
	counter   int
)

func unique(prefix string) string {
	counterMu.Lock()
	defer counterMu.Unlock()
	counter++
	return prefix + string(rune('a'+counter%26)) + time.Now().Format("150405.000000000")
}
