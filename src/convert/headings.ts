/**
 * The headings of a document: their names in its Markdown, and their places on the page. Headings
 * that become paragraphs get an anchor.
 * @module
 */

import type { AnyNode } from './adf/any-node.ts'
import {
  anchorName,
  githubSlug,
  type HeadingNames,
  headingId,
  headingNamer,
  placeId,
  splitHeadingName,
  uniqueNames,
} from './adf/heading-names.ts'
import type { AdfNode } from './adf/types.ts'
import type { ReadyHeading } from './constructs/heading.ts'
import type { ParsedNodes } from './parsed-nodes.ts'

/** A heading with its names on the page; those of Confluence are empty for the title. */
export interface DocumentHeading extends HeadingNames {
  readonly line: number
  readonly level: number
  /** Its words on the page, without those of images; its slug is made with them. */
  readonly words: string
  /** Id on Markport's pages; empty for the title. */
  readonly id: string
}

/** A heading as it is written. */
export interface Heading {
  readonly level: number
  readonly line: number
  /** Its words without those of images. */
  readonly words: string
  /** Its words with the descriptions of images. */
  readonly described: string
}

/** Collects the headings of a document; names are made when asked for. */
export class HeadingList {
  readonly #written: Heading[] = []
  readonly #shown: { readonly heading: Heading; readonly node: AnyNode }[] = []
  readonly #places = new Map<Heading, string>()
  readonly #uniquePlace = uniqueNames('-')

  add(heading: Heading): void {
    this.#written.push(heading)
  }

  /** Note that the page shows a heading, made of these parts. */
  show(heading: Heading, content: readonly AnyNode[]): void {
    this.#shown.push({ heading, node: { type: 'heading', content } })
  }

  /** Give the anchor of a heading that becomes a paragraph. */
  placeOf(heading: Heading): string {
    for (const next of this.#written.slice(this.#places.size)) {
      this.#places.set(next, this.#uniquePlace(placeName(next.described)))
    }
    return this.#places.get(heading) ?? ''
  }

  /**
   * List all headings with their places on the page.
   * @param title The heading that was left out because it repeats the title.
   */
  list(title: Heading | undefined): DocumentHeading[] {
    const nameHeading = headingNamer()
    const names = new Map(this.#shown.map(({ heading, node }) => [heading, nameHeading(node)]))
    const uniqueSlug = uniqueNames('-')
    return this.#written.map((heading) => {
      const { described, level, line, words } = heading
      const named = { line, level, words, slug: uniqueSlug(githubSlug(described)) }
      if (heading === title) return { ...named, id: '', anchor: '', joined: '' }
      const name = names.get(heading)
      if (name !== undefined) {
        const { slug, anchor, joined } = name
        return { ...named, id: headingId(slug), anchor, joined }
      }
      const place = this.placeOf(heading)
      return { ...named, id: placeId(place), anchor: place, joined: place }
    })
  }
}

const maxPlaceLength = 100

function placeName(text: string): string {
  // Data URLs may be short names here, and must not show in an anchor.
  const words = text.includes('data:') ? '' : githubSlug(text)
  return `heading-${words.slice(0, maxPlaceLength).toWellFormed()}`
}

/** Read the words of a sentence's parts. */
export function wordsOfParts(parts: readonly AnyNode[], lineBreak: string): string {
  return parts.map((part) => wordsOfPart(part, lineBreak)).join('')
}

function wordsOfPart(part: AnyNode, lineBreak: string): string {
  const { type, attrs, text } = part
  if (typeof text === 'string') return text
  if (type === 'hardBreak') return lineBreak
  if (anchorName(part) !== undefined) return ''
  return String(attrs?.text ?? attrs?.shortName ?? `[${type}]`)
}

/** Map the line of each Markdown heading to its words. Emoji stay as they are typed: `:tada:`. */
export function writtenWords(nodes: ParsedNodes): ReadonlyMap<number, string> {
  const headings = new Map<number, string>()
  for (let id = 0; id < nodes.count; id += 1) {
    if (nodes.typeOf(id) !== 'heading') continue
    headings.set(nodes.lineOf(id), splitHeadingName(wordsOfNode(id, nodes)).text)
  }
  return headings
}

/** Read the words inside a node of Markdown; the descriptions of images do not count. */
export function wordsOfNode(id: number, nodes: ParsedNodes): string {
  const type = nodes.typeOf(id)
  if (type === 'text' || type === 'inlineCode' || type === 'inlineMath') return nodes.valueOf(id)
  let words = ''
  for (const child of nodes.childrenOf(id)) words += wordsOfNode(child, nodes)
  return words
}

/**
 * Decides which heading of a document is left out: the one that opens it and repeats the title.
 * Only blocks without words, such as images and rules, may stand before it, and something must be
 * left on the page.
 */
export class TitleFilter {
  readonly #names: readonly string[]
  #isOpening: boolean
  #isFirst = true
  /** The heading that turned out to be all of the document, and has to stay. */
  alone: ReadyHeading | undefined
  removed: ReadyHeading | undefined

  constructor(title: string) {
    this.#names = namesIn(title)
    this.#isOpening = this.#names.length > 0
  }

  /** Tell of a block that is no heading. */
  pass(hasWords: boolean): void {
    if (this.alone !== undefined) {
      // The heading was the whole document so far; now that more follows, it may go.
      this.removed = this.alone
      this.alone = undefined
    }
    this.#isFirst = false
    if (hasWords) this.#isOpening = false
  }

  /** Tell whether a heading is left out, as far as is known; its links and images must stay. */
  leavesOut(heading: ReadyHeading): boolean {
    const { plainWords: words } = heading
    const isOpening = this.#isOpening
    const isFirst = this.#isFirst
    this.pass(true)
    if (!isOpening || words === undefined || !this.#names.includes(lettersOf(words))) return false
    if (isFirst) this.alone = heading
    else this.removed = heading
    return true
  }
}

/** Read a heading's words; undefined where it has links or images. */
export function linklessWords({ content = [] }: AdfNode<'heading'>): string | undefined {
  const isPlain = content.every((node) => {
    if (node.type !== 'text') return node.type === 'hardBreak'
    return (node.marks ?? []).every(({ type }) => type !== 'link')
  })
  return isPlain ? wordsOfParts(content, ' ') : undefined
}

/** The title, also without a suffix that only tells it apart: "Overview (operator)". */
function namesIn(title: string): string[] {
  return [title, title.replace(/\s\([^()]{1,100}\)\s*$/, '')].map(lettersOf).filter(Boolean)
}

/**
 * Compare titles as they are spoken: keep signs only where they are words (C++, C#, A & B) and dots
 * in 1.2.
 */
function lettersOf(words: string): string {
  const heard = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}]{1,3}(?=\p{N})/gu, '.')
    .replace(/(?:(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#&%@*.])+/gu, '')
  // A title of nothing but signs is compared as it is.
  return heard === '' ? words.trim() : heard
}
