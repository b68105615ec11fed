/** Families of documents that repeat a few characters, made at random from the syntax's alphabet. @module */

export interface RepeatedFamily {
  readonly order: 'in turn' | 'one after another'
  readonly prefix: string
  readonly units: readonly string[]
  readonly suffix: string
}

export function repeated(unit: string, rest: Partial<RepeatedFamily> = {}): RepeatedFamily {
  return { order: 'in turn', prefix: '', suffix: '', units: [unit], ...rest }
}

type Random = () => number

const numberMark = '№'
const characters = [...'*_~`[]()!<>&;:/.#-+=|\\"\'{}$^@ \t\nax01']
const tokenShare = 0.35
const maxUnits = 3

export function randomFamily(random: Random, alphabet: readonly string[]): RepeatedFamily {
  const fragment = (): string => randomFragment(random, alphabet)
  const count = 1 + below(random, maxUnits)
  return {
    order: random() < 0.7 ? 'in turn' : 'one after another',
    prefix: random() < 0.2 ? fragment() : '',
    units: Array.from({ length: count }, fragment),
    suffix: random() < 0.2 ? fragment() : '',
  }
}

const mostPieces = 5

function randomFragment(random: Random, alphabet: readonly string[]): string {
  const pieces = 1 + below(random, mostPieces)
  return Array.from({ length: pieces }, () => piece(random, alphabet)).join('')
}

export function documentOf({ order, prefix, units, suffix }: RepeatedFamily, size: number): string {
  const all = units.join('')
  const count = Math.max(1, Math.ceil(size / all.length))
  const middle =
    order === 'in turn' ? all.repeat(count) : units.map((unit) => unit.repeat(count)).join('')
  let number = 0
  return (prefix + middle + suffix).replaceAll(numberMark, () => String(++number))
}

function piece(random: Random, alphabet: readonly string[]): string {
  return pick(random, random() < tokenShare ? alphabet : characters)
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}
