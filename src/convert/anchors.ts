/**
 * Links inside the page. GitHub and Confluence derive different names from a heading, so links are
 * pointed at their headings once all headings are known.
 * @module
 */
import { countWhile } from '../contract/base/lists.ts'
import { encodeAnchor, githubSlug, placeId, uniqueNames } from './adf/heading-names.ts'
import { decodePart } from './adf/node-text.ts'
import { splitLines } from './code/line-reader.ts'
import type { DocumentHeading } from './headings.ts'
import type { Warnings } from './warnings.ts'

/** The headings of a document, and how they are written. */
export interface WrittenHeadings {
  readonly inOrder: readonly DocumentHeading[]
  readonly markdown: string
  /** Names of places in the text that links can lead to themselves. */
  readonly places: ReadonlySet<string>
  /** Read the words of its Markdown headings, by their lines. */
  words(): ReadonlyMap<number, string>
}

export interface DocumentHeadings {
  readonly inOrder: readonly DocumentHeading[]
  /** Find the heading for a link's fragment; what leads to the top of the page has an empty id. */
  find(fragment: string): DocumentHeading | undefined
}

/** The place before all headings, which needs no name. */
const top: DocumentHeading = {
  line: 1,
  level: 0,
  words: '',
  slug: '',
  id: '',
  anchor: '',
  joined: '',
}

/** A place in the text is found like a heading that became a paragraph. */
function placeNamed(name: string, line: number): DocumentHeading {
  return { ...top, line, id: placeId(name), anchor: name, joined: name }
}

/** GitHub and Bitbucket put these before the names of headings. */
const prefix = /^(?:user-content-|markdown-header-)/
/** HTML leads `#top` to the top of every page, and GitHub `#readme` to that of a README. */
const topName = /^(?:top|readme)$/i

/** Collects links to places in the same page, and the names of those places. */
export class Anchors {
  readonly #links: { readonly attrs: { href: string }; readonly line: number }[] = []
  readonly #targets = new Map<string, number>()
  readonly #words = new Map<string, number>()

  /** Note a link. Its `href` is changed in place until the document is complete. */
  addLink(attrs: { href: string }, line: number): void {
    if (attrs.href.length > 1 && attrs.href.startsWith('#')) this.#links.push({ attrs, line })
  }

  /** Note a name that the writer gave to a heading or a place in the text. */
  addTarget(name: string, line: number): void {
    if (!this.#targets.has(name)) this.#targets.set(name, line)
  }

  /**
   * Note words that some generators use as a link target: links to them lead to the heading above.
   */
  addWords(text: string, line: number): void {
    const name = githubSlug(text)
    if (name !== '' && !this.#words.has(name)) this.#words.set(name, line)
  }

  get hasLinks(): boolean {
    return this.#links.length > 0
  }

  resolve(document: WrittenHeadings, warnings: Warnings): void {
    const { find } = this.findable(document)
    for (const { attrs, line } of this.#links) {
      const name = decodePart(attrs.href.slice(1))
      const heading = find(name)
      if (heading === undefined) warnings.add('anchor-missing', line, name)
      else if (heading.anchor.length <= maxAnchorLength) {
        attrs.href = `#${encodeAnchor(heading.anchor)}`
      }
    }
  }

  /** Index the headings for links from other pages. */
  findable(document: WrittenHeadings): DocumentHeadings {
    const { inOrder } = document
    const find = headingsByName(inOrder, this.#namedHeadings(document), document.words)
    return {
      inOrder,
      find(fragment) {
        const heading = find(fragment)
        if (heading !== undefined) return heading
        if (topName.test(fragment)) return top
        return prefix.test(fragment) ? find(fragment.replace(prefix, '')) : undefined
      },
    }
  }

  /** The headings by the names that the writer and the page give. */
  #namedHeadings({ inOrder, markdown, places }: WrittenHeadings): NamedHeadings {
    const named = new Map(inOrder.map((heading) => [heading.slug, heading]))
    const nameLines = once(() => linesOfNames(inOrder, splitLines(markdown)))
    const countBefore = (line: number): number =>
      countWhile(inOrder, (heading) => heading.line < line)
    for (const [name, line] of this.#targets) {
      if (named.has(name)) continue
      if (places.has(name)) named.set(name, placeNamed(name, line))
      else {
        // A name stands for the heading directly below it, or else for the one whose section it is in.
        const below = countBefore(line)
        const isAtHeading = (nameLines()[below] ?? line + 1) <= line
        named.set(name, inOrder[isAtHeading ? below : below - 1] ?? top)
      }
    }
    for (const [name, line] of this.#words) {
      if (!named.has(name)) named.set(name, inOrder[countBefore(line) - 1] ?? top)
    }
    return named
  }
}

/** Each link repeats its anchor, so a long one in many links would fill the memory. */
const maxAnchorLength = 1_000

/** For each heading, find the first of the lines above it that show nothing. */
function linesOfNames(inOrder: readonly DocumentHeading[], lines: readonly string[]): number[] {
  return inOrder.map(({ line }, index) => {
    const above = inOrder[index - 1]?.line ?? 0
    let first = line
    while (first - 1 > above && showsNothing(lines[first - 2] ?? '')) first -= 1
    return first
  })
}

/** Longer lines of tags are not taken apart. */
const maxLength = 500
const shownTag = /<(?:audio|canvas|embed|hr|iframe|img|input|object|picture|svg|video)\b/i

function showsNothing(line: string): boolean {
  if (line.length > maxLength || shownTag.test(line)) return false
  const words = line.replace(/<!--.*?-->|<\/?[a-z][^<>]*>|^[\s>]*\[[^\]]+\]:.*/gi, '')
  return /^[\s>]*$/.test(words)
}

/** Headings by a name that is exactly theirs. */
type NamedHeadings = ReadonlyMap<string, DocumentHeading>

/**
 * Make a search for the headings of a document.
 * @param own Headings by the names that the writer and the page give.
 * @param readWords Reads the words of Markdown headings by their lines.
 * @returns Finds the heading by its name, or undefined where none or several fit.
 */
function headingsByName(
  inOrder: readonly DocumentHeading[],
  own: NamedHeadings,
  readWords: () => ReadonlyMap<number, string>,
): DocumentHeadings['find'] {
  // GitHub makes a heading's name without its images, and from `:tada:` as it is typed.
  const onGithub = once(() => {
    const written = readWords()
    const unique = uniqueNames('-')
    const named = new Map<string, DocumentHeading>()
    for (const heading of inOrder) {
      const name = unique(slugOf(written.get(heading.line) ?? heading.words))
      if (name !== '' && !named.has(name)) named.set(name, heading)
    }
    return named
  })
  const similar = once(() => [byLetters(own), byLetters(onGithub())])
  return (name) => {
    for (const written of new Set([name, name.toLowerCase()])) {
      const heading = own.get(written) ?? onGithub().get(written)
      if (heading !== undefined) return heading
    }
    const letters = lettersOf(name)
    const alike = similar()
      .find((headings) => headings.has(letters))
      ?.get(letters)
    return alike === 'several' ? undefined : alike
  }
}

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined
  return () => {
    made ??= make()
    return made
  }
}

type ByLetters = ReadonlyMap<string, DocumentHeading | 'several'>

function byLetters(named: Iterable<readonly [string, DocumentHeading]>): ByLetters {
  const headings = new Map<string, DocumentHeading | 'several'>()
  for (const [name, heading] of named) {
    const letters = lettersOf(name)
    const other = headings.get(letters)
    if (letters !== '') {
      headings.set(letters, other === undefined || other === heading ? heading : 'several')
    }
  }
  return headings
}

/**
 * Python-Markdown leaves accents out of names. Variation selectors and the frame of a keycap are
 * marks, but belong to emoji.
 */
const noLetter = /[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}|\u20e3/gu

function lettersOf(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name.replaceAll('-', '')
  return name.normalize('NFKD').toLowerCase().replace(noLetter, '')
}

/** `github-slugger` removes the same characters. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}
