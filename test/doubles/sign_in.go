package doubles

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

// Claims are the claims of an ID token.
type Claims = jwt.MapClaims

// SignInProvider is a provider. Its issuer is its URL, and its keys are at URL + "/keys".
type SignInProvider struct {
	URL  string
	Down atomic.Bool  // it answers with 502
	Asks atomic.Int64 // number of requests for its keys

	t    testing.TB
	mu   sync.Mutex
	rsa  map[string]*rsa.PrivateKey
	curv map[string]*ecdsa.PrivateKey
}

// NewSignInProvider starts a provider with the RSA key "rsa" and the elliptic key "ec".
func NewSignInProvider(t testing.TB) *SignInProvider {
	t.Helper()
	p := &SignInProvider{t: t, rsa: map[string]*rsa.PrivateKey{}, curv: map[string]*ecdsa.PrivateKey{}}
	p.Publish("rsa")
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p.curv["ec"] = key
	mux := http.NewServeMux()
	answer := func(of func() any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if p.Down.Load() {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			_ = json.NewEncoder(w).Encode(of())
		}
	}
	mux.HandleFunc("/.well-known/openid-configuration", answer(func() any {
		return map[string]any{"issuer": p.URL, "jwks_uri": p.URL + "/keys"}
	}))
	mux.HandleFunc("/keys", func(w http.ResponseWriter, r *http.Request) {
		p.Asks.Add(1)
		answer(p.keys)(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Publish adds an RSA key.
func (p *SignInProvider) Publish(id string) {
	p.t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rsa[id] = key
}

// PublicRSA returns the modulus of a key, which is public.
func (p *SignInProvider) PublicRSA(id string) []byte { return p.rsa[id].N.Bytes() }

func (p *SignInProvider) keys() any {
	p.mu.Lock()
	defer p.mu.Unlock()
	encode := base64.RawURLEncoding.EncodeToString
	set := []map[string]string{{"kid": "encryption", "kty": "RSA", "use": "enc"}, {"kid": "other", "kty": "OKP", "crv": "Ed25519"}}
	for id, key := range p.rsa {
		set = append(set, map[string]string{"kid": id, "kty": "RSA", "use": "sig", "alg": "RS256", "n": encode(key.N.Bytes()),
			"e": encode(big.NewInt(int64(key.E)).Bytes())})
	}
	for id, key := range p.curv {
		point, err := key.PublicKey.Bytes()
		if err != nil {
			panic(err)
		}
		set = append(set, map[string]string{"kid": id, "kty": "EC", "crv": "P-256", "x": encode(point[1:33]), "y": encode(point[33:])})
	}
	return map[string]any{"keys": set}
}

// Sign signs an ID token with a key of the provider.
func (p *SignInProvider) Sign(id string, claims Claims) string {
	p.t.Helper()
	if key, ok := p.curv[id]; ok {
		return p.SignAs(jwt.SigningMethodES256, id, key, claims)
	}
	return p.SignAs(jwt.SigningMethodRS256, id, p.rsa[id], claims)
}

// SignAs signs an ID token with any key, under the key ID id.
func (p *SignInProvider) SignAs(method jwt.SigningMethod, id string, key any, claims Claims) string {
	p.t.Helper()
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = id
	signed, err := token.SignedString(key)
	if err != nil {
		p.t.Fatal(err)
	}
	return signed
}
