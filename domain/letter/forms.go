package letter

import (
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/lines"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/payment"
)

// The e-mails of the shop.
var (
	AccountConfirmationForm = Define("account-confirmation", builtIn, sampleLink)
	AccountWelcomeForm      = Define("account-welcome", builtIn, sampleAccount)
	PasswordResetForm       = Define("password-reset", builtIn, sampleTimedLink)
	EmailProofForm          = Define("email-proof", builtIn, sampleTimedLink)
	EmailChangedForm        = Define("email-changed", builtIn, sampleAccount)
	ContactMessageForm      = Define("contact-message", builtIn, func(l locale.Locale) ContactMessage {
		return ContactMessage{sampleCommon(l), "Ada Weiß", "ada@example.com", "+49 30 1234", lines.Split("Do you have <b>red</b> mugs?\nAda")}
	})
	ContactReplyForm = Define("contact-reply", builtIn, sampleAccount)
	GiftCardForm     = Define("gift-card", builtIn, func(l locale.Locale) GiftCard {
		return GiftCard{
			sampleCommon(l), "Łucja Weiß", lines.Split("Alles Gute!\n<3"), "GC-7K2M-9QPD", l.Money(money.FromInt(50), "EUR"),
			l.Date(sampleTime.AddDate(1, 0, 0)),
		}
	})
	NewsletterConfirmationForm = Define("newsletter-confirmation", builtIn, sampleLink)
	NewsletterSuccessForm      = Define("newsletter-success", builtIn, sampleLink)
	NewsletterEndForm          = Define("newsletter-end", builtIn, sampleAccount)
	OrderForm                  = Define("order", builtIn, func(l locale.Locale) OrderConfirmation {
		return OrderConfirmation{sampleCommon(l), sampleOrder(l), sampleItems(l, true), sampleInstructions, sampleDownloads, sampleLegal}
	})
	OrderCommentForm = Define("order-comment", builtIn, sampleComment)
	ShipmentForm     = Define("shipment", builtIn, func(l locale.Locale) Shipment {
		tracks := []Track{{"UPS", "1Z999", "https://www.ups.com/track?tracknum=1Z999"}, {"Cargo bike", "17", "https://shop.example/bike?17"}}
		return Shipment{sampleComment(l), "100000004", sampleItems(l, false), tracks}
	})
	ShipmentCommentForm = Define("shipment-comment", builtIn, func(l locale.Locale) ShipmentComment {
		return ShipmentComment{sampleComment(l), "100000004"}
	})
	InvoiceForm = Define("invoice", builtIn, func(l locale.Locale) Invoice {
		return Invoice{sampleComment(l), "100000002", l.Date(sampleTime), sampleItems(l, true), sampleDownloads, true}
	})
	CreditMemoForm = Define("credit-memo", builtIn, func(l locale.Locale) CreditMemo {
		return CreditMemo{
			sampleComment(l), "100000003", l.Date(sampleTime), sampleItems(l, true), l.Money(money.MustParse("2050.58"), "EUR"),
			l.Money(money.FromInt(20), "EUR"), sampleDownloads,
		}
	})
	OrderCancellationForm = Define("order-cancellation", builtIn, func(l locale.Locale) Cancellation {
		return Cancellation{sampleComment(l), true, sampleItems(l, true), l.Money(money.FromInt(20), "EUR")}
	})
	GiftCardBalanceForm = Define("gift-card-balance", builtIn, func(l locale.Locale) GiftCardBalance {
		return GiftCardBalance{
			sampleCommon(l), CardSpent, l.Money(money.FromInt(20), "EUR"), "100000007", "GC-7…9QPD", l.Money(money.FromInt(30), "EUR"),
			l.Date(sampleTime.AddDate(1, 0, 0)),
		}
	})
	ReviewApprovedForm = Define("review-approved", builtIn, func(l locale.Locale) ReviewApproved {
		return ReviewApproved{sampleCommon(l), "Tasse <b>& mehr</b>", "4", "Größe <3", lines.Split("Hält den Kaffee warm.\nMehr nicht.")}
	})
	BackInStockForm = Define("back-in-stock", builtIn, func(l locale.Locale) BackInStock {
		return BackInStock{sampleCommon(l), "Tasse <b>& mehr</b>", "https://shop.example/tasse"}
	})
	UserCreatedForm       = Define("user-created", builtIn, sampleUser)
	UserSecretsForm       = Define("user-secrets", builtIn, sampleUser)
	UserLockedForm        = Define("user-locked", builtIn, sampleUser)
	UserUnlockedForm      = Define("user-unlocked", builtIn, sampleUser)
	RevocationReceiptForm = Define("revocation-receipt", builtIn, sampleRevocation)
	RevocationNoticeForm  = Define("revocation-notice", builtIn, func(l locale.Locale) RevocationNotice {
		return RevocationNotice{sampleRevocation(l), "Łucja Weiß", "lucja@example.com"}
	})
	WebhookTroubleForm = Define("webhook-trouble", builtIn, func(l locale.Locale) WebhookTrouble {
		return WebhookTrouble{sampleCommon(l), "3 (ERP)", "erp.example.com", "the receiver answered 503 Service Unavailable", true}
	})
)

var (
	sampleTime         = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	sampleInstructions = lines.Split("Maß & Co\nIBAN DE02 1203 0000 0000 2020 51")
	sampleDownloads    = []Download{{"Manual.pdf", "https://shop.example/downloads/0123"}}
	sampleLegal        = []Legal{{"Muster-Widerrufsformular <3", lines.Split("An Maß & Co\nHiermit widerrufe ich ...")}}
	sampleAddress      = directory.Address{
		Firstname: "Łucja", Lastname: "Weiß", Street: []string{"Große Straße 1"}, City: "Berlin", Postcode: "10115", CountryID: "DE",
	}
)

func sampleCommon(l locale.Locale) Common {
	at := directory.Address{Street: []string{"Marktplatz 3"}, City: "Weimar", Postcode: "99423", CountryID: "DE"}
	return Common{
		"Łucja Weiß",
		Shop{"Maß & Co", "https://shop.example/", l.Lines(at), "+49 3643 1234", "owner@example.com", l.Language(), LogoID, "160"},
	}
}

func sampleAccount(l locale.Locale) Account { return Account{sampleCommon(l)} }

func sampleUser(l locale.Locale) User { return User{sampleCommon(l), "lucja"} }

func sampleLink(l locale.Locale) Confirmation {
	return Confirmation{sampleCommon(l), "https://shop.example/page?id=5&key=0123abcd"}
}

func sampleTimedLink(l locale.Locale) TimedLink {
	return TimedLinkOf(l, sampleLink(l), 2)
}

func sampleOrder(l locale.Locale) Order {
	return Order{
		Number: "100000007", Date: l.Date(sampleTime), Status: StatusLabel(l, "processing"), Payment: "PayLater", Shipping: "DHL - Express",
		Link: "https://shop.example/sales/order/view/order_id/7", BillTo: l.Lines(sampleAddress), ShipTo: l.Lines(sampleAddress),
	}
}

func sampleComment(l locale.Locale) OrderComment {
	return OrderComment{sampleCommon(l), sampleOrder(l), lines.Split("Größe 36 <3\nLG, Maß & Co")}
}

func sampleItems(l locale.Locale, amounts bool) Items {
	amount := func(text string) string {
		if !amounts {
			return ""
		}
		return l.Money(money.MustParse(text), "EUR")
	}
	all := []Line{
		{Name: "Tasse <b>& mehr</b>", SKU: "MUG", Options: []string{"Gravur: Ann <3"}, Qty: "2", Amount: amount("39.98")},
		{Name: "Straßenschuh", SKU: "SHOE-36", Qty: l.Number(money.MustParse("1.5")), Amount: amount("1800")},
	}
	if !amounts {
		return ItemsOf(l, all, nil)
	}
	return ItemsOf(l, all, SumsTo(l, "EUR", locale.GrandTotal, []Part{
		{locale.Subtotal, money.MustParse("1839.98")}, {locale.Discount, money.FromInt(-10)}, {locale.Shipping, money.FromInt(5)},
		{locale.Tax, money.MustParse("235.6")},
	}, payment.Settlement{Total: money.MustParse("2070.58"), Cards: money.FromInt(20), Due: money.MustParse("2050.58")}))
}

func sampleRevocation(l locale.Locale) Revocation {
	return Revocation{sampleCommon(l), "1", "100000007", l.Time(sampleTime), lines.Split("zu <klein>")}
}
