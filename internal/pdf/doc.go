// Package pdf writes PDF files: pages with text in all scripts that people write, rules, boxes, pictures and bar codes.
//
// Text is shaped and ordered by go-text/typesetting, from right to left where its script is. Fonts are cut to the glyphs that are used.
// A character that no font has is printed as U+FFFD, and programs that read the file find the character itself.
//
// Files are PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1). They carry their fonts, their language and the structure of their text,
// which programs read aloud or copy. They can have attachments. The same input gives the same bytes.
//
// Lengths are in millimetres from the upper left corner of a page, sizes of letters in points.
package pdf
