/** Pairs opening and closing tags of all syntaxes. @module */
import type { SourceItem } from './read-parts.ts'

export type TagToken = NonNullable<SourceItem['tag']>

/** An item to read, and the closing tag of an opening one, if it has one. */
type PairedItem = readonly [item: SourceItem, closing: SourceItem | undefined]

/** Tags nested deeper stay unread. */
const maxDepth = 40

/** @param items Sorted by start, as are those that are returned. */
export function pairTags(items: readonly SourceItem[]): readonly PairedItem[] {
  const closings = findClosings(items)
  const ends: number[] = []
  return items.flatMap((item): readonly PairedItem[] => {
    if (!closings.has(item)) return []
    while (ends.length > 0 && (ends.at(-1) as number) <= item.start) ends.pop()
    if (item.tag !== undefined && ends.length >= maxDepth) return []
    const closing = closings.get(item)
    if (closing !== undefined) ends.push(closing.end)
    return [[item, closing]]
  })
}

function keyOf({ syntax, name, key = name }: TagToken): string {
  return `${syntax.name} ${key}`
}

/** Find the closing tags. Items that stay unread are left out. */
function findClosings(
  items: readonly SourceItem[],
): ReadonlyMap<SourceItem, SourceItem | undefined> {
  const open: { readonly item: SourceItem; readonly tag: TagToken; readonly key: string }[] = []
  const openCounts = new Map<string, number>()
  const closingCounts = new Map<string, number>()
  for (const { tag } of items) if (tag?.kind === 'close') count(closingCounts, keyOf(tag), 1)
  const closings = new Map<SourceItem, SourceItem | undefined>()
  /** Open tags whose content is not read, innermost last. */
  const unreadTags: TagToken[] = []
  for (const item of items) {
    const { tag, isCode } = item
    const container = unreadTags.at(-1)
    if (tag === undefined) {
      if (container === undefined || isCode || heldBy(container) === 'tags')
        closings.set(item, undefined)
      continue
    }
    const key = keyOf(tag)
    if (tag.kind === 'close') count(closingCounts, key, -1)
    if (container !== undefined && !isReadIn(container, tag)) continue
    if (tag.kind !== 'close' || !openCounts.get(key)) {
      closings.set(item, undefined)
      if (tag.kind !== 'open') continue
      open.push({ item, tag, key })
      count(openCounts, key, 1)
      if (heldBy(tag) !== undefined && closingCounts.get(key)) unreadTags.push(tag)
      continue
    }
    let opening: (typeof open)[number]
    do {
      opening = open.pop() as typeof opening
      count(openCounts, opening.key, -1)
      if (unreadTags.at(-1) === opening.tag) unreadTags.pop()
    } while (opening.key !== key)
    closings.set(opening.item, item)
  }
  return closings
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
