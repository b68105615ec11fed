/** Pairs opening and closing tags of all syntaxes. @module */
import type { Part } from './part.ts'
import type { FoundItem } from './read-parts.ts'

interface Place {
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
}

/** A tag with its other end, or parts that hold no others. */
export type TagPair = Place &
  (
    | {
        readonly kind: 'pair' | 'open' | 'close' | 'single'
        readonly tag: Tagged
        readonly parts?: never
      }
    | { readonly kind: 'parts'; readonly tag?: never; readonly parts: readonly Part[] }
  )

export type Tagged = NonNullable<FoundItem['tag']>

/** Deeper tags stay as written. */
const maxNested = 40

/** @returns In the order of their beginnings. */
export function pairTags(items: readonly FoundItem[]): readonly TagPair[] {
  return withoutDeep(pairUp(items))
}

function keyOf({ syntax, name, key = name }: Tagged): string {
  return `${syntax.name} ${key}`
}

function pairUp(items: readonly FoundItem[]): TagPair[] {
  const open: (FoundItem & { readonly tag: Tagged })[] = []
  const openOf = new Counts()
  const closesLeft = new Counts()
  for (const { tag } of items) if (tag?.kind === 'close') closesLeft.add(keyOf(tag), 1)
  const pairs: TagPair[] = []
  /** Tags whose content is not read, innermost last. */
  const none: Tagged[] = []
  for (const item of items) {
    const { tag, parts, isCode } = item
    const around = none.at(-1)
    if (parts !== undefined) {
      if (around === undefined || isCode || heldBy(around) === 'tags') pairs.push(leaf(item, parts))
      continue
    }
    if (tag === undefined) continue
    const key = keyOf(tag)
    if (tag.kind === 'close') closesLeft.add(key, -1)
    if (around !== undefined && !isReadIn(around, tag)) continue
    if (tag.kind === 'open') {
      open.push({ ...item, tag })
      openOf.add(key, 1)
      if (heldBy(tag) !== undefined && closesLeft.of(key) > 0) none.push(tag)
      continue
    }
    if (tag.kind === 'single' || openOf.of(key) === 0) {
      pairs.push(alone(item, tag, tag.kind))
      continue
    }
    for (;;) {
      const opening = open.pop() as (typeof open)[number]
      openOf.add(keyOf(opening.tag), -1)
      if (none.at(-1) === opening.tag) none.pop()
      if (keyOf(opening.tag) !== key) {
        pairs.push(alone(opening, opening.tag, 'open'))
        continue
      }
      pairs.push({
        kind: 'pair',
        tag: opening.tag,
        start: opening.start,
        contentStart: opening.end,
        contentEnd: item.start,
        end: item.end,
      })
      break
    }
  }
  for (const item of open) pairs.push(alone(item, item.tag, 'open'))
  return pairs.sort((a, b) => a.start - b.start || b.end - a.end)
}

function heldBy({ syntax, name, attributes }: Tagged): 'parts' | 'tags' | undefined {
  return syntax.holdsNone?.(name, attributes)
}

function isReadIn(around: Tagged, tag: Tagged): boolean {
  const isSame = tag.syntax === around.syntax
  if (isSame && tag.kind === 'close' && tag.name === around.name) return true
  return heldBy(around) === 'tags' && !isSame
}

function leaf({ start, end }: FoundItem, parts: readonly Part[]): TagPair {
  return { kind: 'parts', parts, start, end, contentStart: end, contentEnd: end }
}

function alone({ start, end }: FoundItem, tag: Tagged, kind: 'open' | 'close' | 'single'): TagPair {
  return { kind, tag, start, end, contentStart: end, contentEnd: end }
}

function withoutDeep(pairs: readonly TagPair[]): TagPair[] {
  const ends: number[] = []
  return pairs.filter(({ kind, start, end }) => {
    while (ends.length > 0 && (ends.at(-1) as number) <= start) ends.pop()
    if (kind === 'parts') return true
    if (ends.length >= maxNested) return false
    if (kind === 'pair') ends.push(end)
    return true
  })
}

class Counts {
  private readonly counts = new Map<string, number>()

  of(key: string): number {
    return this.counts.get(key) ?? 0
  }

  add(key: string, change: number): void {
    this.counts.set(key, this.of(key) + change)
  }
}
