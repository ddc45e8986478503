package demo

import "tradelog/domain/content"

// contentBlocks are shown by pages and categories.
var contentBlocks = []article{
	{
		key: "delivery-times", title: "Delivery times",
		text: "<p>Parcels leave our warehouse on working days before 4 pm. They take two to four working days within the country and up to " +
			"seven to the rest of Europe.</p>",
		germanTitle: "Lieferzeiten",
		german: "<p>Pakete verlassen unser Lager werktags vor 16 Uhr. Innerhalb des Landes brauchen sie zwei bis vier Werktage, ins übrige " +
			"Europa bis zu sieben.</p>",
	},
	{
		key: "kitchen-landing", title: "Made for every day", landingPageOf: "kitchen",
		text: "<h2>Made for every day</h2><p>Good tools are a pleasure to pick up. We choose what lasts, can be repaired and looks better " +
			"after years of use.</p>",
		germanTitle: "Für jeden Tag gemacht",
		german: "<h2>Für jeden Tag gemacht</h2><p>Gutes Werkzeug nimmt man gern in die Hand. Wir wählen aus, was hält, sich reparieren " +
			"lässt und nach Jahren schöner ist als am ersten Tag.</p>",
	},
}

// contentPages have the same identifiers in both languages.
var contentPages = []article{
	{
		key: "home", title: "Harbour & Hill", summary: "Things for the house and for the road, made to last.",
		text: "<p>Welcome to {{config path=\"general/store_information/name\"}}. We sell things for the house and for the road: few of each " +
			"kind, and only what we use ourselves.</p><p><a href=\"{{store url=\"about\"}}\">Who we are</a></p>",
		germanTitle: "Harbour & Hill", germanSummary: "Dinge für das Haus und für unterwegs, die lange halten.",
		german: "<p>Willkommen bei {{config path=\"general/store_information/name\"}}. Wir verkaufen Dinge für das Haus und für unterwegs: " +
			"wenig von jeder Art und nur, was wir selbst benutzen.</p><p><a href=\"{{store url=\"about\"}}\">Wer wir sind</a></p>",
	},
	{
		key: "about", title: "About us", summary: "A small shop by the sea and who runs it.",
		text: "<p>Harbour & Hill began in a boat shed with forty mugs from a potter next door. Today eleven people look after some hundred " +
			"articles. We visit every workshop that we buy from, and we answer our own telephone.</p>",
		germanTitle: "Über uns", germanSummary: "Ein kleiner Laden am Meer und die Leute dahinter.",
		german: "<p>Harbour & Hill begann in einem Bootsschuppen mit vierzig Bechern der Töpferin von nebenan. Heute kümmern sich elf " +
			"Menschen um gut hundert Artikel. Wir besuchen jede Werkstatt, bei der wir kaufen, und gehen selbst ans Telefon.</p>",
	},
	{
		key: "delivery-and-returns", title: "Delivery and returns", summary: "How long parcels take, and how to send something back.",
		text: "<h2>Delivery</h2>{{block type=\"cms/block\" block_id=\"delivery-times\"}}<h2>Returns</h2><p>You may send back what you do not " +
			"like within thirty days. Write to us, and we send you a label. The money is with you a few days after the parcel is with us.</p>",
		germanTitle: "Lieferung und Rückgabe", germanSummary: "Wie lange Pakete brauchen und wie man etwas zurückschickt.",
		german: "<h2>Lieferung</h2>{{block type=\"cms/block\" block_id=\"delivery-times\"}}<h2>Rückgabe</h2><p>Was nicht gefällt, nehmen wir " +
			"dreißig Tage lang zurück. Schreiben Sie uns, und Sie erhalten einen Aufkleber. Das Geld ist wenige Tage nach dem Paket bei " +
			"Ihnen.</p>",
	},
	{
		key: "privacy", title: "Privacy", summary: "What we know about you, why, and for how long.",
		text: "<p>We keep what an order needs: your name, your addresses and what you bought. Invoices stay for as long as the law asks, and " +
			"everything else goes when you ask us to. Nobody else gets your data, apart from those who carry your parcel and your payment.</p>",
		germanTitle: "Datenschutz", germanSummary: "Was wir über Sie wissen, wozu und wie lange.",
		german: "<p>Wir bewahren auf, was eine Bestellung braucht: Ihren Namen, Ihre Anschriften und was Sie gekauft haben. Rechnungen bleiben " +
			"so lange, wie das Gesetz es verlangt; alles andere löschen wir auf Ihren Wunsch. Niemand sonst erhält Ihre Daten, außer denen, " +
			"die Ihr Paket und Ihre Zahlung befördern.</p>",
	},
	{
		key: "no-route", title: "There is nothing here", summary: "This address leads nowhere.",
		text:        "<p>This page has moved or never existed. The <a href=\"{{store url=\"\"}}\">home page</a> knows the way.</p>",
		germanTitle: "Hier ist nichts", germanSummary: "Diese Adresse führt nirgendwohin.",
		german: "<p>Diese Seite ist umgezogen oder hat nie existiert. Die <a href=\"{{store url=\"\"}}\">Startseite</a> kennt den Weg.</p>",
	},
}

// blogSections are the categories of the blog.
var blogSections = []content.Category{{Name: "Workshops", URLKey: "workshops"}, {Name: "Care and repair", URLKey: "care"}}

// blogPosts have a text and an address for each language.
var blogPosts = []article{
	{
		key: "a-morning-at-the-pottery", title: "A morning at the pottery", germanKey: "ein-morgen-in-der-toepferei",
		germanTitle: "Ein Morgen in der Töpferei", section: 0, daysAgo: 0,
		summary: "Why no two of our mugs are quite the same.",
		text: "<p>The kiln is opened at six, while it is still warm. Of two hundred mugs some ten do not pass: a glaze has run, a handle has " +
			"sunk. The others are sorted by colour, and no two are quite the same.</p><p>Ask the potter which one is best, and she takes the " +
			"one with the thumbprint.</p>",
		germanSummary: "Warum keine zwei unserer Becher ganz gleich sind.",
		german: "<p>Um sechs wird der Ofen geöffnet, wenn er noch warm ist. Von zweihundert Bechern bestehen etwa zehn nicht: Eine Glasur ist " +
			"gelaufen, ein Henkel gesunken. Die anderen werden nach Farben sortiert, und keine zwei sind ganz gleich.</p><p>Fragt man die " +
			"Töpferin nach dem besten, nimmt sie den mit dem Daumenabdruck.</p>",
	},
	{
		key: "how-to-oil-a-cutting-board", title: "How to oil a cutting board", germanKey: "ein-schneidebrett-oelen",
		germanTitle: "Ein Schneidebrett ölen", section: 1, daysAgo: 9,
		summary: "Ten minutes that keep wood for ten years.",
		text: "<p>Wash the board by hand and let it dry overnight. Rub in linseed oil with a cloth, wait for a quarter of an hour, and wipe " +
			"off what is left. Twice a year is enough.</p><p>Spread the cloth out to dry outside: oily cloths can catch fire when " +
			"they are folded.</p>",
		germanSummary: "Zehn Minuten, die Holz zehn Jahre erhalten.",
		german: "<p>Waschen Sie das Brett von Hand und lassen Sie es über Nacht trocknen. Reiben Sie Leinöl mit einem Tuch ein, warten Sie " +
			"eine Viertelstunde und wischen Sie den Rest ab. Zweimal im Jahr genügt.</p><p>Breiten Sie das Tuch zum Trocknen im Freien aus: " +
			"Gefaltete ölige Tücher können sich entzünden.</p>",
	},
	{
		key: "wool-needs-air-not-water", title: "Wool needs air, not water", germanKey: "wolle-braucht-luft-kein-wasser",
		germanTitle: "Wolle braucht Luft, kein Wasser", section: 1, daysAgo: 30,
		summary: "What to do with a blanket instead of washing it.",
		text: "<p>Wool cleans itself if you let it. Hang a blanket outside on a damp evening and take it in with the morning sun. Brush off " +
			"what has dried, and wash only what has to be washed: cold, briefly, and lying flat to dry.</p>",
		germanSummary: "Was man mit einer Decke tut, statt sie zu waschen.",
		german: "<p>Wolle reinigt sich selbst, wenn man sie lässt. Hängen Sie eine Decke an einem feuchten Abend ins Freie und holen Sie sie " +
			"mit der Morgensonne herein. Bürsten Sie aus, was getrocknet ist, und waschen Sie nur, was gewaschen werden muss: kalt, kurz und " +
			"liegend getrocknet.</p>",
	},
}
