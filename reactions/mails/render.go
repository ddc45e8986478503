package mails

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"text/tabwriter"
)

// text returns the letter as plain text.
func (l *Letter) text(shop string) string {
	var b strings.Builder
	for _, block := range l.Body {
		switch {
		case block.Text != "":
			fmt.Fprintf(&b, "%s\n\n", block.Text)
		case block.Quote != "":
			for line := range strings.Lines(block.Quote) {
				fmt.Fprintf(&b, "> %s\n", strings.TrimRight(line, "\r\n"))
			}
			b.WriteString("\n")
		case block.Facts != nil:
			for _, f := range block.Facts {
				fmt.Fprintf(&b, "%s: %s\n", f[0], strings.ReplaceAll(f[1], "\n", "\n    "))
			}
			b.WriteString("\n")
		case block.Table != nil:
			block.Table.text(&b)
		case block.Link != nil:
			fmt.Fprintf(&b, "%s:\n%s\n\n", block.Link.Label, block.Link.URL)
		}
	}
	fmt.Fprintf(&b, "-- \n%s\n", shop)
	return b.String()
}

func (t *Table) text(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		fmt.Fprintln(w, strings.ReplaceAll(strings.Join(row, "\t"), "\n", ", "))
	}
	_ = w.Flush()
	b.WriteString("\n")
	w = tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for _, sum := range t.Sums {
		fmt.Fprintf(w, "%s\t%s\n", sum[0], sum[1])
	}
	_ = w.Flush()
	if len(t.Sums) > 0 {
		b.WriteString("\n")
	}
}

// page is the template of all letters. Styles are inline, because mail programs drop style elements.
var page = template.Must(template.New("letter").Funcs(template.FuncMap{
	"lines": func(text string) []string { return strings.Split(text, "\n") },
	"span":  func(t *Table) int { return len(t.Head) - 1 },
}).Parse(`{{define "lines"}}{{range $n, $line := .}}{{if $n}}<br>{{end}}{{$line}}{{end}}{{end -}}
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="margin:0;padding:24px;background:#f1f3f6;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1c2026">
<div style="max-width:620px;margin:0 auto;padding:28px;background:#ffffff">
<p style="margin:0 0 20px;padding-bottom:12px;border-bottom:2px solid #164678;font-size:18px;font-weight:bold;color:#164678">{{.Shop}}</p>
{{range .Body}}{{if .Text}}<p>{{template "lines" lines .Text}}</p>
{{else if .Quote}}<blockquote style="margin:16px 0;padding:8px 14px;border-left:3px solid #d6dae0">
{{- template "lines" lines .Quote}}</blockquote>
{{else if .Facts}}<table style="margin:16px 0;border-collapse:collapse">{{range .Facts}}
<tr><td style="padding:3px 18px 3px 0;color:#69707a;vertical-align:top">{{index . 0 -}}
</td><td style="padding:3px 0;vertical-align:top">{{template "lines" lines (index . 1)}}</td></tr>{{end}}
</table>
{{else if .Table}}{{$table := .Table}}<table style="width:100%;margin:16px 0;border-collapse:collapse">
<tr>{{range $n, $cell := .Table.Head -}}
<th style="padding:6px 8px;background:#f1f3f6;text-align:{{if $n}}right{{else}}left{{end}}">{{$cell}}</th>{{end}}</tr>{{range .Table.Rows}}
<tr>{{range $n, $cell := . -}}
<td style="padding:6px 8px;border-bottom:1px solid #d6dae0;vertical-align:top;text-align:{{if $n}}right{{else}}left{{end}}">
{{- template "lines" lines $cell}}</td>{{end}}</tr>{{end}}{{range .Table.Sums}}
<tr><td colspan="{{span $table}}" style="padding:4px 8px;text-align:right">{{index . 0 -}}
</td><td style="padding:4px 8px;text-align:right">{{index . 1}}</td></tr>{{end}}
</table>
{{else if .Link}}<p style="margin:24px 0"><a href="{{.Link.URL -}}
" style="padding:10px 18px;background:#164678;color:#ffffff;text-decoration:none">
{{- .Link.Label}}</a></p>
<p style="font-size:13px;color:#69707a">{{.Link.URL}}</p>
{{end}}{{end}}</div>
</body></html>
`))

// html returns the letter as HTML.
func (l *Letter) html(shop string) (string, error) {
	var b bytes.Buffer
	err := page.Execute(&b, struct {
		Shop, Subject string
		Body          []Block
	}{shop, l.Subject, l.Body})
	return b.String(), err
}
