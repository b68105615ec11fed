/**
 * Marks headings in a document's text, so that search can tell its sections apart and link to them.
 * @module
 */
import { type AnyNode, contentOf, marksOf } from './any-node.ts'
import { githubSlug, headingId, uniqueNames } from './heading-names.ts'
import { nodeText } from './node-text.ts'
import type { AdfDoc } from './types.ts'

/** Control characters, which occur in no word. */
const [start, end] = ['\u001e', '\u001f']
const headings = new RegExp(`${start}[^${end}]*(?:${end}|$)`, 'g')

/** The text below a heading up to the next one, or before the first. */
export interface TextSection {
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** Write a document's text with marked headings: a line for each block, a tab between cells. */
export function sectionedText({ content }: { readonly content: readonly AnyNode[] }): string {
  return content
    .map((node) => nodeText(node, markHeading))
    .filter(Boolean)
    .join('\n')
}

/** Leave out the raised numbers that lead to footnotes, and the ways back; names of headings keep theirs. */
export function withoutFootnoteMarks(nodes: readonly AnyNode[]): readonly AnyNode[] {
  return nodes.flatMap((node): readonly AnyNode[] => {
    if (node.type === 'heading') return [node]
    if (node.type === 'text') return isFootnoteMark(node) ? [] : [node]
    const parts = contentOf(node)
    return parts.length === 0 ? [node] : [{ ...node, content: withoutFootnoteMarks(parts) }]
  })
}

/** Whether a document may have footnotes, which is quick to tell. */
export function mayHaveFootnotes(adf: readonly string[]): boolean {
  return adf.some((piece) => piece.includes('#footnote-'))
}

function isFootnoteMark(node: AnyNode): boolean {
  return marksOf(node).some(({ attrs }) => /^#footnote-\d+(?:-text)?$/.test(String(attrs?.href)))
}

/** Put the marks around a heading's text. */
export function markHeading(words: string): string {
  return words === '' ? '' : `${start}${words}${end}`
}

/** Split a text with marked headings into its sections. */
export function splitSections(text: string): TextSection[] {
  const [first = '', ...others] = text.split(start)
  const uniqueSlug = uniqueNames('-')
  const sections = others.map((part) => {
    const [heading = '', ...rest] = part.split(end)
    const id = headingId(uniqueSlug(githubSlug(heading)))
    return { id, heading: heading.trim(), text: rest.join(' ').trim() }
  })
  return first.trim() === '' ? sections : [{ id: '', heading: '', text: first.trim() }, ...sections]
}

/** Give the start of a text without its headings; the last heading may be cut off. */
export function withoutHeadings(text: string): string {
  return text.replace(headings, '')
}

export function markedHeadings(text: string): string[] {
  // Most texts have no headings.
  return text.includes(start)
    ? text
        .split(start)
        .slice(1)
        .map((part) => part.slice(0, Math.max(0, part.indexOf(end))))
    : []
}

/**
 * Find a heading and everything below it, up to the next heading of its level or above.
 * @param name Words of the heading or its link name; case and punctuation are ignored.
 * @returns Undefined where there is no such heading.
 */
export function findSection({ content }: Pick<AdfDoc, 'content'>, name: string) {
  const uniqueSlug = uniqueNames('-')
  const slug = seenSlug(name)
  const section = sectionAmong(content, (words) => uniqueSlug(seenSlug(words)) === slug)
  return section as AdfDoc['content'] | undefined
}

/** Invisible characters are dropped, because nobody could type them. */
function seenSlug(words: string): string {
  return githubSlug(words.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

function sectionAmong(
  nodes: readonly AnyNode[],
  isAsked: (words: string) => boolean,
): readonly AnyNode[] | undefined {
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'heading') {
      const inside = sectionAmong(contentOf(node), isAsked)
      if (inside !== undefined) return inside
    } else if (isAsked(nodeText(node))) {
      const level = Number(node.attrs?.level)
      const isBehind = (one: AnyNode, at: number): boolean =>
        at > index && one.type === 'heading' && Number(one.attrs?.level) <= level
      const end = nodes.findIndex(isBehind)
      return nodes.slice(index, end === -1 ? undefined : end)
    }
  }
  return undefined
}
