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

const opening = /^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=\s))*(:{3,})[ \t]*(\S.*)$/
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
): readonly Line[] {
  const tags = findMarks(lines)
  if (tags.size === 0) return lines
  const syntax = { start: /:{3,}/g, readTag: (_: string, at: number) => tags.get(at) }
  return replaceTags(lines, syntax, ({ kind, attributes, ...element }) => {
    const [, name = '', info = attributes] = named.exec(attributes) ?? []
    return kind === 'pair'
      ? replace({ ...element, name, info: info.trim(), written: attributes })
      : undefined
  })
}

/** By the index of each row of colons; the two of one container have the same name. */
function findMarks(lines: readonly Line[]): ReadonlyMap<number, Tag> {
  const kinds = kindsOf(lines)
  const tags = new Map<number, Tag>()
  const open: { colons: number; name: string }[] = []
  let start = 0
  for (const [index, { text }] of lines.entries()) {
    const end = start + text.length
    if (kinds[index] === 'text' && text.includes(':::')) {
      const at = start + text.indexOf(':::')
      const [, closingColons] = closing.exec(text) ?? []
      const [, colons, attributes] = opening.exec(text) ?? []
      if (closingColons !== undefined) {
        // A shorter row of colons belongs to the content.
        const last = open.at(-1)
        if (last !== undefined && last.colons <= closingColons.length) {
          open.pop()
          tags.set(at, { kind: 'close', name: last.name, attributes: '', end })
        }
      } else if (colons !== undefined && attributes !== undefined) {
        const name = String(index)
        open.push({ colons: colons.length, name })
        // Pandoc's may end with colons, too.
        tags.set(at, { kind: 'open', name, attributes: attributes.replace(/\s:{3,}\s*$/, ''), end })
      }
    }
    start = end + 1
  }
  return tags
}
