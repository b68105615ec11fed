/** Replaces containers: `:::name` … `:::` with three or more colons. @module */
import { kindsOf, type Line } from './line.ts'
import { type LineReplacement, replaceTags } from './replace-tags.ts'
import type { WrittenTag } from './tags.ts'

export interface Container {
  readonly name: string
  /** The first line behind the name. */
  readonly info: string
  /** The first line behind the colons. */
  readonly written: string
  readonly line: number
  /** The content, already read and without its common indentation. */
  readonly content: readonly Line[]
  /** The raw lines of the content. */
  readonly source: string
}

interface ContainerOptions {
  /** Leave containers without an end open where nothing is replaced. */
  readonly leavesOpen?: boolean
}

const opening = /^((?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=\s))*)(:{3,})[ \t]*(\S.*)$/
const closing = /^[\s>]*(:{3,})\s*$/

/** Names as in markdown-it-container and Docusaurus, or in Pandoc's braces. */
const named = /^\{?\.?([A-Za-z][\w-]*)(?!\w)(.*)$/

/**
 * Replace the containers of a document, innermost first.
 * @param replace Returns what replaces a container; undefined keeps its marks.
 */
export function replaceContainers(
  lines: readonly Line[],
  replace: (container: Container) => LineReplacement,
  { leavesOpen = true }: ContainerOptions = {},
): readonly Line[] {
  const found = findMarks(lines)
  if (found.tags.size === 0) return lines
  const closed = withEnds(lines, found.open)
  const { tags } = closed === lines ? found : findMarks(closed)
  const syntax = { start: /:{3,}/g, readTag: (_: string, at: number) => tags.get(at) }
  const read = replaceTags(closed, syntax, ({ kind, attributes, ...element }) => {
    const [, name = '', info = attributes] = named.exec(attributes) ?? []
    return kind === 'pair'
      ? replace({ ...element, name, info: info.trim(), written: attributes })
      : undefined
  })
  return read === closed && leavesOpen ? lines : read
}

/** A container without an end. */
interface OpenContainer {
  readonly colons: number
  readonly name: string
  readonly index: number
  readonly prefix: string
  /** Index of the first row below that could end it, though it ends an inner one. */
  firstEnd?: number
}

interface FoundMarks {
  readonly tags: ReadonlyMap<number, WrittenTag>
  readonly open: readonly OpenContainer[]
}

function findMarks(lines: readonly Line[]): FoundMarks {
  const kinds = kindsOf(lines)
  const tags = new Map<number, WrittenTag>()
  const open: OpenContainer[] = []
  let start = 0
  for (const [index, { text }] of lines.entries()) {
    const end = start + text.length
    if (kinds[index] === 'text' && text.includes(':::')) {
      const at = start + text.indexOf(':::')
      const [, closingColons] = closing.exec(text) ?? []
      const ended = closingColons?.length ?? 0
      const [, prefix = '', colons, attributes] = opening.exec(text) ?? []
      if (closingColons !== undefined) {
        for (let at = open.length - 1; at >= Math.max(0, open.length - maxOpen); at -= 1) {
          const one = open[at] as OpenContainer
          if (one.firstEnd !== undefined) break
          if (one.colons <= ended) one.firstEnd = index
        }
        // A shorter row of colons is content.
        const last = open.at(-1)
        if (last !== undefined && last.colons <= ended) {
          open.pop()
          tags.set(at, { kind: 'close', name: last.name, attributes: '', end })
        }
      } else if (colons !== undefined && attributes !== undefined) {
        const name = String(index)
        open.push({ colons: colons.length, name, index, prefix })
        tags.set(at, { kind: 'open', name, attributes, end })
      }
    }
    start = end + 1
  }
  return { tags, open }
}

/** More missing ends are no mistake of a writer. */
const maxOpen = 40

/**
 * End open containers as markdown-it does: at the first end below, even if that belongs to an inner
 * container; otherwise before the next heading.
 */
function withEnds(lines: readonly Line[], open: readonly OpenContainer[]): readonly Line[] {
  if (open.length === 0 || open.length > maxOpen) return lines
  const endsOfWords = open.some(({ firstEnd }) => firstEnd === undefined) ? lastWords(lines) : []
  const ends = new Map<number, Line[]>()
  // Inner containers end first.
  for (const { colons, prefix, index, firstEnd } of open.toReversed()) {
    const end = firstEnd ?? (prefix.includes('>') ? undefined : endsOfWords[index + 1])
    if (end === undefined) continue
    const text = prefix.replace(/[^\s>]/g, ' ') + ':'.repeat(colons)
    const added = { text, line: (lines[end] as Line).line }
    const known = ends.get(end)
    if (known === undefined) ends.set(end, [added])
    else known.push(added)
  }
  return lines.flatMap((one, index) => [one, ...(ends.get(index) ?? [])])
}

function lastWords(lines: readonly Line[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = []
  let last: number | undefined
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const { text } = lines[index] as Line
    if (/^#{1,6}\s/.test(text)) last = undefined
    else if (text.trim() !== '') last ??= index
    found[index] = last
  }
  return found
}
