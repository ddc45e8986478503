package console

// forgottenPart is a kind of data of a forgotten person, with its fate.
type forgottenPart struct {
	What, Count, Fate, Why string
	Mood                   string // of the fate
	Orders                 []string
}

// fateMoods maps fates to moods.
var fateMoods = map[string]string{"deleted": "bad", "anonymized": "warn", "kept": "good"}

// fates reads the fates of a person's data.
func (v *visit) fates(of node) (parts []forgottenPart) {
	for _, e := range of.Elements {
		part := forgottenPart{What: label(v.l, e.Get("what").Raw), Count: e.Get("count").Text, Fate: label(v.l, e.Get("fate").Raw),
			Mood: fateMoods[e.Get("fate").Raw], Why: v.text(e.Get("why").Raw)}
		for _, o := range e.Get("orders").Elements {
			part.Orders = append(part.Orders, o.Raw)
		}
		parts = append(parts, part)
	}
	return parts
}
