package audit

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
)

// GenerateKey generates a key pair for checkpoints as PEM: a private key (PKCS #8) to sign with and a public key (PKIX) to verify
// with.
func GenerateKey() (private, public []byte, err error) {
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	privDER, err := x509.MarshalPKCS8PrivateKey(priv)
	if err != nil {
		return nil, nil, err
	}
	pubDER, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privDER}), pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY",
		Bytes: pubDER}), nil
}

// LoadPrivateKey reads a private Ed25519 key from PEM, as GenerateKey or openssl writes it. Errors never contain the key.
func LoadPrivateKey(data []byte) (ed25519.PrivateKey, error) {
	block, _ := pem.Decode(data)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, errors.New("audit: no PEM block of type PRIVATE KEY (PKCS #8)")
	}
	return parseKey[ed25519.PrivateKey]("private", x509.ParsePKCS8PrivateKey, block.Bytes)
}

// LoadPublicKey reads a public Ed25519 key from PEM. It also accepts a private key, which contains the public one.
func LoadPublicKey(data []byte) (ed25519.PublicKey, error) {
	block, _ := pem.Decode(data)
	if block != nil && block.Type == "PRIVATE KEY" {
		private, err := LoadPrivateKey(data)
		if err != nil {
			return nil, err
		}
		return private.Public().(ed25519.PublicKey), nil
	}
	if block == nil || block.Type != "PUBLIC KEY" {
		return nil, errors.New("audit: no PEM block of type PUBLIC KEY")
	}
	return parseKey[ed25519.PublicKey]("public", x509.ParsePKIXPublicKey, block.Bytes)
}

func parseKey[K any](kind string, parse func([]byte) (any, error), der []byte) (key K, err error) {
	parsed, err := parse(der)
	if err != nil {
		return key, fmt.Errorf("audit: the %s key cannot be read", kind)
	}
	key, ok := parsed.(K)
	if !ok {
		return key, fmt.Errorf("audit: the %s key is not an Ed25519 key", kind)
	}
	return key, nil
}
