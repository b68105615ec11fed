/**
 * Links inside the page. Markdown names a heading by GitHub's rule, Confluence by its own, so each
 * such link is pointed at its heading once all headings are known.
 * @module
 */
import { decodePart } from '../adf/decode-part.ts'
import { githubSlug } from '../adf/heading-names.ts'
import type { DocumentHeading } from './headings.ts'
import { lettersFinder } from './letters-finder.ts'
import type { Warnings } from './warnings.ts'

export interface Anchors {
  /** Note a link; its address may change until the document is whole. */
  addLink(attrs: { href: string }, line: number): void
  /** Note a name that the writer gave to a place, which stands for the next heading. */
  addTarget(name: string, line: number): void
  /**
   * Note words that some generators name their place by: links to it lead to the heading above it.
   * @param words The words; none name nothing.
   */
  addWords(words: string, line: number): void
  /** Count the links that are to be pointed at headings. */
  countLinks(): number
  /**
   * Point the links at their headings.
   * @param warnings Takes the links that lead nowhere.
   */
  resolve(headings: readonly DocumentHeading[], warnings: Warnings): void
  /** Make findable what links from elsewhere may name. */
  findable(headings: readonly DocumentHeading[]): DocumentHeadings
}

export interface DocumentHeadings {
  readonly inOrder: readonly DocumentHeading[]
  /** Find what a link's fragment names. */
  find(fragment: string): DocumentHeading | undefined
}

/** Start the anchors of one document. */
export function anchors(): Anchors {
  const links: { attrs: { href: string }; line: number }[] = []
  const targets = new Map<string, number>()
  const words = new Map<string, number>()
  const findable: Anchors['findable'] = (inOrder) => {
    const byName = new Map(inOrder.map((heading) => [heading.slug, heading]))
    for (const [name, line] of targets) {
      const heading = headingAfter(inOrder, line)
      if (heading !== undefined && !byName.has(name)) byName.set(name, heading)
    }
    for (const [name, line] of words) {
      const heading = headingAbove(inOrder, line)
      if (heading !== undefined && !byName.has(name)) byName.set(name, heading)
    }
    const findByLetters = lettersFinder(inOrder, byName)
    return {
      inOrder,
      find: (fragment) =>
        byName.get(fragment) ?? byName.get(fragment.toLowerCase()) ?? findByLetters(fragment),
    }
  }
  return {
    findable,
    countLinks: () => links.length,
    addLink(attrs, line) {
      if (attrs.href.length > 1 && attrs.href.startsWith('#')) links.push({ attrs, line })
    },
    addTarget(name, line) {
      if (!targets.has(name)) targets.set(name, line)
    },
    addWords(text, line) {
      const name = githubSlug(text)
      if (name !== '' && !words.has(name)) words.set(name, line)
    },
    resolve(headings, warnings) {
      const { find } = findable(headings)
      for (const { attrs, line } of links) {
        const heading = find(decodePart(attrs.href.slice(1)))
        if (heading === undefined) warnings.add('anchor-missing', line)
        else if (heading.anchor.length <= maxAnchorLength) {
          attrs.href = `#${encode(heading.anchor)}`
        }
      }
    },
  }
}

/** Each link repeats the name, so that a long one under many links would fill the memory. */
const maxAnchorLength = 1_000

/** Find the first heading from a line on, or the last of all. */
function headingAfter(
  inOrder: readonly DocumentHeading[],
  line: number,
): DocumentHeading | undefined {
  return inOrder[headingsBefore(inOrder, line)] ?? inOrder.at(-1)
}

/** Find the last heading before a line, or the first of all. */
function headingAbove(
  inOrder: readonly DocumentHeading[],
  line: number,
): DocumentHeading | undefined {
  return inOrder[headingsBefore(inOrder, line) - 1] ?? inOrder[0]
}

/** Count the headings before a line; by halves, as both may be many. */
function headingsBefore(inOrder: readonly DocumentHeading[], line: number): number {
  let low = 0
  let high = inOrder.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inOrder[middle] as DocumentHeading).line < line) low = middle + 1
    else high = middle
  }
  return low
}

/** Browsers take most characters as they are; a percent sign would be read as an escape. */
function encode(anchor: string): string {
  return anchor.includes('%') ? encodeURIComponent(anchor) : anchor
}
