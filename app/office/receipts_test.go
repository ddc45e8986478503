package office_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"testing"

	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/test/salestest"
)

// TestThePrintedReceiptHasTheSignedOne: the signed receipt is attached to the PDF, with the printed digest and signature.
func TestThePrintedReceiptHasTheSignedOne(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 50, nil)
	order := salestest.ID(s.Order("MUG*2"))
	a := s.Must(200, "GET", fmt.Sprintf("/orders/%d/receipt/pdf", order), nil, s.Service...)
	if a.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("it is %s", a.Header.Get("Content-Type"))
	}
	var want, found proof.Receipt
	if err := json.Unmarshal(s.Must(200, "GET", fmt.Sprintf("/orders/%d/receipt", order), nil, s.Service...).Body, &want); err != nil {
		t.Fatal(err)
	}
	key, err := audit.LoadPublicKey(s.Must(200, "GET", "/.well-known/tradelog/key.pub", nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, stream := range regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`).FindAllSubmatch(a.Body, -1) {
		unpacked, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(unpacked)
		if err == nil && json.Unmarshal(content, &found) == nil {
			break
		}
	}
	if _, err := proof.Check(&found, key); err != nil || found.Digest != want.Digest {
		t.Errorf("the attached receipt: %v", err)
	}
}
