package documents

// Agent is a program that an account has allowed to act for it.
type Agent struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" about:"ID of the agent"`
	AccountID  int64      `json:"accountId" about:"ID of the account"`
	ClientID   string     `json:"clientId" doc:"OAuth client ID: a number of the registration, or the URL of the client's metadata"`
	Client     string     `json:"client" doc:"name of the program, as it says of itself"`
	Host       string     `json:"host" doc:"host that its authorization was sent to"`
	Tools      []string   `json:"tools" doc:"tool sets that it may use, such as @support; never more than the account may"`
	CreatedAt  string     `json:"createdAt" about:"time of creation, in UTC" shown:"time"`
	ExpiresAt  string     `json:"expiresAt" doc:"time until which it may act, in UTC" shown:"time"`
	Extensions Extensions `json:"extensions"`
}
