package shipping

import (
	"net/url"
	"strings"
)

// trackingPages are the pages on which carriers show where a parcel is. The number is added to them.
var trackingPages = map[string]string{
	"dhl":    "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
	"dpd":    "https://tracking.dpd.de/parcelstatus?query=",
	"fedex":  "https://www.fedex.com/fedextrack/?trknbr=",
	"gls":    "https://gls-group.com/track/",
	"hermes": "https://www.myhermes.de/empfangen/sendungsverfolgung/?suche=",
	"ups":    "https://www.ups.com/track?tracknum=",
	"usps":   "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
}

// TrackingPage returns the page of a carrier that shows where a parcel is, or nothing if the carrier is not known.
func TrackingPage(carrier, number string) string {
	page := trackingPages[strings.ToLower(strings.TrimSpace(carrier))]
	if number = strings.TrimSpace(number); page == "" || number == "" {
		return ""
	}
	return page + url.QueryEscape(number)
}
