package settings

// Revocations are the paths of the revocation of contracts.
var Revocations = []Path{
	{"revocation/general/enabled", Flag, "0", "EU contract revocation"},
	{"revocation/general/cooling_off_days", Count, "14", "days; 0: no limit"},
	{"revocation/general/notify_email", Email, "", "who is told of revocations; empty: the general sender"},
	{"revocation/abuse/ip_rate_limit_per_hour", Count, "5", "0: off"},
	{"revocation/abuse/recipient_rate_limit_per_day", Count, "1", "receipts to an address; 0: off"},
	{"revocation/abuse/merchant_notification_rate_limit_per_hour", Count, "100", "letters to the merchant for a store; 0: off"},
	{"revocation/email/identity", Identity, "general", "sender of letters about revocations"},
}
