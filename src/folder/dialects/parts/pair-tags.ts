/** Pairs opening and closing tags of all syntaxes. @module */
import type { Part } from './part.ts'
import type { SourceItem } from './read-parts.ts'

interface Place {
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
}

/** A tag with its other end, or parts outside of tags. */
export type TagPair = Place &
  (
    | {
        readonly kind: 'pair' | 'open' | 'close' | 'single'
        readonly tag: TagToken
        readonly parts?: never
      }
    | { readonly kind: 'parts'; readonly tag?: never; readonly parts: readonly Part[] }
  )

export type TagToken = NonNullable<SourceItem['tag']>

/** Tags nested deeper stay unread. */
const maxDepth = 40

/** @returns Sorted by start. */
export function pairTags(items: readonly SourceItem[]): readonly TagPair[] {
  return withoutDeep(pairUp(items))
}

function keyOf({ syntax, name, key = name }: TagToken): string {
  return `${syntax.name} ${key}`
}

function pairUp(items: readonly SourceItem[]): TagPair[] {
  const open: (SourceItem & { readonly tag: TagToken })[] = []
  const openOf = new Counts()
  const closesLeft = new Counts()
  for (const { tag } of items) if (tag?.kind === 'close') closesLeft.add(keyOf(tag), 1)
  const pairs: TagPair[] = []
  /** Open tags whose content is not read, innermost last. */
  const unreadTags: TagToken[] = []
  for (const item of items) {
    const { tag, parts, isCode } = item
    const container = unreadTags.at(-1)
    if (parts !== undefined) {
      if (container === undefined || isCode || heldBy(container) === 'tags')
        pairs.push(leaf(item, parts))
      continue
    }
    if (tag === undefined) continue
    const key = keyOf(tag)
    if (tag.kind === 'close') closesLeft.add(key, -1)
    if (container !== undefined && !isReadIn(container, tag)) continue
    if (tag.kind === 'open') {
      open.push({ ...item, tag })
      openOf.add(key, 1)
      if (heldBy(tag) !== undefined && closesLeft.of(key) > 0) unreadTags.push(tag)
      continue
    }
    if (tag.kind === 'single' || openOf.of(key) === 0) {
      pairs.push(unpairedTag(item, tag, tag.kind))
      continue
    }
    for (;;) {
      const opening = open.pop() as (typeof open)[number]
      openOf.add(keyOf(opening.tag), -1)
      if (unreadTags.at(-1) === opening.tag) unreadTags.pop()
      if (keyOf(opening.tag) !== key) {
        pairs.push(unpairedTag(opening, opening.tag, 'open'))
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
  for (const item of open) pairs.push(unpairedTag(item, item.tag, 'open'))
  return pairs.sort((a, b) => a.start - b.start || b.end - a.end)
}

function heldBy({ syntax, name, attributes }: TagToken): 'parts' | 'tags' | undefined {
  return syntax.holdsNone?.(name, attributes)
}

function isReadIn(container: TagToken, tag: TagToken): boolean {
  const isSame = tag.syntax === container.syntax
  if (isSame && tag.kind === 'close' && tag.name === container.name) return true
  return heldBy(container) === 'tags' && !isSame
}

function leaf({ start, end }: SourceItem, parts: readonly Part[]): TagPair {
  return { kind: 'parts', parts, start, end, contentStart: end, contentEnd: end }
}

function unpairedTag(
  { start, end }: SourceItem,
  tag: TagToken,
  kind: 'open' | 'close' | 'single',
): TagPair {
  return { kind, tag, start, end, contentStart: end, contentEnd: end }
}

function withoutDeep(pairs: readonly TagPair[]): TagPair[] {
  const ends: number[] = []
  return pairs.filter(({ kind, start, end }) => {
    while (ends.length > 0 && (ends.at(-1) as number) <= start) ends.pop()
    if (kind === 'parts') return true
    if (ends.length >= maxDepth) return false
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
