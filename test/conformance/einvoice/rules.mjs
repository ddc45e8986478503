// Reads electronic invoices with factur-x-kit, which checks the business rules of EN 16931, and prints the violations of each.
//
//	node rules.mjs [--rounded] FILE...
//
// The kit requires the tax of a rate to be its percentage to the cent. The official rules tolerate a difference of less than 1.00, since taxes
// may be rounded by line. It also compares binary fractions: 0.3 is not 0.1 + 0.2 then. With --rounded the three rules on that are left out.
import { readFileSync } from 'node:fs'
import { FacturX } from 'factur-x-kit'

const files = process.argv.slice(2)
const rounded = files[0] === '--rounded' && files.shift()

for (const file of files) {
	try {
		const invoice = await FacturX.fromXML(readFileSync(file))
		const errors = (invoice.validate().errors ?? []).filter(({ message }) => !rounded || !/^\[BR-(CO-16|CO-17|S-9)\]/.test(message))
		if (errors.length > 0) console.log(file, JSON.stringify(errors))
		const { document, totals } = invoice.object
		if (!document.id || totals.openAmount === undefined) console.log(file, 'was not read', JSON.stringify(totals))
	} catch (error) {
		console.log(file, error.message, JSON.stringify(error.errors ?? error.issues ?? ''))
	}
}
