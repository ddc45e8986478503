package settings

// Promotions are the paths of coupons.
var Promotions = []Path{
	{"system/rate_limit/coupon_validate", Count, "20", "coupon checks per IP and minute"},
}
