package directory_test

import (
	"slices"
	"testing"
	"time"

	"tradelog/domain/directory"
)

func TestValidZone(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		directory.DefaultZone: true, directory.FallbackZone: true, "Europe/Berlin": true, "Europe/Kyiv": true, "Europe/Kiev": true,
		"America/Argentina/Buenos_Aires": true, "US/Pacific": true, "Etc/GMT+5": true,
		"": false, "Local": false, "Factory": false, "europe/berlin": false, "Europe/": false, "Europe": false, "PST": false,
		"+02:00": false, "../../etc/passwd": false, "Europe/Berlin\n": false,
	} {
		if directory.ValidZone(name) != want {
			t.Errorf("ValidZone(%q) is %v", name, !want)
		}
	}
}

func TestEveryZoneCanBeLoaded(t *testing.T) {
	t.Parallel()
	names := directory.Zones()
	if len(names) < 590 || !slices.IsSorted(names) {
		t.Errorf("%d zones, in order: %v", len(names), slices.IsSorted(names))
	}
	for _, name := range names {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
}

func TestValidLocale(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		directory.DefaultLocale: true, "de_DE": true, "zh_Hans_CN": true, "sr_Latn_RS": true, "nb_NO": true, "fil_PH": true,
		"": false, "en": false, "en-US": false, "EN_us": false, "xx_XX": false, "en_XX": false, "en_US.UTF-8": false, "de_DE\n": false,
	} {
		if directory.ValidLocale(code) != want {
			t.Errorf("ValidLocale(%q) is %v", code, !want)
		}
	}
	if tag, ok := directory.Locale("de_DE"); !ok || tag.String() != "de-DE" {
		t.Errorf("de_DE is %v, %v", tag, ok)
	}
}
