package directory

import (
	"regexp"
	"sync"

	"golang.org/x/text/language"
)

// DefaultLocale is the locale of a store that has none (general/locale/code, conventions §19).
const DefaultLocale = "en_US"

// localeForm matches store locales: language, optional script, and country.
var localeForm = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z][a-z]{3})?_[A-Z]{2}$`)

// Locale parses a store locale code such as en_US, de_DE or zh_Hans_CN. It returns false for any other form and for a language, script or
// country that does not exist.
func Locale(code string) (language.Tag, bool) {
	if !localeForm.MatchString(code) {
		return language.Und, false
	}
	tag, err := language.Parse(code)
	if err != nil {
		return language.Und, false
	}
	region, _ := tag.Region()
	return tag, region.IsCountry() // the form also matches private codes such as XX
}

// ValidLocale reports whether a store may be configured with the locale code.
func ValidLocale(code string) bool {
	_, ok := Locale(code)
	return ok
}

// localeOrDefault returns the locale of a code, or American English: reading must not fail because of a configured value.
func localeOrDefault(code string) language.Tag {
	if tag, ok := Locale(code); ok {
		return tag
	}
	return language.AmericanEnglish
}

// maxLocales bounds the cache of perLocale. Locales come from store configuration, so a few are expected; the bound protects against
// locales from requests.
const maxLocales = 64

// perLocale caches a value for each locale, so that a further call is a map look-up without allocation.
type perLocale[T any] struct {
	build func(language.Tag) T

	mu    sync.RWMutex
	built map[string]T
}

func (p *perLocale[T]) get(locale string) T {
	p.mu.RLock()
	v, ok := p.built[locale]
	p.mu.RUnlock()
	if ok {
		return v
	}
	v = p.build(localeOrDefault(locale))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.built == nil {
		p.built = make(map[string]T)
	}
	if len(p.built) < maxLocales {
		p.built[locale] = v
	}
	return v
}
