package console

import (
	"strings"
	"testing"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
)

// TestBarsAreOfTheirDays: a bar is labelled with its day in the shop's time zone.
func TestBarsAreOfTheirDays(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"America/Los_Angeles", "UTC", "Pacific/Auckland"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		v := &visit{zone: zone, l: locale.Of(locale.English, zone)}
		p := drawSales(v, []string{"2026-11-14"}, []sold{{Revenue: money.FromInt(7)}}, "USD")
		if b := p.Bars.All[0]; b.At != "14." || !strings.HasPrefix(b.Text, "November 14, 2026: ") {
			t.Errorf("%s: the bar %q says %q", name, b.At, b.Text)
		}
	}
}
