/** Decodes HTML's character references. @module */

/** Those that writers type; any other stays as it is written. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  cent: '¢',
  check: '✓',
  copy: '©',
  cross: '✗',
  dagger: '†',
  deg: '°',
  divide: '÷',
  emsp: '\u2003',
  ensp: '\u2002',
  euro: '€',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  ge: '≥',
  gt: '>',
  harr: '↔',
  hearts: '♥',
  hellip: '…',
  infin: '∞',
  iexcl: '¡',
  iquest: '¿',
  laquo: '«',
  larr: '←',
  ldquo: '“',
  le: '≤',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  micro: 'µ',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  ne: '≠',
  para: '¶',
  plusmn: '±',
  pound: '£',
  quot: '"',
  raquo: '»',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  sect: '§',
  shy: '\u00ad',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  thinsp: '\u2009',
  times: '×',
  trade: '™',
  uarr: '↑',
  yen: '¥',
}

const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi

/**
 * Decode the character references in HTML.
 * @param html Text or the value of an attribute.
 */
export function decodeReferences(html: string): string {
  if (!html.includes('&')) return html
  return html.replace(reference, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : written
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16)
    // What HTML and JSON cannot hold becomes the sign for an unknown character.
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })
}
