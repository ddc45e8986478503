import { decimalLists, decimals } from './lists.ts'

/** What a Decimal can be made of. Numbers are taken as they print. */
export type Numeric = Decimal | string | number | bigint

const greatestExponent = 1000

/** An exact number with decimal places, such as an amount of money. It keeps all digits that it was made of. */
export class Decimal {
  readonly #digits: bigint // without the point
  readonly #scale: number // digits after the point

  constructor(value: Numeric) {
    if (value instanceof Decimal) {
      this.#digits = value.#digits
      this.#scale = value.#scale
      return
    }
    const [, sign = '', whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(value)) ?? []
    const scale = fraction.length - Number(exponent)
    if (whole === undefined || Math.abs(Number(exponent)) > greatestExponent) throw new RangeError(`${value} is no decimal number`)
    this.#digits = BigInt(sign + whole + fraction) * 10n ** BigInt(Math.max(-scale, 0))
    this.#scale = Math.max(scale, 0)
  }

  static #of(digits: bigint, scale: number): Decimal {
    return new Decimal(`${digits}e${-scale}`)
  }

  /** The digits without the point, with a number of decimal places that is not smaller. */
  #scaled(scale: number): bigint {
    return this.#digits * 10n ** BigInt(scale - this.#scale)
  }

  plus(other: Numeric): Decimal {
    const added = new Decimal(other)
    const scale = Math.max(this.#scale, added.#scale)
    return Decimal.#of(this.#scaled(scale) + added.#scaled(scale), scale)
  }

  minus(other: Numeric): Decimal {
    return this.plus(new Decimal(other).times(-1))
  }

  times(other: Numeric): Decimal {
    const factor = new Decimal(other)
    return Decimal.#of(this.#digits * factor.#digits, this.#scale + factor.#scale)
  }

  /** The number with a number of decimal places. Halves are rounded away from zero. */
  rounded(places: number): Decimal {
    if (places >= this.#scale) return Decimal.#of(this.#scaled(places), places)
    const unit = 10n ** BigInt(this.#scale - places)
    const half = this.#digits < 0n ? -unit / 2n : unit / 2n
    return Decimal.#of((this.#digits + half) / unit, places)
  }

  /** A negative number, 0 or a positive one, as this number is less than, equal to or greater than the other. */
  compare(other: Numeric): number {
    const to = new Decimal(other)
    const scale = Math.max(this.#scale, to.#scale)
    const [a, b] = [this.#scaled(scale), to.#scaled(scale)]
    return a < b ? -1 : a > b ? 1 : 0
  }

  /** Tells whether both are the same amount; 1.5 and 1.50 are. */
  equals(other: Numeric): boolean {
    return this.compare(other) === 0
  }

  /** The nearest number of JavaScript, which keeps 15 digits. */
  toNumber(): number {
    return Number(this.toString())
  }

  toString(): string {
    const digits = String(this.#digits < 0n ? -this.#digits : this.#digits).padStart(this.#scale + 1, '0')
    const point = digits.length - this.#scale
    return (this.#digits < 0n ? '-' : '') + digits.slice(0, point) + (this.#scale > 0 ? '.' + digits.slice(point) : '')
  }

  /** A string, because JSON.stringify cannot write exact numbers. Bodies of requests get a number. */
  toJSON(): string {
    return this.toString()
  }

  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? this.toNumber() : this.toString()
  }
}

/** Begins the text of a number that JSON.parse would round. No text of a shop has it. */
const mark = 'decimal-' + Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16)).join('') + ':'
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const marked = new RegExp(`"${mark}([^"]*)"`, 'g')

/** The number of digits that a number of JavaScript keeps. */
const keeps = 15

/**
 * Parses JSON. Numbers with decimal places, and longer ones than JavaScript keeps, become a Decimal, and so do all values of members that
 * may have decimal places, such as prices.
 */
export function parse(text: string): unknown {
  const exact = text.replace(tokens, (token) => {
    const plain = token.startsWith('"') || (token.length <= keeps && !/[.eE]/.test(token))
    return plain ? token : `"${mark}${token}"`
  })
  return JSON.parse(exact, (name, value: unknown) => {
    if (typeof value === 'string') return value.startsWith(mark) ? new Decimal(value.slice(mark.length)) : value
    if (typeof value === 'number') return decimals.has(name) ? new Decimal(value) : value
    if (typeof value !== 'object' || value === null || !decimalLists.has(name)) return value
    for (const [of, element] of Object.entries(value)) {
      if (typeof element === 'number') (value as Record<string, unknown>)[of] = new Decimal(element)
    }
    return value
  })
}

/** Writes JSON, with each Decimal as a number. */
export function stringify(value: unknown): string {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, written: unknown) {
    const of = this[name]
    return of instanceof Decimal ? mark + of.toString() : written
  })
  return text.replace(marked, '$1')
}
