// Package histories makes random histories of shops: the steps that each module of the shop can take.
package histories

// OfModules has the steps of the shop's modules by their names. A module with operations has some. A step that is listed twice is taken
// twice as often.
var OfModules = map[string][]Step{
	"access":      accessSteps,
	"catalog":     catalogSteps,
	"checkout":    checkoutSteps,
	"contacts":    contactsSteps,
	"engine":      engineSteps,
	"content":     contentSteps,
	"customers":   customersSteps,
	"directory":   directorySteps,
	"giftcards":   giftcardsSteps,
	"mails":       mailsSteps,
	"newsletter":  newsletterSteps,
	"promotions":  promotionsSteps,
	"proof":       proofSteps,
	"changes":     changesSteps,
	"webhooks":    webhooksSteps,
	"reviews":     reviewsSteps,
	"revocations": revocationsSteps,
	"sales":       salesSteps,
	"stockalerts": stockAlertsSteps,
	"taxes":       taxesSteps,
	"wishlists":   wishlistsSteps,
}
