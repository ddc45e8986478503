package demo

// section is a category: its key, its parent's key, and its names and texts in English, German and French. French has no text of its own.
type section struct {
	key, above           string
	name, german, french string
	text, germanText     string
}

// sections lists the categories, each behind its parent.
var sections = []section{
	{"kitchen", "", "Kitchen", "Küche", "Cuisine", "Everything between the first coffee and the last plate.",
		"Alles zwischen dem ersten Kaffee und dem letzten Teller."},
	{"coffee-tea", "kitchen", "Coffee & Tea", "Kaffee & Tee", "Café & thé", "Brew, pour and sit down.", "Brühen, gießen, hinsetzen."},
	{"cookware", "kitchen", "Cookware", "Kochgeschirr", "Ustensiles de cuisson", "Pans and tools that get better with use.",
		"Pfannen und Werkzeug, die mit dem Gebrauch besser werden."},
	{"tableware", "kitchen", "Tableware", "Geschirr", "Vaisselle", "Plates and glasses for every day.", "Teller und Gläser für jeden Tag."},
	{"kitchen-textiles", "kitchen", "Kitchen Textiles", "Küchentextilien", "Linge de cuisine", "Cloth that takes work and washing.",
		"Stoffe, die Arbeit und Wäsche aushalten."},
	{"living", "", "Living", "Wohnen", "Maison", "Light, warmth and order.", "Licht, Wärme und Ordnung."},
	{"lighting", "living", "Lighting", "Beleuchtung", "Luminaires", "Lamps to read, eat and fall asleep by.",
		"Lampen zum Lesen, Essen und Einschlafen."},
	{"home-textiles", "living", "Home Textiles", "Heimtextilien", "Textiles de maison", "Wool, linen and cotton from small mills.",
		"Wolle, Leinen und Baumwolle aus kleinen Webereien."},
	{"storage", "living", "Storage", "Aufbewahrung", "Rangement", "A place for everything that has none.",
		"Ein Platz für alles, was keinen hat."},
	{"candles", "living", "Candles", "Kerzen", "Bougies", "Wax, wicks and long matches.", "Wachs, Dochte und lange Zündhölzer."},
	{"garden", "", "Garden", "Garten", "Jardin", "For beds, balconies and window sills.", "Für Beete, Balkone und Fensterbänke."},
	{"garden-tools", "garden", "Garden Tools", "Gartenwerkzeug", "Outils de jardin", "Forged, and repaired for ever.",
		"Geschmiedet, und immer wieder zu reparieren."},
	{"pots-planters", "garden", "Pots & Planters", "Töpfe & Kübel", "Pots & jardinières",
		"They stand frost, and what grows in them as well.",
		"Sie vertragen Frost, und was darin wächst, auch."},
	{"seeds", "garden", "Seeds", "Saatgut", "Graines", "Untreated, and true to seed.", "Unbehandelt und samenfest."},
	{"desk", "", "Desk", "Schreibtisch", "Bureau", "To write, draw and keep.", "Zum Schreiben, Zeichnen und Aufheben."},
	{"paper", "desk", "Paper", "Papier", "Papeterie", "Paper for ink and pencil.", "Papier für Tinte und Bleistift."},
	{"desk-accessories", "desk", "Desk Accessories", "Schreibtischzubehör", "Accessoires de bureau", "What a desk is missing.",
		"Was einem Schreibtisch fehlt."},
	{"travel", "", "Travel", "Reise", "Voyage", "For three days or three months.", "Für drei Tage oder drei Monate."},
	{"bags", "travel", "Bags", "Taschen", "Sacs", "Bags that are repaired, not replaced.", "Taschen, die man repariert und nicht ersetzt."},
	{"small-goods", "travel", "Small Goods", "Kleines", "Petits objets", "What is in the bag.", "Was in die Tasche kommt."},
	{"clothing", "travel", "Clothing", "Kleidung", "Vêtements", "Two pieces, done well.", "Zwei Stücke, gut gemacht."},
	{"digital", "", "Digital & Gifts", "Digitales & Geschenke", "Numérique & cadeaux", "Nothing to ship, something to look forward to.",
		"Nichts zu versenden, und doch ein Grund zur Freude."},
	{"courses", "digital", "Courses & Services", "Kurse & Dienste", "Cours & services", "Learn from people who do it every day.",
		"Lernen von Leuten, die es jeden Tag tun."},
	{"downloads", "digital", "Downloads", "Downloads", "Téléchargements", "Books, patterns and sounds.",
		"Bücher, Schnittmuster und Klänge."},
	{"gift-cards", "digital", "Gift Cards", "Geschenkkarten", "Cartes cadeaux", "For those who have everything.",
		"Für alle, die schon alles haben."},
}

var firstNames = []string{"Alice", "Ben", "Carla", "David", "Emma", "Felix", "Grace", "Henry", "Ines", "Jonas", "Klara", "Liam",
	"Mia", "Noah", "Olivia", "Paul", "Quinn", "Rosa", "Samuel", "Tara", "Uma", "Victor", "Wendy", "Xaver", "Yara"}

var lastNames = []string{"Archer", "Becker", "Castillo", "Dubois", "Evans", "Fischer", "Garcia", "Hughes", "Ivanov", "Jensen", "Keller",
	"Lambert", "Meyer", "Nguyen", "Okafor", "Petit", "Quast", "Rossi", "Schmidt", "Taylor", "Ullmann", "Vidal", "Walker", "Young", "Zimmer"}

// residence is an address with its country.
type residence struct {
	street, city, region, postcode, country, phone string
}

var residencesUS = []residence{
	{"12 Harbor Street", "Portland", "ME", "04101", "US", "+1 207 555 0142"},
	{"480 Mission Avenue", "San Diego", "CA", "92103", "US", "+1 619 555 0117"},
	{"77 Lakeshore Drive", "Madison", "WI", "53703", "US", "+1 608 555 0164"},
	{"9 Orchard Lane", "Ithaca", "NY", "14850", "US", "+1 607 555 0188"},
	{"231 Magnolia Road", "Savannah", "GA", "31401", "US", "+1 912 555 0121"},
}

var residencesEurope = []residence{
	{"Lindenweg 4", "Lübeck", "Schleswig-Holstein", "23552", "DE", "+49 451 555011"},
	{"Gartenstraße 18", "Freiburg", "Baden-Württemberg", "79098", "DE", "+49 761 555023"},
	{"14 rue des Tilleuls", "Lyon", "Rhône", "69003", "FR", "+33 4 55 55 01 12"},
	{"3 quai du Port", "Nantes", "Loire-Atlantique", "44000", "FR", "+33 2 55 55 01 44"},
}
