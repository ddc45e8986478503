package tradelog

import "tradelog/domain/directory"

// seedRates are the exchange rates a new shop starts with.
func seedRates() map[string]string {
	out := map[string]string{}
	for _, r := range directory.SeedRates() {
		if r.From != r.To {
			out[r.From+"/"+r.To] = r.Value
		}
	}
	return out
}
