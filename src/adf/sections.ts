/**
 * The sections of a text: each heading in it stands between two marks, so that search can tell later
 * what stands where, and where to land.
 * @module
 */
import { githubSlug, headingId, uniqueNames } from './heading-names.ts'
import { nodeText, partsOf, type TextNode } from './node-text.ts'
import type { AdfDoc } from './types.ts'

/** Control characters, which are no part of any word. */
const [start, end] = ['\u001e', '\u001f']
const headings = new RegExp(`${start}[^${end}]*(?:${end}|$)`, 'g')

/** What stands below a heading, down to the next one; or before the first. */
export interface TextSection {
  /** Of its heading, on the pages that Markport shows; empty for what stands before the first. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** Write the text of a document, headings marked: a line for each block, a tab between cells. */
export function sectionedText({ content }: Pick<AdfDoc, 'content'>): string {
  return content
    .map((node) => nodeText(node, markHeading))
    .filter(Boolean)
    .join('\n')
}

/** Mark the words of a heading as such. */
export function markHeading(words: string): string {
  return words === '' ? '' : `${start}${words}${end}`
}

/**
 * Cut a text into its sections.
 * @param text The text, with its headings marked.
 */
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

/** Give a text, or a part of it, as people read it. */
export function withoutMarks(text: string): string {
  return text.replaceAll(start, '').replaceAll(end, '')
}

/** Give the start of a text without its headings, the last of which may be cut. */
export function withoutHeadings(text: string): string {
  return text.replace(headings, '')
}

/** List the headings of a text in which they are marked. */
export function markedHeadings(text: string): string[] {
  // Most of a text has none, and is not looked at again.
  return text.includes(start)
    ? text
        .split(start)
        .slice(1)
        .map((part) => part.slice(0, Math.max(0, part.indexOf(end))))
    : []
}

/**
 * Find what stands below a heading, down to the next one that is not below it, with the heading itself.
 * @param name The words of the heading, or the name by which links find it; their case and signs make
 * no difference.
 * @returns Undefined where there is no such heading.
 */
export function findSection({ content }: Pick<AdfDoc, 'content'>, name: string) {
  const uniqueSlug = uniqueNames('-')
  const asked = seenSlug(name)
  const found = sectionAmong(content, (words) => uniqueSlug(seenSlug(words)) === asked)
  return found as AdfDoc['content'] | undefined
}

/** Some letters are signs that nobody sees, so that nobody can ask for them. */
function seenSlug(words: string): string {
  return githubSlug(words.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

function sectionAmong(
  nodes: readonly TextNode[],
  isAsked: (words: string) => boolean,
): readonly TextNode[] | undefined {
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'heading') {
      const inside = sectionAmong(partsOf(node), isAsked)
      if (inside !== undefined) return inside
    } else if (isAsked(nodeText(node))) {
      const level = Number(node.attrs?.level)
      const isBehind = (one: TextNode, at: number): boolean =>
        at > index && one.type === 'heading' && Number(one.attrs?.level) <= level
      const end = nodes.findIndex(isBehind)
      return nodes.slice(index, end === -1 ? undefined : end)
    }
  }
  return undefined
}
