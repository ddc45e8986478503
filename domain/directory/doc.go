// Package directory holds the reference data of commerce: countries and their regions, currencies, time zones and locales, and the rules of
// a postal address. All data are compiled in and read-only after their first use; the package reads no file, clock or table. All functions
// are safe for concurrent use.
//
// # Where the data comes from
//
//   - Countries: the 249 codes of ISO 3166-1, in countries.txt; a module with this list takes half a minute to compile. Alpha-3 codes and
//     names are CLDR's, through golang.org/x/text/language and its package display. The names are the ones people know ("Russia", not
//     "Russian Federation"). The CLDR of x/text is 32 of 2017. The file renamed.tsv, which follows CLDR 48, corrects later names (North
//     Macedonia, Eswatini, and in English Macao and Türkiye). testdata/countries.tsv lists all 249 for readers, and a test compares the
//     package with it.
//   - Regions: regions.tsv, the fixed list of twelve countries with the ids that clients hard-code (shapes-customer §13). The list is
//     historic and partly not ISO 3166-2, spelling included ("Voralberg"; the code of A Coruña has a Cyrillic letter). Orders refer to
//     codes and names, so they are never corrected in place.
//   - Currencies: the active codes and minor units of ISO 4217, in currencies.txt. Two sources were tried, x/text and biter777/countries.
//     The first lacks codes newer than 2017, and both give CLDR's everyday digits for some currencies where ISO's are wanted. Symbols are
//     CLDR's, through x/text/currency.
//   - Time zones: zones.txt, the names in the database that time/tzdata embeds, which this package imports. So a binary needs no tzdata on
//     its machine, and every instance accepts the same names. To renew it after a Go release, list lib/time/zoneinfo.zip of the toolchain,
//     without the placeholder "Factory", in byte order.
//
// # Names in another language
//
// A store locale is a code such as en_US. For an unsupported locale x/text returns the nearest language it has, so Latin would become
// Italian and Norwegian Bokmål (known there as "no") Danish. This package asks only for a locale of the same language, and falls back to
// the English name instead.
//
// # Addresses
//
// [Address] is the address of a cart, an order or an address book. [Address.Normalise] returns the form that carts and orders store,
// [Address.Entry] that of an address book. [Address.Missing] lists missing required parts, and [Address.Problems] the error messages at
// order time.
package directory
