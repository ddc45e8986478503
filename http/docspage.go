package http

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"
)

// docsPage shows the OpenAPI document to people and lets them send requests. The file loads only /api/docs.json, so it works wherever the
// API does.
//
//go:embed docspage.html
var docsPage []byte

// contentPolicy returns a Content-Security-Policy that allows only the page's own script and style, named by their hashes.
// Nothing else runs, even if a description of the document contained HTML. The page may connect to this server only.
func contentPolicy(page []byte) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src " + hashOf(page, "script"), "style-src " + hashOf(page, "style"), "connect-src 'self'", "img-src data:",
		"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; ")
}

// hashOf returns the policy hash of an element's content.
func hashOf(page []byte, element string) string {
	_, rest, _ := bytes.Cut(page, []byte("<"+element+">"))
	inside, _, found := bytes.Cut(rest, []byte("</"+element+">"))
	if !found {
		return "'none'"
	}
	sum := sha256.Sum256(inside)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
