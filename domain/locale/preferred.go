package locale

import "golang.org/x/text/language"

// Preferred returns the locale that an Accept-Language header asks for, among the languages of the program; English if it asks for none of
// them.
func Preferred(header string) Locale {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(wanted) == 0 {
		return Locale{}
	}
	tags := []language.Tag{language.English}
	for _, code := range Languages() {
		if code != English {
			tags = append(tags, language.Make(code))
		}
	}
	_, at, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence == language.No || at == 0 {
		return Locale{}
	}
	return Of(tags[at].String(), nil)
}
