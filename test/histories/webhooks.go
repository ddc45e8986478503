package histories

// webhooksSteps subscribe an address that is never called, because it is reserved.
var webhooksSteps = []Step{
	{Name: "system_webhooks_create", Makes: "webhook", With: subscription},
	{Name: "system_webhooks_update", Of: "webhook", Makes: "webhook", With: Arguments{
		"name": Named("Hook"), "active": oneOf(nil, true, false), "changes": oneOf(nil, []any{}, []any{"deleted"}),
	}},
	{Name: "system_webhooks_secret_create", Of: "webhook", With: Arguments{"overlapHours": oneOf(nil, 0, 24)}},
	{Name: "system_webhooks_replay_create", Of: "webhook", With: Arguments{"after": oneOf("0", "latest")}},
	{Name: "system_webhooks_resume_create", Of: "webhook"},
	{Name: "system_webhooks_test_create", Of: "webhook"},
	{Name: "system_webhooks_delete", Of: "webhook", Ends: true},
}

var subscription = Arguments{
	"name": Named("Hook"), "url": "https://erp.example/hooks", "resources": oneOf([]any{"orders"}, []any{"products", "inventory"}),
	"payload": oneOf(nil, "thin", "document"), "storeIds": oneOf(nil, []any{1}),
}
