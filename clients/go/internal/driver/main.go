// Command driver carries out commands with the library, for the tests that all client libraries share. clients/README.md lists the
// behaviours.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"

	tradelog "tradelog/clients/go"
)

type object = map[string]any

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	var d driver
	for lines.Scan() {
		answer, err := d.carryOut(context.Background(), lines.Bytes())
		if err != nil {
			answer = object{"error": told(err)}
		}
		say(answer)
	}
}

func say(answer object) {
	line, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

func told(err error) object {
	var e *tradelog.Error
	if !errors.As(err, &e) {
		return object{"kind": "other", "message": err.Error()}
	}
	return object{
		"kind": e.Kind, "code": e.Code, "status": e.Status, "message": e.Message, "requestId": e.RequestID, "retryable": e.Retryable,
		"violations": e.Violations,
	}
}

type driver struct{ shop *tradelog.Client }

func (d *driver) carryOut(ctx context.Context, line []byte) (object, error) {
	var do struct{ Do string }
	if err := json.Unmarshal(line, &do); err != nil {
		return nil, err
	}
	switch do.Do {
	case "open":
		return d.open(line)
	case "get", "amount":
		return d.get(ctx, line)
	case "write":
		return d.write(ctx, line)
	case "list":
		return d.list(ctx, line)
	case "follow":
		return d.follow(ctx, line)
	case "verify":
		return verify(line)
	}
	return nil, fmt.Errorf("there is no command %q", do.Do)
}

func (d *driver) open(line []byte) (object, error) {
	var c struct {
		Auth, Token     string
		Attempts, ETags int
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	logins := map[string]*tradelog.Login{
		"service":  tradelog.ServiceLogin(os.Getenv("TRADELOG_CLIENT_ID"), os.Getenv("TRADELOG_CLIENT_SECRET")),
		"customer": tradelog.CustomerLogin(os.Getenv("TRADELOG_EMAIL"), os.Getenv("TRADELOG_PASSWORD")),
		"token":    tradelog.TokenLogin(c.Token),
	}
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{
		Login: logins[c.Auth], Attempts: c.Attempts, ETags: c.ETags, MaxBackoff: 50 * time.Millisecond,
	})
	d.shop = shop
	return object{}, err
}

func values(query map[string]string) url.Values {
	out := url.Values{}
	for name, value := range query {
		out.Set(name, value)
	}
	return out
}

func (d *driver) get(ctx context.Context, line []byte) (object, error) {
	var c struct {
		Path, Member string
		Query        map[string]string
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	if c.Member == "" {
		value, err := tradelog.Get[json.RawMessage](ctx, d.shop, c.Path, values(c.Query))
		return object{"value": value}, err
	}
	members, err := tradelog.Get[object](ctx, d.shop, c.Path, values(c.Query))
	return object{"text": fmt.Sprint(members[c.Member])}, err
}

func (d *driver) write(ctx context.Context, line []byte) (object, error) {
	var c struct {
		Method, Path, Key string
		Body              *json.RawMessage
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	request := tradelog.Request{Method: c.Method, Path: c.Path, Key: c.Key}
	if c.Body != nil {
		request.Body = c.Body
	}
	answer, err := d.shop.Do(ctx, request)
	if err != nil {
		return nil, err
	}
	out := object{"position": answer.Position, "replayed": answer.Replayed}
	if len(answer.Body) > 0 {
		out["value"] = json.RawMessage(answer.Body)
	}
	return out, nil
}

func (d *driver) list(ctx context.Context, line []byte) (object, error) {
	var c struct {
		Path  string
		Query map[string]string
		Limit int
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	ids := []json.Number{}
	for row, err := range tradelog.List[struct{ ID json.Number }](ctx, d.shop, c.Path, values(c.Query)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, row.ID)
		if len(ids) == c.Limit {
			break
		}
	}
	return object{"ids": ids}, nil
}

func (d *driver) follow(ctx context.Context, line []byte) (object, error) {
	var c struct {
		File      string
		Resources []string
		Until     int64
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	place := tradelog.FilePlace(c.File)
	following := tradelog.Following{Resources: c.Resources, Place: place, Until: c.Until}
	err := d.shop.Follow(ctx, following, func(_ context.Context, change tradelog.Change) error {
		say(object{"change": change})
		return nil
	})
	if err != nil {
		return nil, err
	}
	cursor, err := place.Load(ctx)
	return object{"cursor": cursor}, err
}

func verify(line []byte) (object, error) {
	var c struct {
		Secret, Body string
		Headers      map[string]string
		Now          int64
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	verifier, err := tradelog.NewVerifier(c.Secret)
	if err != nil {
		return nil, err
	}
	verifier.Clock = func() time.Time { return time.Unix(c.Now, 0) }
	header := http.Header{}
	for name, value := range c.Headers {
		header.Set(name, value)
	}
	event, err := verifier.Verify(header, []byte(c.Body))
	return object{"value": event}, err
}
