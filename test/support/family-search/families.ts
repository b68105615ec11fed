/**
 * Families of documents that repeat a few characters: made at random from the syntax's alphabet,
 * changed a little, and crossed with each other.
 * @module
 */

export interface RepeatedFamily {
  /** Whether its units are repeated in turn, or all of the first come before those of the next. */
  readonly order: 'in turn' | 'one after another'
  readonly prefix: string
  readonly units: readonly string[]
  readonly suffix: string
}

export function repeated(unit: string, rest: Partial<RepeatedFamily> = {}): RepeatedFamily {
  return { order: 'in turn', prefix: '', suffix: '', units: [unit], ...rest }
}

/** A number from 0 up to 1, like `Math.random`. */
export type Random = () => number

/** Stands for a number that is another one each time. */
const numberMark = '№'
const characters = [...'*_~`[]()!<>&;:/.#-+=|\\"\'{}$^@ \t\nax01']
/** Pieces of syntax that single characters would rarely spell. */
const tokens: readonly string[] = [
  ...['](', '![', '[^', '[a]', '<!--', '-->', '</', '<a', '/>', '<?', '<![CDATA[', '&#', '&amp;'],
  ...['www.', '://', 'http://', 'ttp', 'mailto:', '@a.', ':::', '!!! ', '$$', '| ', '|-', '- '],
  ...['> ', '1. ', '# ', '```', '**', '__', '~~', '  \n', '\n\n', '    ', '[ ] ', '[!NOTE]', '{#a'],
  ...['<br>', 'br>', '<b>', '</b>', '<div>', '</div>', '<details>', '<td>', '<li>', 'style="'],
  'data:image/png;base64,',
]
const tokenShare = 0.35
const [shortest, longest] = [2, 12]
const maxUnits = 3

/**
 * Make a generator of random numbers that a seed repeats (mulberry32).
 * @param seed Any whole number.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Make a family out of nothing.
 * @param alphabet Pieces of syntax beside single characters.
 */
export function randomFamily(random: Random, alphabet: readonly string[] = tokens): RepeatedFamily {
  const fragment = (): string => randomFragment(random, alphabet)
  const count = 1 + below(random, maxUnits)
  return {
    order: random() < 0.7 ? 'in turn' : 'one after another',
    prefix: random() < 0.2 ? fragment() : '',
    units: Array.from({ length: count }, fragment),
    suffix: random() < 0.2 ? fragment() : '',
  }
}

/** Of pieces of any length, so many at most. */
const mostPieces = 5

function randomFragment(random: Random, alphabet: readonly string[]): string {
  if (alphabet === tokens) return fragment(random)
  const pieces = 1 + below(random, mostPieces)
  return Array.from({ length: pieces }, () => piece(random, alphabet)).join('')
}

/** Change a family in one place. */
export function changeFamily(family: RepeatedFamily, random: Random): RepeatedFamily {
  const roll = random()
  if (roll < 0.08) return { ...family, prefix: random() < 0.5 ? '' : fragment(random) }
  if (roll < 0.16) return { ...family, suffix: random() < 0.5 ? '' : fragment(random) }
  if (roll < 0.24) {
    return { ...family, order: family.order === 'in turn' ? 'one after another' : 'in turn' }
  }
  const at = below(random, family.units.length)
  const units = [...family.units]
  if (roll < 0.34 && units.length < maxUnits) units.splice(at, 0, fragment(random))
  else if (roll < 0.42 && units.length > 1) units.splice(at, 1)
  else units[at] = changeText(units[at] as string, random)
  return { ...family, units }
}

/**
 * Take some units of one family and some of another.
 * @param one A family, which also gives all else.
 */
export function crossFamilies(
  one: RepeatedFamily,
  other: RepeatedFamily,
  random: Random,
): RepeatedFamily {
  const units = [pick(random, one.units), pick(random, other.units)]
  return { ...one, units: random() < 0.5 ? units : [units.join('')] }
}

/** Write the document of a family. */
export function documentOf({ order, prefix, units, suffix }: RepeatedFamily, size: number): string {
  const all = units.join('')
  const count = Math.max(1, Math.ceil(size / all.length))
  const middle =
    order === 'in turn' ? all.repeat(count) : units.map((unit) => unit.repeat(count)).join('')
  let number = 0
  return (prefix + middle + suffix).replaceAll(numberMark, () => String(++number))
}

/**
 * Tell whether a family repeats what another does, whatever letters and numbers they use.
 * @param known One that was reduced to what matters.
 */
export function contains(family: RepeatedFamily, known: RepeatedFamily): boolean {
  if (family.order === 'one after another' && known.order !== family.order) return false
  const unit = (known.order === 'in turn' ? [known.units.join('')] : known.units).map(plain)
  const text = plain(documentOf({ ...family, prefix: '', suffix: '' }, 120))
  return unit.every((one) => rotations(one).some((rotation) => text.includes(rotation.repeat(2))))
}

function plain(text: string): string {
  return text.replace(/[a-z0-9]/gi, 'a')
}

function rotations(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(at) + text.slice(0, at))
}

function fragment(random: Random): string {
  const length = shortest + below(random, longest - shortest + 1)
  let text = ''
  while (text.length < length) text += piece(random)
  return text.length > longest ? text.slice(0, Math.max(longest, lastTokenLength(text))) : text
}

/** A data URL's beginning is longer than a unit may be otherwise. */
function lastTokenLength(text: string): number {
  return tokens.find((token) => text.startsWith(token))?.length ?? 0
}

function changeText(text: string, random: Random): string {
  const at = below(random, text.length + 1)
  const roll = random()
  if (roll < 0.4) return text.slice(0, at) + piece(random) + text.slice(at)
  if (roll < 0.7 && text.length > 1) return text.slice(0, at) + text.slice(at + 1) || piece(random)
  if (roll < 0.9) return text.slice(0, at) + piece(random) + text.slice(at + 1)
  return text.slice(at) + text.slice(0, at)
}

function piece(random: Random, alphabet: readonly string[] = tokens): string {
  return pick(random, random() < tokenShare ? alphabet : characters)
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}
