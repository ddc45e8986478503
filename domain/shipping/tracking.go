package shipping

import (
	"net/url"
	"strings"

	"tradelog/domain/settings"
)

// TrackingPage returns the carrier's page about a parcel (carriers/CODE/tracking_url), or an empty text if none is configured or there is
// no number.
func TrackingPage(config settings.View, carrier, number string) string {
	page := config.Text("carriers/" + strings.ToLower(strings.TrimSpace(carrier)) + "/tracking_url")
	if number = strings.TrimSpace(number); page == "" || number == "" {
		return ""
	}
	// A blank is %20 in paths and in queries.
	return strings.ReplaceAll(page, settings.TrackingNumber, strings.ReplaceAll(url.QueryEscape(number), "+", "%20"))
}
