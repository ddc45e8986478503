package demo

// department is a top category with its assortments.
type department struct {
	name        string
	translated  [2]string // German, French
	assortments []assortment
}

// assortment is a category of similar products.
type assortment struct {
	name       string
	translated [2]string
	items      []item
	virtual    bool
}

// item is a kind of product: its name, its lowest and highest price in cents, and its weight in pounds.
type item struct {
	name     string
	from, to int
	weight   string
	about    string
}

// materials distinguish products of one item.
var materials = []string{
	"Classic", "Walnut", "Stoneware", "Linen", "Copper", "Oak", "Enamel", "Cotton", "Slate", "Brass", "Ash", "Wool", "Terracotta", "Glass",
	"Steel",
}

var departments = []department{
	{"Kitchen", [2]string{"Küche", "Cuisine"}, []assortment{
		{"Coffee & Tea", [2]string{"Kaffee & Tee", "Café & thé"}, []item{
			{"Pour-Over Set", 2900, 5400, "1.8", "Brews two cups without paper waste and rinses clean in seconds."},
			{"Mug", 1200, 2400, "0.9", "Holds a generous cup and keeps its warmth."},
			{"Teapot", 3200, 6800, "2.4", "Pours without a drip and sits steadily on the table."}}, false},
		{"Cookware", [2]string{"Kochgeschirr", "Ustensiles de cuisson"}, []item{
			{"Frying Pan", 4500, 9900, "3.6", "Heats evenly and goes from the stove into the oven."},
			{"Casserole", 7900, 18900, "7.5", "For slow dishes and for bread with a crust."}}, false},
		{"Tableware", [2]string{"Geschirr", "Vaisselle"}, []item{
			{"Dinner Plate", 1400, 2900, "1.5", "A wide, quiet plate for every day."},
			{"Serving Bowl", 2600, 5200, "2.9", "Large enough for a salad for six."}}, false},
		{"Kitchen Textiles", [2]string{"Küchentextilien", "Linge de cuisine"}, []item{
			{"Tea Towel", 900, 1900, "0.3", "Dries well from the first wash on."},
			{"Apron", 2400, 4900, "0.8", "With a pocket where it is needed."}}, false},
	}},
	{"Living", [2]string{"Wohnen", "Maison"}, []assortment{
		{"Lighting", [2]string{"Beleuchtung", "Luminaires"}, []item{
			{"Table Lamp", 5900, 14900, "4.2", "Soft light from a shade that can be turned."},
			{"Lantern", 2900, 6900, "2.7", "For candles indoors and out."}}, false},
		{"Textiles", [2]string{"Heimtextilien", "Textiles"}, []item{
			{"Throw", 4900, 12900, "2.6", "Woven in a small mill, soft and hard-wearing."},
			{"Cushion", 2400, 5900, "1.4", "With a cover that comes off for washing."}}, false},
		{"Storage", [2]string{"Aufbewahrung", "Rangement"}, []item{
			{"Storage Box", 1900, 4900, "2.2", "Stacks, and closes with a lid."},
			{"Wall Shelf", 3900, 8900, "5.1", "Carries more than it looks like."}}, false},
		{"Candles", [2]string{"Kerzen", "Bougies"}, []item{
			{"Pillar Candle", 900, 2400, "1.1", "Burns evenly for forty hours."}}, false},
	}},
	{"Garden", [2]string{"Garten", "Jardin"}, []assortment{
		{"Tools", [2]string{"Werkzeug", "Outils"}, []item{
			{"Hand Trowel", 1400, 2900, "0.9", "Forged from one piece, with a handle that fits."},
			{"Pruning Shears", 2900, 6900, "0.7", "Cuts clean, can be taken apart and sharpened."}}, false},
		{"Pots & Planters", [2]string{"Töpfe & Kübel", "Pots & jardinières"}, []item{
			{"Planter", 2400, 7900, "6.3", "Stands frost and has a hole where water wants to go."},
			{"Watering Can", 2900, 5900, "2.1", "Balanced when it is full."}}, false},
		{"Seeds", [2]string{"Saatgut", "Graines"}, []item{
			{"Herb Seed Collection", 900, 1900, "0.1", "Eight herbs with notes on when and how to sow."}}, false},
	}},
	{"Desk", [2]string{"Schreibtisch", "Bureau"}, []assortment{
		{"Paper", [2]string{"Papier", "Papeterie"}, []item{
			{"Notebook", 900, 2400, "0.8", "Lies flat; the paper takes a fountain pen."},
			{"Wall Planner", 1400, 2900, "0.9", "A whole year at a glance."}}, false},
		{"Desk Accessories", [2]string{"Schreibtischzubehör", "Accessoires"}, []item{
			{"Pen Tray", 1900, 4400, "1.0", "Keeps what rolls away."},
			{"Book Stand", 2900, 6400, "2.0", "Holds a heavy book open at the page."}}, false},
	}},
	{"Travel", [2]string{"Reise", "Voyage"}, []assortment{
		{"Bags", [2]string{"Taschen", "Sacs"}, []item{
			{"Weekender", 8900, 19900, "4.4", "For three days and no suitcase."},
			{"Tote", 2900, 6900, "1.2", "Carries a laptop, a bottle and the shopping."}}, false},
		{"Small Goods", [2]string{"Kleines", "Petits objets"}, []item{
			{"Bottle", 1900, 3900, "0.9", "Keeps cold for a day and hot for half of one."},
			{"Wash Bag", 1900, 4400, "0.6", "Opens wide and dries fast."}}, false},
	}},
	{"Digital", [2]string{"Digital", "Numérique"}, []assortment{
		{"Courses", [2]string{"Kurse", "Cours"}, []item{
			{"Pottery Course Online", 4900, 9900, "0", "Six evenings with a potter, live, with recordings."}}, true},
	}},
}

var firstNames = []string{"Alice", "Ben", "Carla", "David", "Emma", "Felix", "Grace", "Henry", "Ines", "Jonas", "Klara", "Liam",
	"Mia", "Noah", "Olivia", "Paul", "Quinn", "Rosa", "Samuel", "Tara", "Uma", "Victor", "Wendy", "Xaver", "Yara"}

var lastNames = []string{"Archer", "Becker", "Castillo", "Dubois", "Evans", "Fischer", "Garcia", "Hughes", "Ivanov", "Jensen", "Keller",
	"Lambert", "Meyer", "Nguyen", "Okafor", "Petit", "Quast", "Rossi", "Schmidt", "Taylor", "Ullmann", "Vidal", "Walker", "Young", "Zimmer"}

// place is an address with its country.
type place struct {
	street, city, region, postcode, country, phone string
}

var placesUS = []place{
	{"12 Harbor Street", "Portland", "ME", "04101", "US", "+1 207 555 0142"},
	{"480 Mission Avenue", "San Diego", "CA", "92103", "US", "+1 619 555 0117"},
	{"77 Lakeshore Drive", "Madison", "WI", "53703", "US", "+1 608 555 0164"},
	{"9 Orchard Lane", "Ithaca", "NY", "14850", "US", "+1 607 555 0188"},
	{"231 Magnolia Road", "Savannah", "GA", "31401", "US", "+1 912 555 0121"},
}

var placesEurope = []place{
	{"Lindenweg 4", "Lübeck", "Schleswig-Holstein", "23552", "DE", "+49 451 555011"},
	{"Gartenstraße 18", "Freiburg", "Baden-Württemberg", "79098", "DE", "+49 761 555023"},
	{"14 rue des Tilleuls", "Lyon", "Rhône", "69003", "FR", "+33 4 55 55 01 12"},
	{"3 quai du Port", "Nantes", "Loire-Atlantique", "44000", "FR", "+33 2 55 55 01 44"},
}
