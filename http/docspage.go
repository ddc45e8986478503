package http

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"
)

// docsPage shows the OpenAPI document to people, and sends requests for them. It is one file that loads nothing but
// /api/docs.json, so it works wherever the API does.
//
//go:embed docspage.html
var docsPage []byte

// contentPolicy is the Content-Security-Policy of a page whose only script and style are its own: they are named by their
// hashes, so that nothing else runs even if a description of the document ever got in as HTML. The page speaks to this
// server alone.
func contentPolicy(page []byte) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src " + hashOf(page, "script"), "style-src " + hashOf(page, "style"), "connect-src 'self'", "img-src data:",
		"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; ")
}

// hashOf names what is inside an element, as policies do.
func hashOf(page []byte, element string) string {
	_, rest, _ := bytes.Cut(page, []byte("<"+element+">"))
	inside, _, found := bytes.Cut(rest, []byte("</"+element+">"))
	if !found {
		return "'none'"
	}
	sum := sha256.Sum256(inside)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
