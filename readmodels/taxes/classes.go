package taxes

import "tradelog/domain/tax"

// Classes lists the tax classes. The list must not be changed.
func (t *Taxes) Classes() []tax.Class { return t.classes.All }
