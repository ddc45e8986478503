package pdf

import (
	"slices"
	"strings"
	"unicode"
)

// softHyphen marks where a word may be broken. In a text that is printed it is a hyphen at the end of a line, which programs leave out.
const softHyphen = '\u00ad'

// fewestLetters is the number of letters that a broken word keeps on each side.
const fewestLetters = 3

// softHyphens takes the soft hyphens out of a text. It returns the positions before which they stood.
func softHyphens(composed string) (text []rune, at []int) {
	if !strings.ContainsRune(composed, softHyphen) {
		return []rune(composed), nil
	}
	for _, r := range composed {
		if r == softHyphen {
			at = append(at, len(text))
		} else {
			text = append(text, r)
		}
	}
	return text, at
}

// breaksWord tells whether a line ends between two letters of a script that has hyphens.
func breaksWord(text []rune, lines []Line) bool {
	for _, line := range lines[:len(lines)-1] {
		if _, end := line.span(); end > 0 && end < len(text) && hasHyphens(text[end-1]) && hasHyphens(text[end]) {
			return true
		}
	}
	return false
}

// span returns the begin and the end of a line in its text.
func (l Line) span() (begin, end int) {
	begin = len(l.text)
	for _, r := range l.runs {
		begin, end = min(begin, r.Runes.Offset), max(end, r.Runes.Offset+r.Runes.Count)
	}
	return begin, end
}

// endWithHyphens tells whether soft hyphens are nowhere but at the ends of lines.
func endWithHyphens(lines []Line) bool {
	for _, line := range lines {
		if begin, end := line.span(); begin < end && slices.Contains(line.text[begin:end-1], softHyphen) {
			return false
		}
	}
	return true
}

func hasHyphens(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) }

// hyphenate puts soft hyphens into the words that are wider than a line, so that each part is as long as fits. The parts are too wide to
// share a line, so a soft hyphen always ends one. soft lists the positions of soft hyphens that the text had.
func (d *Document) hyphenate(text []rune, soft []int, key shaped) (out []rune) {
	for begin := 0; begin < len(text); {
		end := begin
		for end < len(text) && text[end] != ' ' && text[end] != '-' && text[end] != '/' {
			end++
		}
		end = min(end+1, len(text))
		word := text[begin:end]
		from := 0
		for _, at := range d.breaks(word, within(soft, begin, end), key) {
			out = append(append(out, word[from:at]...), softHyphen)
			from = at
		}
		out, begin = append(out, word[from:]...), end
	}
	return out
}

// within returns the positions of a range, from its begin.
func within(all []int, begin, end int) (inside []int) {
	for _, at := range all {
		if at > begin && at < end {
			inside = append(inside, at-begin)
		}
	}
	return inside
}

// breaks returns where a word is broken: none if it fits on a line, or is no word.
func (d *Document) breaks(word []rune, soft []int, key shaped) (at []int) {
	if len(word) < 2*fewestLetters || !isWord(word) {
		return nil
	}
	for from := 0; d.advance(word[from:], key.bold) > key.most; {
		next := d.lastBreak(word, from, soft, key)
		if next == 0 {
			next = d.lastBreak(word, from, syllables(word), key)
		}
		if next == 0 {
			return nil // it is broken anywhere
		}
		at, from = append(at, next), next
	}
	return at
}

// lastBreak returns the last of some positions for which the part of a word from another position, with a hyphen, fits on a line; 0 if
// there is none.
func (d *Document) lastBreak(word []rune, from int, positions []int, key shaped) int {
	last := 0
	for _, at := range positions {
		if at <= from {
			continue
		}
		// The letter behind a hyphen may change the room between both.
		next := word[at : at+1]
		if d.advance(slices.Concat(word[from:at], []rune{'-'}, next), key.bold)-d.advance(next, key.bold) > key.most {
			break
		}
		last = at
	}
	return last
}

// advance returns the width of a text on one line, without blanks at its end, in thousandths of the size.
func (d *Document) advance(text []rune, bold bool) (width float64) {
	text = []rune(strings.TrimRight(string(text), " "))
	for _, run := range d.runs(text, base(text), bold) {
		width += float64(run.Advance) / 64
	}
	return width
}

// isWord tells whether a text between blanks, hyphens and slashes is a word. Codes, numbers and addresses are none: they have digits or
// marks between letters, or capitals alone.
func isWord(text []rune) bool {
	letters := strings.TrimFunc(string(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	lower := false
	for _, r := range letters {
		if !hasHyphens(r) && !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’' {
			return false
		}
		lower = lower || unicode.IsLower(r)
	}
	return lower
}

// onsets are consonants that begin a syllable together.
var onsets = []string{"sch", "ch", "ck", "ph", "th", "sh", "qu", "sz", "cz", "rz", "dz"}

// syllables returns where a word may be broken: before the consonants of a syllable that are followed by a vowel, with a vowel and enough
// letters on each side.
func syllables(word []rune) (at []int) {
	plain := []rune(strings.ToLower(string(word)))
	if len(plain) != len(word) {
		return nil
	}
	last := len(word)
	for last > 0 && !hasHyphens(word[last-1]) {
		last--
	}
	first := slices.IndexFunc(word, hasHyphens)
	for p := first + fewestLetters; p <= last-fewestLetters; p++ {
		if !isVowel(plain[p]) && startsSyllable(plain, p) && slices.ContainsFunc(plain[first:p], isVowel) && hasHyphens(word[p-1]) {
			at = append(at, p)
		}
	}
	return at
}

// startsSyllable tells whether consonants that belong together, and a vowel behind them, begin at a position.
func startsSyllable(word []rune, p int) bool {
	for q := max(p-2, 0); q < p; q++ {
		if n := onset(word, q); q+n > p {
			return false
		}
	}
	n := onset(word, p)
	return p+n < len(word) && isVowel(word[p+n])
}

// onset returns the number of consonants at a position that belong together.
func onset(word []rune, p int) int {
	for _, o := range onsets {
		if strings.HasPrefix(string(word[p:min(p+3, len(word))]), o) {
			return len(o)
		}
	}
	return 1
}

// isVowel tells whether a small letter is a vowel, with or without marks.
func isVowel(r rune) bool { return strings.ContainsRune(vowels, r) }

const vowels = "aeiouyäöüàáâãåæèéêëìíîïòóôõøœùúûýÿąęůăőűāēīū" +
	"αάεέηήιίϊοόυύϋωώ" + "аеёиоуыэюяіїє"
