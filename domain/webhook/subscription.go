// Package webhook decides about subscriptions: which changes of resources the shop sends to which address, and how often it tries.
//
// A subscription is a plain record. Its secret is no part of it: the installation derives it from the identifier and the version, so that
// the log never has it.
package webhook

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Subscriptions are the records.
var Subscriptions = record.KindOf[Subscription]("webhook", "Webhook")

// Subscription sends changes of resources to an address.
type Subscription struct {
	record.Dated
	ID        int64    `json:"id" about:"ID of the webhook"`
	Name      string   `json:"name" doc:"what it is for, such as ERP; 60 characters at most"`
	URL       string   `json:"url" required:"true" doc:"address that changes are posted to; https, or http in networks that the operator allows"`
	Resources []string `json:"resources" doc:"names of resources as in their paths, such as orders; the caller must be able to read each of them"`
	Changes   []string `json:"changes" doc:"created, changed, deleted: which changes are sent; all if empty"`
	Fields    []string `json:"fields" doc:"of resources that changed, only changes of these fields, and those that name none; all if empty"`
	StoreIDs  []int64  `json:"storeIds" doc:"IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty"`
	Payload   Payload  `json:"payload" enum:"thin,document" doc:"thin: the change alone; document: with the resource as GET shows it"`
	Active    bool     `json:"active" doc:"whether changes are sent; true by default. What happens meanwhile is sent once it is active again"`
	OwnerID   *int64   `json:"ownerId" doc:"ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact"`

	// MakerID is not OwnerID: the one is whose rights decide what is sent, the other is who is told of trouble.
	MakerID *int64 `json:"makerId" input:"-" doc:"ID of the account that made or last changed it, whose present rights decide what is sent; null: the operator made it, or an earlier version did"`

	// MakerAgent and MakerTools are those of the token that made or last changed it: it sends no more than the token could read.
	MakerAgent *int64    `json:"makerAgent" input:"-" doc:"ID of the agent that made or last changed it for the account; nothing is sent once the agent has ended; null: none did"`
	MakerTools *[]string `json:"makerTools" input:"-" doc:"tools that the token was limited to which made or last changed it, by name or set: what these do not read is not sent; null: it was not limited"`

	SecretVersion int64   `json:"secretVersion" input:"-" doc:"number of the secret, from 1"`
	FormerUntil   *string `json:"formerSecretUntil" input:"-" shown:"time" doc:"until then the former secret signs as well; null: it does not"`
	Replays       int64   `json:"replays" input:"-" doc:"number of times that it was set to another position"`
	ReplayAfter   int64   `json:"replayAfter" input:"-" doc:"position that it was set to last"`
	SuspendedAt   *string `json:"suspendedAt" input:"-" shown:"time" doc:"since then nothing is sent, because it failed for too long; null: it is not suspended"`
	ParkedAt      *string `json:"parkedAt" input:"-" shown:"time" doc:"time at which deliveries were last given up; null: never"`
	Trouble       *string `json:"trouble" input:"-" doc:"why it was suspended, or deliveries were given up"`
}

// Payload is the content of a message about a change.
type Payload string

// The payloads.
const (
	Thin     Payload = "thin"
	Document Payload = "document"
)

// New has the values of members that are not sent when a subscription is created.
var New = Subscription{Payload: Thin, Active: true, SecretVersion: 1}

// The bounds of subscriptions.
const (
	longestName = 60
	longestURL  = 2000
	mostNames   = 100
)

// Normalise returns the stored form: lists are ordered and have no name twice.
func (s Subscription) Normalise() Subscription {
	s.Name, s.URL = strings.TrimSpace(s.Name), strings.TrimSpace(s.URL)
	s.Resources, s.Changes, s.Fields = names(s.Resources), names(s.Changes), names(s.Fields)
	s.StoreIDs = slices.Clone(s.StoreIDs)
	slices.Sort(s.StoreIDs)
	s.StoreIDs = slices.Compact(s.StoreIDs)
	return s
}

func names(list []string) []string {
	out := make([]string, 0, len(list))
	for _, name := range list {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Check refuses an invalid subscription.
func (s Subscription) Check() error {
	var wrong fault.Several
	if len([]rune(s.Name)) > longestName {
		wrong.Add(fault.Invalidf("name has %d characters at most.", longestName).About(fault.Length, "name"))
	}
	wrong.Add(CheckURL(s.URL))
	if len(s.Resources) == 0 {
		wrong.Add(fault.Invalidf("resources must name at least one resource, such as orders.").About(fault.Required, "resources"))
	}
	for i, what := range s.Changes {
		switch change.Kind(what) {
		case change.Created, change.Changed, change.Deleted:
		default:
			wrong.Add(fault.Invalidf("changes takes created, changed and deleted, not %.40q.", what).
				About(fault.Choice, fault.Element("changes", i)))
		}
	}
	for _, list := range []struct {
		field string
		names []string
	}{{"resources", s.Resources}, {"fields", s.Fields}} {
		if len(list.names) > mostNames || slices.ContainsFunc(list.names, func(name string) bool { return len(name) > longestName }) {
			wrong.Add(fault.Invalidf("A list has %d names at most, and a name %d characters.", mostNames, longestName).
				About(fault.Length, list.field))
		}
	}
	if s.Payload != Thin && s.Payload != Document {
		wrong.Add(fault.Invalidf("payload must be thin or document.").About(fault.Choice, "payload"))
	}
	return wrong.Err()
}

// CheckURL refuses texts that are not addresses to which messages can be posted. The host is checked when it is called.
func CheckURL(address string) error {
	at, err := url.Parse(address)
	switch {
	case err != nil || at.Hostname() == "" || at.Opaque != "" || len(address) > longestURL:
		return fault.Invalidf("url must be a whole address such as https://example.com/hooks, of %d characters at most.", longestURL).
			About(fault.Format, "url")
	case at.Scheme != "https" && at.Scheme != "http":
		return fault.Invalidf("url must begin with https:// (or with http:// for an address in a network that the operator allows).").
			About(fault.Format, "url")
	case at.User != nil:
		return fault.Invalidf("url must not contain a user or a password: the event log would keep them. Receivers check the signature.").
			About(fault.Format, "url")
	case at.Fragment != "":
		return fault.Invalidf("url must not have a fragment (#...): receivers never see it.").About(fault.Format, "url")
	}
	if port := at.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return fault.Invalidf("The port of url must be a number from 1 to 65535.").About(fault.Format, "url")
		}
	}
	if ip, err := netip.ParseAddr(at.Hostname()); err == nil && ip.IsUnspecified() {
		return fault.Invalidf("url must name a host.").About(fault.Format, "url")
	}
	return nil
}

// Sends tells whether changes are sent now.
func (s Subscription) Sends() bool { return s.Active && s.SuspendedAt == nil }

// Wants tells whether a change is one that the subscription names. Stores are looked at elsewhere.
func (s Subscription) Wants(resource string, kind change.Kind, fields []string) bool {
	if !slices.Contains(s.Resources, resource) || len(s.Changes) > 0 && !slices.Contains(s.Changes, string(kind)) {
		return false
	}
	return kind != change.Changed || len(s.Fields) == 0 || len(fields) == 0 ||
		slices.ContainsFunc(fields, func(name string) bool { return slices.Contains(s.Fields, name) })
}

// Secrets returns the versions of the secrets that sign at a moment, the newest first.
func (s Subscription) Secrets(at time.Time) []int64 {
	if until, err := time.Parse(time.DateTime, domain.Value(s.FormerUntil)); err == nil && at.Before(until) && s.SecretVersion > 1 {
		return []int64{s.SecretVersion, s.SecretVersion - 1}
	}
	return []int64{s.SecretVersion}
}

// MadeBy returns the subscription as one of an account, with the limits of its token: the agent (0: none) and the tools (nil: all).
func (s Subscription) MadeBy(account, agent int64, tools []string) Subscription {
	s.MakerID, s.MakerAgent, s.MakerTools = &account, nil, nil
	if agent != 0 {
		s.MakerAgent = &agent
	}
	if tools != nil {
		s.MakerTools = &tools
	}
	return s
}

// Rotated returns the subscription with a new secret. The former one signs as well for a while.
func (s Subscription) Rotated(at time.Time, overlap time.Duration) Subscription {
	s.SecretVersion++
	s.FormerUntil = nil
	if overlap > 0 {
		s.FormerUntil = stamp(at.Add(overlap))
	}
	return s
}

// Replayed returns the subscription set back, so that all changes after a position are sent again.
func (s Subscription) Replayed(after int64) Subscription {
	s.Replays++
	s.ReplayAfter = after
	return s
}

// Suspended returns the subscription with sending suspended.
func (s Subscription) Suspended(at time.Time, why string) Subscription {
	s.SuspendedAt, s.Trouble = stamp(at), &why
	return s
}

// Parked returns the subscription with the note that deliveries were given up.
func (s Subscription) Parked(at time.Time, why string) Subscription {
	s.ParkedAt, s.Trouble = stamp(at), &why
	return s
}

// ParkedSince tells whether deliveries were given up after a moment.
func (s Subscription) ParkedSince(at time.Time) bool {
	parked, err := time.Parse(time.DateTime, domain.Value(s.ParkedAt))
	return err == nil && parked.After(at)
}

// Resumed returns the subscription with sending resumed after trouble.
func (s Subscription) Resumed() Subscription {
	s.SuspendedAt, s.Trouble = nil, nil
	return s
}

// stamp writes a time as records have it.
func stamp(at time.Time) *string {
	text := at.UTC().Format(time.DateTime)
	return &text
}
