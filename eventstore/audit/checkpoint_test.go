package audit

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

func newKeys(t *testing.T) (ed25519.PrivateKey, ed25519.PublicKey) {
	t.Helper()
	privatePEM, publicPEM, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	private, err := LoadPrivateKey(privatePEM)
	if err != nil {
		t.Fatal(err)
	}
	public, err := LoadPublicKey(publicPEM)
	if err != nil {
		t.Fatal(err)
	}
	if fromPrivate, err := LoadPublicKey(privatePEM); err != nil || !bytes.Equal(fromPrivate, public) {
		t.Errorf("the public key of the private one: %v", err)
	}
	return private, public
}

func TestCheckpoints(t *testing.T) {
	t.Parallel()
	private, public := newKeys(t)
	store := open(t, database(t))
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.FixedZone("CET", 3600))
	empty, err := TakeCheckpoint(t.Context(), store, private, at)
	if err != nil || empty.Position != 0 || !bytes.Equal(empty.Seal, eventstore.GenesisSeal) {
		t.Fatalf("of an empty log: %+v, error %v", empty, err)
	}
	fill(t, store, 10)
	c, err := TakeCheckpoint(t.Context(), store, private, at)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, store, 10)
	text, err := json.Marshal(c)
	if err != nil || bytes.ContainsAny(text, "\n ") || !strings.HasPrefix(string(text),
		`{"logId":"`+store.LogID()+`","position":10,"seal":"`) || !strings.Contains(string(text), `"time":"2026-01-02T02:04:05Z"`) {
		t.Errorf("a checkpoint is written as %s, error %v", text, err)
	}
	var read Checkpoint
	var indented bytes.Buffer
	json.Indent(&indented, text, "", "  ")
	if err := json.Unmarshal(indented.Bytes(), &read); err != nil || !read.SignedBy(public) {
		t.Errorf("%s is read as %+v, error %v", text, read, err)
	}
	for _, c := range []Checkpoint{empty, c, read} {
		if report, err := Verify(t.Context(), store, Options{Checkpoint: &c, Key: public}); err != nil || !report.OK() ||
			report.CheckedAgainst != c.Position {
			t.Errorf("%+v, error %v", report, err)
		}
	}
	_, stranger := newKeys(t)
	for what, key := range map[string]ed25519.PublicKey{"another key": stranger, "no key": nil, "half a key": public[:16]} {
		if _, err := Verify(t.Context(), store, Options{Checkpoint: &c, Key: key}); !errors.Is(err, errSignature) {
			t.Errorf("with %s: %v", what, err)
		}
	}
	for what, change := range map[string]func(*Checkpoint){
		"log": func(c *Checkpoint) { c.LogID += "x" }, "position": func(c *Checkpoint) { c.Position++ },
		"seal":         func(c *Checkpoint) { c.Seal = eventstore.GenesisSeal },
		"time":         func(c *Checkpoint) { c.Time = c.Time.Add(time.Second) },
		"signature":    func(c *Checkpoint) { c.Signature = append([]byte{c.Signature[0] ^ 1}, c.Signature[1:]...) },
		"no signature": func(c *Checkpoint) { c.Signature = nil },
	} {
		changed := c
		change(&changed)
		if changed.SignedBy(public) {
			t.Errorf("%s changed, and still signed", what)
		}
	}
	other := storetest.NewMemory()
	fill(t, other, 10)
	if _, err := Verify(t.Context(), other, Options{Checkpoint: &c, Key: public}); !errors.Is(err, errOtherLog) {
		t.Errorf("of another log: %v", err)
	}
	if _, err := TakeCheckpoint(t.Context(), store, private[:10], at); err == nil {
		t.Error("signed with half a key")
	}
}

func TestInvalidCheckpoints(t *testing.T) {
	t.Parallel()
	seal := strings.Repeat("ab", 32)
	for _, text := range []string{
		`{}`, `[]`, `{"logId":"x","position":-1,"seal":"` + seal + `"}`, `{"logId":"x","position":1,"seal":"abcd"}`,
		`{"logId":"","position":1,"seal":"` + seal + `"}`,
		`{"logId":"x","position":1,"seal":"` + strings.Repeat("xy",
			32) + `"}`, `{"logId":"x","position":1,"seal":"` + seal + `","time":"yesterday"}`,
	} {
		var c Checkpoint
		if err := json.Unmarshal([]byte(text), &c); err == nil {
			t.Errorf("%s is read as %+v", text, c)
		}
	}
}

func TestMalformedKeys(t *testing.T) {
	t.Parallel()
	privatePEM, publicPEM, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	elliptic, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, _ := x509.MarshalPKCS8PrivateKey(elliptic)
	publicDER, _ := x509.MarshalPKIXPublicKey(elliptic.Public())
	for what, text := range map[string][]byte{
		"nothing": nil, "text": []byte("key"), "another kind of key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY",
			Bytes: privateDER}),
		"another kind of public key": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: publicDER}),
		"a broken key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY",
			Bytes: []byte("x")}), "a broken public key": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: []byte("x")}),
		"another thing": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}),
	} {
		_, private := LoadPrivateKey(text)
		_, public := LoadPublicKey(text)
		if private == nil || public == nil {
			t.Errorf("%s was taken for a key", what)
		}
	}
	if _, err := LoadPrivateKey(publicPEM); err == nil {
		t.Error("a public key was taken for a private one")
	}
	if bytes.Contains(publicPEM, []byte("PRIVATE")) || !bytes.Contains(privatePEM, []byte("PRIVATE")) {
		t.Error("the keys have changed places")
	}
}
