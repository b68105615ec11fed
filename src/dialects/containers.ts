/** Puts Markdown in place of containers: `:::name` … `:::`, of three and more colons. @module */
import { kindsOf, type Line } from './line.ts'
import { type Replacement, replaceTags } from './replace-tags.ts'
import type { Tag } from './tags.ts'

/** A container with what it holds. */
export interface Container {
  /** Its word, such as `note`; empty where it begins with something else. */
  readonly name: string
  /** What its first line says beside the word. */
  readonly info: string
  /** All that its first line says behind the colons. */
  readonly written: string
  readonly line: number
  /** What stands in it, read, without the indentation that all of it has. */
  readonly content: readonly Line[]
  /** The lines of its content as they are written. */
  readonly source: string
}

/** How containers are found. */
export interface ContainerOptions {
  /** Where nothing is replaced, what has no end gets none. */
  readonly leavesOpen?: boolean
  /** A row of fewer colons ends one as well, as in Pandoc. */
  readonly mayEndShort?: boolean
}

const opening = /^((?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=\s))*)(:{3,})[ \t]*(\S.*)$/
const closing = /^[\s>]*(:{3,})\s*$/

/** As markdown-it-container and Docusaurus have it, with the braces of Pandoc. */
const named = /^\{?\.?([A-Za-z][\w-]*)(?!\w)(.*)$/

/**
 * Replace the containers of a document, from the inside out.
 * @param lines The document, whole.
 * @param replace Gives what stands in place of one; undefined leaves its marks.
 */
export function replaceContainers(
  lines: readonly Line[],
  replace: (container: Container) => Replacement,
  { leavesOpen = true, mayEndShort = false }: ContainerOptions = {},
): readonly Line[] {
  const found = findMarks(lines, mayEndShort)
  if (found.tags.size === 0) return lines
  const closed = withEnds(lines, found.open)
  const { tags } = closed === lines ? found : findMarks(closed, mayEndShort)
  const syntax = { start: /:{3,}/g, readTag: (_: string, at: number) => tags.get(at) }
  const read = replaceTags(closed, syntax, ({ kind, attributes, ...element }) => {
    const [, name = '', info = attributes] = named.exec(attributes) ?? []
    return kind === 'pair'
      ? replace({ ...element, name, info: info.trim(), written: attributes })
      : undefined
  })
  return read === closed && leavesOpen ? lines : read
}

/** A container that has no end of its own. */
interface OpenContainer {
  readonly colons: number
  readonly name: string
  readonly index: number
  /** What stands before its colons. */
  readonly prefix: string
  /** The first row below it that would end it, if it ended nothing else. */
  firstEnd?: number
}

/** The marks by the index of each row of colons, and what they leave open; those of one container have the same name. */
interface FoundMarks {
  readonly tags: ReadonlyMap<number, Tag>
  readonly open: readonly OpenContainer[]
}

function findMarks(lines: readonly Line[], mayEndShort: boolean): FoundMarks {
  const kinds = kindsOf(lines)
  const tags = new Map<number, Tag>()
  const open: OpenContainer[] = []
  let start = 0
  for (const [index, { text }] of lines.entries()) {
    const end = start + text.length
    if (kinds[index] === 'text' && text.includes(':::')) {
      const at = start + text.indexOf(':::')
      const [, closingColons] = closing.exec(text) ?? []
      const ended = mayEndShort ? Number.POSITIVE_INFINITY : (closingColons?.length ?? 0)
      const [, prefix = '', colons, attributes] = opening.exec(text) ?? []
      if (closingColons !== undefined) {
        for (let at = open.length - 1; at >= Math.max(0, open.length - maxOpen); at -= 1) {
          const one = open[at] as OpenContainer
          if (one.firstEnd !== undefined) break
          if (one.colons <= ended) one.firstEnd = index
        }
        // A shorter row of colons belongs to the content.
        const last = open.at(-1)
        if (last !== undefined && last.colons <= ended) {
          open.pop()
          tags.set(at, { kind: 'close', name: last.name, attributes: '', end })
        }
      } else if (colons !== undefined && attributes !== undefined) {
        const name = String(index)
        open.push({ colons: colons.length, name, index, prefix })
        // Pandoc's may end with colons, too.
        tags.set(at, { kind: 'open', name, attributes: attributes.replace(/\s:{3,}\s*$/, ''), end })
      }
    }
    start = end + 1
  }
  return { tags, open }
}

/** Nobody forgets more ends in one file. */
const maxOpen = 40

/**
 * End what is left open as markdown-it does: with the first end below it, though that is one's inside of it;
 * without any before the next heading.
 */
function withEnds(lines: readonly Line[], open: readonly OpenContainer[]): readonly Line[] {
  if (open.length === 0 || open.length > maxOpen) return lines
  const endsOfWords = open.some(({ firstEnd }) => firstEnd === undefined) ? lastWords(lines) : []
  const ends = new Map<number, Line[]>()
  // The inner ones end first.
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

/** For each line the last one with words from there to the next heading, if there is one. */
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
