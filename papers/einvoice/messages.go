package einvoice

import "tradelog/domain/locale"

// The texts of electronic invoices that people read.
var (
	corrected      = locale.Text("Corrects the invoices %s")
	adjustment     = locale.Text("Adjustment")
	fee            = locale.Text("Fee")
	reverseCharge  = locale.Text("Reverse charge: the recipient owes the VAT")
	intraCommunity = locale.Text("Tax-free intra-Community supply")
	export         = locale.Text("Tax-free export")
)
