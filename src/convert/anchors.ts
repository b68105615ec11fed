/**
 * Links inside the page. GitHub and Confluence derive different names from a heading, so links are
 * pointed at their headings once all headings are known.
 * @module
 */
import { githubSlug } from '../adf/heading-names.ts'
import { decodePart } from '../adf/node-text.ts'
import type { DocumentHeading } from './headings.ts'
import type { Warnings } from './warnings.ts'

export interface Anchors {
  /** Note a link. Its `href` is changed in place until the document is complete. */
  addLink(attrs: { href: string }, line: number): void
  /** Note a name that the writer gave to a place; it stands for the next heading. */
  addTarget(name: string, line: number): void
  /**
   * Note words that some generators use as a link target: links to them lead to the heading above.
   */
  addWords(words: string, line: number): void
  countLinks(): number
  resolve(headings: readonly DocumentHeading[], warnings: Warnings): void
  /** Index the headings for links from other pages. */
  findable(headings: readonly DocumentHeading[]): DocumentHeadings
}

export interface DocumentHeadings {
  readonly inOrder: readonly DocumentHeading[]
  find(fragment: string): DocumentHeading | undefined
}

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

/** Each link repeats its anchor, so a long one in many links would fill the memory. */
const maxAnchorLength = 1_000

function headingAfter(
  inOrder: readonly DocumentHeading[],
  line: number,
): DocumentHeading | undefined {
  return inOrder[headingsBefore(inOrder, line)] ?? inOrder.at(-1)
}

function headingAbove(
  inOrder: readonly DocumentHeading[],
  line: number,
): DocumentHeading | undefined {
  return inOrder[headingsBefore(inOrder, line) - 1] ?? inOrder[0]
}

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

/** Browsers accept most characters as they are, but read a percent sign as an escape. */
function encode(anchor: string): string {
  return anchor.includes('%') ? encodeURIComponent(anchor) : anchor
}

interface NamedHeading {
  readonly slug: string
  readonly level: number
}

/**
 * Make a search by letters alone.
 * @param byName Headings that have an exact name, also one given by the writer.
 * @returns Finds a heading only where it is the one that the name can mean.
 */
function lettersFinder<Heading extends NamedHeading>(
  inOrder: readonly Heading[],
  byName: ReadonlyMap<string, Heading>,
): (name: string) => Heading | undefined {
  let maps: readonly ReadonlyMap<string, Heading | 'several'>[] | undefined
  return (name) => {
    maps ??= [byLetters([...byName]), byLetters(namesBelow(inOrder))]
    for (const map of maps) {
      const heading = map.get(lettersOf(name))
      if (heading !== undefined) return heading === 'several' ? undefined : heading
    }
    return undefined
  }
}

function byLetters<Heading>(
  named: readonly (readonly [string, Heading])[],
): ReadonlyMap<string, Heading | 'several'> {
  const found = new Map<string, Heading | 'several'>()
  for (const [name, heading] of named) {
    const letters = lettersOf(name)
    const other = found.get(letters)
    if (letters !== '') {
      found.set(letters, other === undefined || other === heading ? heading : 'several')
    }
  }
  return found
}

function lettersOf(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name.replaceAll('-', '')
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Longer names are never used, and a long heading would be repeated for each heading below it. */
const maxNameLength = 500

/** Svelte's documentation also puts the heading above into a heading's name. */
function namesBelow<Heading extends NamedHeading>(
  inOrder: readonly Heading[],
): [string, Heading][] {
  const above: NamedHeading[] = []
  return inOrder.flatMap((heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const parent = above.at(-1)
    above.push(heading)
    if (parent === undefined) return []
    const name = `${parent.slug} ${heading.slug}`
    return name.length > maxNameLength ? [] : [[name, heading]]
  })
}
