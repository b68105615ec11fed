/** Pairs the opening and closing tags of a document, over lines as well. @module */
import { kindOf, type Line } from './line.ts'

export interface WrittenTag {
  /** An opening tag without its closing one counts as `single` where the syntax allows. */
  readonly kind: 'open' | 'close' | 'single'
  readonly name: string
  readonly attributes: string
  readonly end: number
}

export interface TagSyntax {
  readonly start: RegExp
  /** Read the tag at an index; undefined when there is none. */
  readTag(source: string, at: number): WrittenTag | undefined
  isCode?(name: string): boolean
}

export interface PairedTag {
  readonly kind: 'pair' | 'open' | 'close' | 'single'
  readonly name: string
  readonly attributes: string
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
  readonly parent: PairedTag | undefined
  /** How many tags of that name precede it in the same parent. */
  readonly position: number
}

/** Deeper tags stay as written. */
const maxNested = 40

/**
 * Find the tags of a document outside of code and comments.
 * @returns In the order of their opening tags.
 */
export function findTagPairs(
  lines: readonly Line[],
  source: string,
  syntax: TagSyntax,
): readonly PairedTag[] {
  return nested(pairUp(findTags(lines, source, syntax), syntax))
}

interface PlacedTag extends WrittenTag {
  readonly start: number
}

function findTags(lines: readonly Line[], source: string, syntax: TagSyntax): PlacedTag[] {
  const tags: PlacedTag[] = []
  let after = 0
  for (const [from, to] of openSpans(lines)) {
    for (const { index } of source.slice(from, to).matchAll(syntax.start)) {
      const start = from + index
      if (start < after) continue
      const tag = syntax.readTag(source, start)
      if (tag === undefined) continue
      tags.push({ ...tag, start })
      after = tag.end
    }
  }
  return tags
}

type LoosePair = Omit<PairedTag, 'parent' | 'position'>

function pairUp(tags: readonly PlacedTag[], syntax: TagSyntax): LoosePair[] {
  const open: PlacedTag[] = []
  const openOf = new Map<string, number>()
  const count = (name: string, change: number): void => {
    openOf.set(name, (openOf.get(name) ?? 0) + change)
  }
  const pairs: LoosePair[] = []
  for (const tag of tags) {
    const { kind, name } = tag
    const code = open.at(-1)
    // Inside a code tag nothing else is read.
    if (
      code !== undefined &&
      syntax.isCode?.(code.name) &&
      !(kind === 'close' && name === code.name)
    )
      continue
    if (kind === 'open') {
      open.push(tag)
      count(name, 1)
    } else if (kind === 'single' || !openOf.get(name)) pairs.push(alone(tag, kind))
    else {
      for (;;) {
        const opening = open.pop() as PlacedTag
        count(opening.name, -1)
        if (opening.name === name) {
          pairs.push({
            ...opening,
            kind: 'pair',
            end: tag.end,
            contentStart: opening.end,
            contentEnd: tag.start,
          })
          break
        }
        pairs.push(alone(opening, 'open'))
      }
    }
  }
  return [...pairs, ...open.map((tag) => alone(tag, 'open'))].sort((a, b) => a.start - b.start)
}

function alone(tag: PlacedTag, kind: 'open' | 'close' | 'single'): LoosePair {
  return { ...tag, kind, contentStart: tag.end, contentEnd: tag.end }
}

function nested(pairs: readonly LoosePair[]): PairedTag[] {
  const around: { pair: PairedTag; names: Map<string, number> }[] = []
  const top = new Map<string, number>()
  const result: PairedTag[] = []
  for (const pair of pairs) {
    while (around.length > 0 && (around.at(-1)?.pair.end as number) <= pair.start) around.pop()
    if (around.length >= maxNested) continue
    const { pair: parent, names = top } = around.at(-1) ?? {}
    const position = names.get(pair.name) ?? 0
    names.set(pair.name, position + 1)
    const placed = { ...pair, parent, position }
    result.push(placed)
    if (pair.kind === 'pair') around.push({ pair: placed, names: new Map() })
  }
  return result
}

/**
 * Find the text of a document.
 * @returns Index ranges in its lines joined by `\n`.
 */
function openSpans(lines: readonly Line[]): readonly (readonly [from: number, to: number])[] {
  const spans: (readonly [number, number])[] = []
  let at = 0
  let start: number | undefined
  let inComment = false
  const close = (to: number): void => {
    if (start !== undefined && to > start) spans.push([start, to])
    start = undefined
  }
  for (const { text } of lines) {
    if (kindOf(text) !== 'text') close(at)
    else {
      let from = 0
      if (inComment) {
        const end = text.indexOf('-->')
        from = end === -1 ? text.length : end + 3
        inComment = end === -1
      }
      if (!inComment) start ??= at + from
      while (!inComment) {
        const comment = text.indexOf('<!--', from)
        if (comment === -1) break
        close(at + comment)
        const end = text.indexOf('-->', comment + 4)
        inComment = end === -1
        from = end + 3
        if (!inComment) start = at + from
      }
    }
    at += text.length + 1
  }
  close(at - 1)
  return spans
}
