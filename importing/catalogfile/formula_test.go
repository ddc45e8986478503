package catalogfile

import (
	"bufio"
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/spreadsheet"
)

func TestFormulasAreQuoted(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd|'/C calc'!A0": "'+cmd|'/C calc'!A0", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"-": "'-", "'=1": "''=1", "''-x": "'''-x", "-5": "-5", "+49": "+49", "-5.00": "-5.00", "-.5": "-.5", "-1e5": "'-1e5",
		"": "", "mug": "mug", "'t is": "'t is", "a=b": "a=b", "5-6": "5-6",
	} {
		if got := spreadsheet.Quote(cell); got != want {
			t.Errorf("%q is written as %q, want %q", cell, got, want)
		}
	}
	// Cells of files that people wrote stay what they are.
	for _, cell := range []string{"=1", "-5", "'t is", "'mug", "mug"} {
		if got := spreadsheet.Unquote(cell); got != cell {
			t.Errorf("%q is read as %q", cell, got)
		}
	}
}

// TestQuotedFormulasAreTakenBack: whatever a value is, a file that has it gives it back.
func TestQuotedFormulasAreTakenBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`['\\]{0,3}[-=+@\t\r0-9.N]{0,3}[a-z,"']{0,3}`).Draw(t, "value")
		if value == "" {
			return
		}
		cell := spreadsheet.Quote(toText(value))
		if spreadsheet.Computes(cell) && cell[0] != '\'' {
			t.Fatalf("%q is written as %q", value, cell)
		}
		var file bytes.Buffer
		out := bufio.NewWriter(&file)
		for _, text := range []string{"a", cell} {
			writeRecord(out, []string{"a"}, func(string) string { return text })
		}
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		read, err := newCSV(&file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := read.next()
		if err != nil || len(r.cells) != 1 || string(r.cells[0].value) != string(encoded(value)) {
			t.Fatalf("%q is written as %q and read as %v, %v", value, cell, r.cells, err)
		}
	})
}
