/** Tells prices from formulas: "$5 per user, or A$ 7" is no formula "5 per user, or A". @module */

const amount = /^[-+~≈]?\.?\d/
const lastAmount = /\d[kKmMbB]?$/
/** The letters before the sign of a dollar, such as A$ and US$. */
const currency = /(?:^|[\s(,/])(?:[A-Z]|AU|BZ|CA|HK|MX|NT|NZ|SG|TT|US)$/
const ofTex = /[\\^_{}]/
/** A word of a sentence, but for those of formulas. */
const word =
  /(?<!\p{L})(?!(?:cos|det|exp|gcd|lim|ln|log|max|min|mod|sin|tan)(?!\p{L}))[\p{Ll}\p{Lo}]{2,}/u

/**
 * Tell whether two dollar signs are those of prices.
 * @param inside What stands between them.
 * @param behind What follows the second one.
 */
export function arePrices(inside: string, behind: string): boolean {
  if (!amount.test(inside) || ofTex.test(inside)) return false
  if (currency.test(inside))
    return /^\s?\d/.test(behind) || /[A-Z]{2}$/.test(inside) || word.test(inside)
  return lastAmount.test(inside) && word.test(inside)
}
