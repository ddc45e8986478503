package mcp

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tradelog/readmodels/directory"
)

// CardPaths are the paths of the server's description for programs.
var CardPaths = []string{"/.well-known/mcp.json", "/.well-known/mcp/server-card.json"}

// cardSchema is the schema of the card, from the registry of MCP servers.
const cardSchema = "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json"

type card struct {
	Schema      string   `json:"$schema"`
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Version     string   `json:"version"`
	WebsiteURL  string   `json:"websiteUrl"`
	Remotes     []remote `json:"remotes"`
}

type remote struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// Card returns the server's description for programs (conventions §3.9).
func (h *Handler) Card(shop *directory.Shop) ([]byte, error) {
	root := shop.BaseURL(0)
	title := storeName(shop)
	if title == "" {
		title = "tradelog"
	}
	remotes := []remote{{"streamable-http", shop.Root(0) + Path}}
	if shop.Settings.In(0).Flag(oauthSwitch) { // a connection that chooses tools must log in, and the person chooses a tool set
		remotes = append(remotes, remote{"streamable-http", shop.Root(0) + Path + "?tools=*"})
	}
	return encode(card{
		Schema: cardSchema, Name: reversed(root) + "/tradelog", Title: firstRunes(title, 100), Description: about, Version: h.options.Version,
		WebsiteURL: root, Remotes: remotes,
	})
}

// reversed returns the host of a URL with its labels reversed, such as com.example.shop. An IP address keeps its order; its
// colons become dashes.
func reversed(root string) string {
	u, err := url.Parse(root)
	if err != nil || u.Hostname() == "" {
		return "localhost"
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if _, err := netip.ParseAddr(host); err == nil {
		return strings.ReplaceAll(host, ":", "-")
	}
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

func firstRunes(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n])
	}
	return text
}
