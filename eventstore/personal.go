package eventstore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"tradelog/domain"
)

// Keyring holds the keys of data subjects, separate from the log. Deleting a key forgets the person: their data stays in the log
// as ciphertext that nobody can open.
type Keyring interface {
	// Key returns the 32-byte key of a subject. With create a missing key is created and made durable. Without it a missing key
	// is ErrForgotten.
	Key(ctx context.Context, subject string, create bool) ([]byte, error)
	// Load fetches many keys at once so that Key finds them in memory. Missing keys are not an error.
	Load(ctx context.Context, subjects []string) error
}

// ErrForgotten: the subject has no key because the person was forgotten.
var ErrForgotten = errors.New("eventstore: the data subject has been forgotten")

// These fields of stored data hold the sealed parts: sealedKey the personal fields, secretKey the secret ones.
const (
	sealedKey = "sealed"
	secretKey = "secret"
)

type box struct {
	Subject string `json:"subject"`
	Key     string `json:"key"`  // fingerprint of the key: a forgotten subject may return and get a new key
	Data    []byte `json:"data"` // nonce and AES-256-GCM ciphertext of a JSON object with the personal fields
}

// Subject names the data subject whose key seals the event's personal data; empty if it has none. It fails if the sealed part cannot
// be read.
func (r Recorded) Subject() (string, error) {
	b, _, err := sealedPart(r.Data)
	return b.Subject, err
}

// Fingerprint tells keys of one subject apart and says nothing about them: 16 hexadecimal digits.
func Fingerprint(key []byte) string {
	sum := sha256.Sum256(append([]byte("tradelog data subject key\x00"), key...))
	return hex.EncodeToString(sum[:8])
}

// sealPlan lists the fields of an event struct that are sealed: the personal ones with the key of the event's person, and the secret ones,
// such as codes that are money, with a key that stays when people are forgotten.
type sealPlan struct {
	personal, secret []sealedField
	subject          string // the subject whose key seals the secret fields
}

type sealedField struct {
	index int
	name  string
}

// planSeal finds the fields tagged personal:"true" and secret:"SUBJECT". It panics on a declaration that could leak their values: a tagged
// field without omitzero, a tagged field inside another struct, or personal fields of a type without a subject.
func planSeal(event domain.Event) *sealPlan {
	t := reflect.TypeOf(event)
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("eventstore: event type %s is not a struct", t))
	}
	var plan sealPlan
	var public []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		subject, secret := f.Tag.Lookup("secret")
		personal := isPersonal(t, f)
		if !personal && !secret {
			refuseNested(f.Type, map[reflect.Type]bool{})
			public = append(public, strings.ToLower(cmp.Or(name, f.Name))) // encoding/json compares names without their case
			continue
		}
		if name == "" || name == "-" || !strings.Contains(options, "omitzero") || !f.IsExported() {
			panic(fmt.Sprintf("eventstore: sealed field %s.%s needs a json name and omitzero", t, f.Name))
		}
		if secret && (personal || subject == "" || cmp.Or(plan.subject, subject) != subject) {
			panic(fmt.Sprintf("eventstore: secret field %s.%s needs one subject, that of all secret fields of the type", t, f.Name))
		}
		if secret {
			plan.secret, plan.subject = append(plan.secret, sealedField{i, name}), subject
		} else {
			plan.personal = append(plan.personal, sealedField{i, name})
		}
	}
	if len(plan.personal)+len(plan.secret) == 0 {
		return nil
	}
	if _, ok := event.(domain.Personal); !ok && len(plan.personal) > 0 {
		panic(fmt.Sprintf("eventstore: %s has personal fields but no DataSubject", t))
	}
	for _, name := range []string{sealedKey, secretKey} {
		if slices.Contains(public, name) {
			panic(fmt.Sprintf("eventstore: %s has a field %q, which is where its sealed fields go", t, name))
		}
	}
	return &plan
}

// isPersonal reads the tag. It panics on a misspelt value, which must not mean "public".
func isPersonal(t reflect.Type, f reflect.StructField) bool {
	value, tagged := f.Tag.Lookup("personal")
	if tagged && value != "true" {
		panic(fmt.Sprintf("eventstore: %s.%s is tagged personal:%q; only \"true\" is known", t, f.Name, value))
	}
	return tagged
}

// refuseNested panics if the type of a public field has personal or secret fields: only fields of the event itself are sealed.
func refuseNested(t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		refuseNested(t.Elem(), seen)
	case reflect.Map:
		refuseNested(t.Key(), seen)
		refuseNested(t.Elem(), seen)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			if _, secret := t.Field(i).Tag.Lookup("secret"); secret || isPersonal(t, t.Field(i)) {
				panic(fmt.Sprintf("eventstore: %s.%s is personal or secret but not a field of the event itself, so it would not be sealed", t,
					t.Field(i).Name))
			}
			refuseNested(t.Field(i).Type, seen)
		}
	}
}

// seal encodes an event. The part with the personal fields comes last, see sealedPart.
func (p *sealPlan) seal(ctx context.Context, keys Keyring, event domain.Event) ([]byte, error) {
	public := reflect.New(reflect.TypeOf(event)).Elem()
	public.Set(reflect.ValueOf(event))
	secret, personal := take(public, p.secret), take(public, p.personal)
	data, err := marshal(public.Interface())
	if err == nil && len(secret) > 0 {
		data, err = appendSealed(ctx, keys, data, secretKey, event.EventName(), p.subject, secret)
	}
	if err == nil && len(personal) > 0 {
		data, err = appendSealed(ctx, keys, data, sealedKey, event.EventName(), event.(domain.Personal).DataSubject(), personal)
	}
	return data, err
}

// take empties fields of a struct and returns their former values.
func take(from reflect.Value, fields []sealedField) map[string]any {
	taken := make(map[string]any, len(fields))
	for _, f := range fields {
		if v := from.Field(f.index); !v.IsZero() {
			taken[f.name] = v.Interface()
			v.SetZero()
		}
	}
	return taken
}

// appendSealed adds fields to an encoded event, sealed with the key of a subject.
func appendSealed(ctx context.Context, keys Keyring, data []byte, name, eventType, subject string, fields map[string]any) ([]byte, error) {
	if subject == "" {
		return nil, errors.New("personal data without a subject")
	}
	key, err := keys.Key(ctx, subject, true)
	if err != nil {
		return nil, err
	}
	plain, err := marshal(fields)
	if err != nil {
		return nil, err
	}
	closed, err := sealBytes(key, eventType, subject, plain)
	if err != nil {
		return nil, err
	}
	sealed, err := marshal(box{Subject: subject, Key: Fingerprint(key), Data: closed})
	if err != nil {
		return nil, err
	}
	return appendField(data, name, sealed), nil
}

// sealBytes returns nonce and ciphertext. They are bound to the subject and to what, the kind of the plain text such as an event type, so
// that they cannot be moved.
func sealBytes(key []byte, what, subject string, plain []byte) ([]byte, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, plain, additional(what, subject)), nil
}

// openBytes opens what sealBytes returned.
func openBytes(key []byte, what, subject string, sealed []byte) ([]byte, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	return openWith(aead, sealed, additional(what, subject))
}

// errOtherKey: the text was sealed with another key, or was damaged.
var errOtherKey = errors.New("sealed part does not open with its subject's key")

// openWith decrypts a nonce and the ciphertext behind it.
func openWith(aead cipher.AEAD, data, additional []byte) ([]byte, error) {
	n := aead.NonceSize()
	if len(data) < n {
		return nil, errors.New("sealed part is cut short")
	}
	plain, err := aead.Open(nil, data[:n], data[n:], additional)
	if err != nil {
		return nil, errOtherKey
	}
	return plain, nil
}

// Seal seals a file of a person that is stored beside the log. what names the kind of file. A missing key of the person is created.
func (c *Codec) Seal(ctx context.Context, subject, what string, plain []byte) ([]byte, error) {
	key, err := c.keys.Key(ctx, subject, true)
	if err != nil {
		return nil, err
	}
	return sealBytes(key, what, subject, plain)
}

// Unseal opens what Seal returned. ErrForgotten: the key it was sealed with is deleted.
func (c *Codec) Unseal(ctx context.Context, subject, what string, sealed []byte) ([]byte, error) {
	key, err := c.keys.Key(ctx, subject, false)
	if err != nil {
		return nil, err
	}
	return openBytes(key, what, subject, sealed)
}

// open fills the sealed fields of an event. They stay empty for a forgotten subject, even if the subject has returned and has a new key.
func (p *sealPlan) open(ctx context.Context, keys Keyring, eventType string, event domain.Event, data []byte) (domain.Event, error) {
	b, ok, err := sealedPart(data)
	if err == nil && ok {
		event, err = b.open(ctx, keys, eventType, event)
	}
	if err != nil || len(p.secret) == 0 || !bytes.Contains(data, secretMember) {
		return event, err
	}
	parts, err := searchParts(data)
	if err != nil || parts.Secret == nil {
		return event, err
	}
	return parts.Secret.open(ctx, keys, eventType, event)
}

// open fills the fields of an event that are in the box.
func (b box) open(ctx context.Context, keys Keyring, eventType string, event domain.Event) (domain.Event, error) {
	key, err := keys.Key(ctx, b.Subject, false)
	if errors.Is(err, ErrForgotten) {
		return event, nil
	}
	if err != nil {
		return nil, err
	}
	if b.Key != Fingerprint(key) {
		return event, nil
	}
	plain, err := openBytes(key, eventType, b.Subject, b.Data)
	if err != nil {
		return nil, err
	}
	return domain.Fill(event, plain)
}

// sealedPart finds the sealed part of stored data. An unreadable part is an error, because no sealed part means a forgotten
// person.
func sealedPart(data []byte) (b box, ok bool, err error) {
	i := bytes.LastIndex(data, sealedMember)
	if i < 0 {
		if !bytes.Contains(data, sealedMember[1:len(sealedMember)-1]) {
			return box{}, false, nil
		}
		return searchSealedPart(data)
	}
	// The sealed part is appended last, so the data ends with it. A field that only looks like it has something behind it.
	if json.Unmarshal(data[i+len(sealedMember)-1:len(data)-1], &b) == nil && b.Subject != "" {
		return b, true, nil
	}
	return searchSealedPart(data)
}

// sealedMember is the beginning of the sealed part behind other fields.
var sealedMember = []byte(`,"` + sealedKey + `":{`)

// secretMember is the beginning of the part with the secret fields.
var secretMember = []byte(`"` + secretKey + `":{`)

// searchSealedPart finds a sealed part at any depth.
func searchSealedPart(data []byte) (b box, ok bool, err error) {
	parts, err := searchParts(data)
	if err != nil || parts.Sealed == nil {
		return box{}, false, err
	}
	return *parts.Sealed, true, nil
}

// sealedParts holds the sealed parts of stored data; nil for a missing one.
type sealedParts struct {
	Sealed *box `json:"sealed"`
	Secret *box `json:"secret"`
}

func searchParts(data []byte) (p sealedParts, err error) {
	if err := json.Unmarshal(data, &p); err != nil {
		return sealedParts{}, errors.New("sealed part cannot be read")
	}
	return p, nil
}

// batchKeys asks a keyring once for each subject of a batch. A keyring does not cache missing keys, because a subject may get one
// later, so forgotten subjects would otherwise cost one look-up for each event.
type batchKeys struct {
	Keyring
	found map[string][]byte // nil: forgotten
}

func (k batchKeys) Key(ctx context.Context, subject string, create bool) ([]byte, error) {
	key, known := k.found[subject]
	if !known {
		var err error
		if key, err = k.Keyring.Key(ctx, subject, create); err != nil && !errors.Is(err, ErrForgotten) {
			return nil, err
		}
		k.found[subject] = key
	}
	if key == nil {
		return nil, ErrForgotten
	}
	return key, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// additional binds a ciphertext to the event type and the subject, so that it cannot be moved to another event.
func additional(eventType, subject string) []byte { return []byte(eventType + "\x00" + subject) }

// appendField adds a field to a JSON object.
func appendField(object []byte, name string, value []byte) []byte {
	out := append([]byte(nil), object[:len(object)-1]...)
	if len(object) > 2 {
		out = append(out, ',')
	}
	out = append(out, '"')
	out = append(out, name...)
	out = append(out, '"', ':')
	out = append(out, value...)
	return append(out, '}')
}
