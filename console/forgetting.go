package console

import "slices"

// forgottenPart is what becomes of a kind of data of a person who is forgotten.
type forgottenPart struct {
	What, Count, Fate, Why string
	Mood                   string // of the fate
	Orders                 []string
}

// fateMoods are the moods of fates.
var fateMoods = map[string]string{"deleted": "bad", "anonymized": "warn", "kept": "good"}

// forgotten takes the parts of a person's data out of what a dry run answers, as a list of their own.
func (v *visit) forgotten(t *trialView) {
	at := slices.IndexFunc(t.Result.Members, func(n node) bool { return n.Name == "parts" && n.Is == isList })
	if at < 0 || t.Result.Members[at].Empty() || t.Result.Members[at].Elements[0].Get("fate").Empty() {
		return
	}
	for _, e := range t.Result.Members[at].Elements {
		part := forgottenPart{What: label(v.l, e.Get("what").Raw), Count: e.Get("count").Text, Fate: label(v.l, e.Get("fate").Raw),
			Mood: fateMoods[e.Get("fate").Raw], Why: v.text(e.Get("why").Raw)}
		for _, o := range e.Get("orders").Elements {
			part.Orders = append(part.Orders, o.Raw)
		}
		t.Parts = append(t.Parts, part)
	}
	t.Result = node{Is: isNothing}
}
