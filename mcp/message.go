package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"tradelog/operations/bodies"
)

// The error codes of JSON-RPC and MCP.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeRefused        = -32603
	codeNoResource     = -32002
)

// maxBatch is the greatest number of messages in a batch.
const maxBatch = 100

// noID is the id in the answer to a message that could not be parsed.
var noID = json.RawMessage(`""`)

// problem is a JSON-RPC error.
type problem struct {
	code    int
	message string
	status  int // HTTP status; 0: 200
}

func invalid(format string, args ...any) *problem {
	return &problem{code: codeInvalidRequest, message: fmt.Sprintf(format, args...)}
}

// message is a JSON-RPC message. An invalid one has a problem.
type message struct {
	id     json.RawMessage // nil: none that a request may have
	method string          // empty: the message is the client's answer to a question
	params members         // in an answer: the whole message
	// arguments are the arguments of a tool call.
	arguments members
	// silent messages get no answer: notifications, and the client's answers.
	silent  bool
	problem *problem
}

// unreadable returns the problem of a body that the scanner refuses. REST answers 400 to the same body.
func unreadable(err error) *problem {
	switch {
	case errors.Is(err, bodies.ErrSyntax):
		return &problem{code: codeParse, message: "Syntax error"}
	case errors.Is(err, bodies.ErrEncoding), errors.Is(err, bodies.ErrSurrogate):
		return &problem{code: codeParse, message: err.Error(), status: http.StatusBadRequest}
	}
	return &problem{code: codeInvalidRequest, message: err.Error(), status: http.StatusBadRequest}
}

// unanswered reports whether a message gets no answer.
func (m message) unanswered() bool { return m.silent && m.problem == nil }

// messages parses a body. The problem concerns the whole body.
func messages(body []byte) (list []message, batch bool, p *problem) {
	body = bytes.TrimSpace(body)
	if err := bodies.Check(body); err != nil {
		return nil, false, unreadable(err)
	}
	parts := []json.RawMessage{body}
	if batch = body[0] == '['; batch {
		parts = slices.Collect(bodies.Elements(body))
	}
	if len(parts) == 0 || !batch && len(bytes.TrimSpace(body[1:max(1, len(body)-1)])) == 0 && body[0] == '{' {
		return nil, batch, invalid("A JSON-RPC message must not be empty.")
	}
	if len(parts) > maxBatch {
		return nil, true, invalid("JSON-RPC batch size %d exceeds the maximum allowed batch size of %d.", len(parts), maxBatch)
	}
	for _, part := range parts {
		list = append(list, read(part))
	}
	return list, batch, nil
}

// read parses one message, which is valid JSON.
func read(raw json.RawMessage) message {
	all, ok := parseMembers(raw)
	if !ok {
		return message{problem: invalid("A JSON-RPC message must be an object.")}
	}
	if len(all) == 0 {
		return message{problem: invalid("A JSON-RPC message must not be empty.")}
	}
	id, _ := all.get("id")
	m := message{}
	if isID(id) {
		m.id = id
	}
	wrong := func(p *problem) message { return message{id: m.id, problem: p} }
	method, named := all.get("method")
	if !named {
		_, result := all.get("result")
		_, failed := all.get("error")
		if result || failed {
			return message{silent: true, id: id, params: all}
		}
	}
	if m.method, _ = text(method); m.method == "" {
		return wrong(invalid(`Invalid or missing "method" for Request.`))
	}
	m.silent = strings.HasPrefix(m.method, "notifications/")
	if !m.silent && !known[m.method] {
		return wrong(invalid(`Unknown method "%s".`, clip(m.method)))
	}
	if version, _ := all.get("jsonrpc"); string(version) != `"2.0"` {
		return wrong(invalid(`Invalid or missing "jsonrpc" version for Request.`))
	}
	if m.silent {
		m.params = all.object("params")
		return m
	}
	if m.id == nil {
		return wrong(invalid(`Invalid or missing "id" for Request.`))
	}
	if params, sent := all.get("params"); sent && string(params) != "null" {
		if m.params, ok = parseMembers(params); !ok && !bodies.EmptyList(params) {
			return wrong(invalid(`Invalid "params" for Request.`))
		}
	}
	m.problem = m.complete()
	return m
}

// isID reports whether a value may be an id: text or a whole number.
func isID(v json.RawMessage) bool {
	return len(v) > 0 && (v[0] == '"' || v[0] != '[' && v[0] != '{' && v[0] != 't' && v[0] != 'f' && v[0] != 'n' &&
		!bytes.ContainsAny(v, ".eE"))
}

// complete returns the first reason why the parameters are invalid.
func (m *message) complete() *problem {
	switch m.method {
	case "initialize":
		_, version := m.params.text("protocolVersion")
		capabilities, _ := m.params.get("capabilities")
		_, object := parseMembers(capabilities)
		client := m.params.object("clientInfo")
		_, name := client.text("name")
		_, release := client.text("version")
		if !version || !object && !bodies.EmptyList(capabilities) || !name || !release {
			return invalid("The initialize request needs protocolVersion, capabilities and clientInfo.")
		}
	case "tools/call":
		if _, ok := m.params.text("name"); !ok {
			return invalid(`Missing or invalid "name" parameter for tools/call.`)
		}
		arguments, sent := m.params.get("arguments")
		var object bool
		if m.arguments, object = parseMembers(arguments); sent && !object && !bodies.EmptyList(arguments) && string(arguments) != "null" {
			return invalid(`Parameter "arguments" must be an array.`)
		}
	}
	return nil
}
