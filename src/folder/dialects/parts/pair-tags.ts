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

/** A tag without its other end has no content. */
function placeOf({ start, end }: SourceItem): Place {
  return { start, end, contentStart: end, contentEnd: end }
}

function keyOf({ syntax, name, key = name }: TagToken): string {
  return `${syntax.name} ${key}`
}

function pairUp(items: readonly SourceItem[]): TagPair[] {
  const open: (SourceItem & { readonly tag: TagToken })[] = []
  const openCounts = new Map<string, number>()
  const closingCounts = new Map<string, number>()
  for (const { tag } of items) if (tag?.kind === 'close') count(closingCounts, keyOf(tag), 1)
  const pairs: TagPair[] = []
  /** Open tags whose content is not read, innermost last. */
  const unreadTags: TagToken[] = []
  for (const item of items) {
    const { tag, parts, isCode } = item
    const container = unreadTags.at(-1)
    if (parts !== undefined) {
      if (container === undefined || isCode || heldBy(container) === 'tags')
        pairs.push({ kind: 'parts', parts, ...placeOf(item) })
      continue
    }
    if (tag === undefined) continue
    const key = keyOf(tag)
    if (tag.kind === 'close') count(closingCounts, key, -1)
    if (container !== undefined && !isReadIn(container, tag)) continue
    if (tag.kind === 'open') {
      open.push({ ...item, tag })
      count(openCounts, key, 1)
      if (heldBy(tag) !== undefined && closingCounts.get(key)) unreadTags.push(tag)
      continue
    }
    if (tag.kind === 'single' || !openCounts.get(key)) {
      pairs.push({ kind: tag.kind, tag, ...placeOf(item) })
      continue
    }
    for (;;) {
      const opening = open.pop() as (typeof open)[number]
      count(openCounts, keyOf(opening.tag), -1)
      if (unreadTags.at(-1) === opening.tag) unreadTags.pop()
      if (keyOf(opening.tag) !== key) {
        pairs.push({ kind: 'open', tag: opening.tag, ...placeOf(opening) })
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
  for (const item of open) pairs.push({ kind: 'open', tag: item.tag, ...placeOf(item) })
  return pairs.sort((a, b) => a.start - b.start || b.end - a.end)
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  counts.set(key, (counts.get(key) ?? 0) + change)
}

function heldBy({ syntax, name, attributes }: TagToken): 'parts' | 'tags' | undefined {
  return syntax.holdsNone?.(name, attributes)
}

function isReadIn(container: TagToken, tag: TagToken): boolean {
  const isSame = tag.syntax === container.syntax
  if (isSame && tag.kind === 'close' && tag.name === container.name) return true
  return heldBy(container) === 'tags' && !isSame
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
