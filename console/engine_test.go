package console

import (
	"strings"
	"testing"
	"time"

	"tradelog/domain/locale"
	"tradelog/readmodels/documents"
)

// TestWordsOfTheEngineAreTranslated checks tabs, states, acts and their effects.
func TestWordsOfTheEngineAreTranslated(t *testing.T) {
	t.Parallel()
	german := locale.Of("de", nil)
	var words []string
	for _, tab := range engineTabs {
		words = append(words, tab.title)
	}
	for _, word := range engineWords {
		words = append(words, word)
	}
	for _, act := range engineActs {
		words = append(append(words, act.title, act.done), act.says...)
	}
	for _, word := range words {
		if translate(german, word) == word && word != "Installation" {
			t.Errorf("%q is not translated", word)
		}
	}
}

// TestEveryActOnAProjectorIsKnown: buttons lead to a page that asks for confirmation.
func TestEveryActOnAProjectorIsKnown(t *testing.T) {
	t.Parallel()
	for _, name := range projectorActs {
		if engineActs[name].operation != "engine.jobs.start" {
			t.Errorf("the act %s is %+v", name, engineActs[name])
		}
	}
}

// TestPicturesOfLags draws an hour in which a projector fell behind and caught up.
func TestPicturesOfLags(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	v := &visit{l: locale.Of("en", nil), zone: time.UTC}
	at := func(ago time.Duration, events int64) documents.EngineLag {
		return documents.EngineLag{At: now.Add(-ago).Format(apiTime), Events: events, Seconds: float64(events) / 10}
	}
	s := size{width: 120, height: 30, left: 0, right: 120, top: 5, floor: 25}
	p := drawLags(v, []documents.EngineLag{at(2*time.Hour, 0), at(30*time.Minute, 1500), at(0, 4)}, now, s, eventsOf)
	if p.Line != "M0.0 25.0L60.0 10.0L120.0 25.0" || !strings.HasPrefix(p.Area, p.Line) || p.Area[len(p.Line):] != "V25H0.0Z" {
		t.Errorf("the line %s, the area %s", p.Line, p.Area)
	}
	if p.Top != "2,000" || p.Label != "In the last hour at most 1,500, now 4" || p.From != "11:00" || p.To != "12:00" {
		t.Errorf("the picture says %+v", p)
	}
	p = drawLags(v, []documents.EngineLag{at(0, 7)}, now, s, secondsOf)
	if p.Line != "" || p.Label != "In the last hour at most 0.7, now 0.7" {
		t.Errorf("a picture of one sample: %+v", p)
	}
	for given, want := range map[float64]string{0.4: "0\u00a0s", 119: "119\u00a0s", 150: "3\u00a0min", 7200: "2\u00a0h"} {
		if got := v.span(given); got != want {
			t.Errorf("%v seconds are %s, want %s", given, got, want)
		}
	}
	for given, want := range map[float64]float64{0: 1, 1: 1, 1.1: 2, 6: 10, 201: 500} {
		if got := roundedUp(given); got != want {
			t.Errorf("%v is rounded up to %v, want %v", given, got, want)
		}
	}
}
