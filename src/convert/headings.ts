/**
 * The headings of a document: their names in its Markdown, and their places on the page. Headings
 * that become paragraphs get an anchor.
 * @module
 */
import { nodeRules } from '../adf/content-rules.ts'
import {
  githubSlug,
  type HeadingNames,
  headingId,
  headingNamer,
  placeId,
  uniqueNames,
} from '../adf/heading-names.ts'
import { isAnchor } from './anchor-macro.ts'
import { type LooseNode, plainText } from './loose-adf.ts'

export interface DocumentHeading {
  readonly line: number
  readonly level: number
  /** Its words on the page, without those of images. */
  readonly words: string
  /** Name by GitHub's rule of its words on the page, with those of images. */
  readonly slug: string
  /** Id on Markport's pages; empty for the title. */
  readonly id: string
  /** Name in Confluence Cloud; empty for the title. */
  readonly anchor: string
  /** Name on Data Center, behind the page's title; empty for the title. */
  readonly joined: string
}

/** Collects the headings of a document; names are made when asked for. */
export interface HeadingList {
  addWritten(block: LooseNode): void
  /** Note the headings of blocks as the page shows them. */
  addShown(blocks: readonly LooseNode[]): void
  /**
   * Give the anchor of a heading that becomes a paragraph.
   * @param attrs Identify the heading: nodes are copied on their way to the page, but keep this
   * object.
   */
  placeOf(attrs: object | undefined): string | undefined
  /**
   * List all headings with their places on the page.
   * @param title The heading that was left out because it repeats the title.
   */
  list(title: LooseNode<'heading'> | undefined): DocumentHeading[]
}

export function headingList(): HeadingList {
  const written: LooseNode<'heading'>[] = []
  const shown: LooseNode<'heading'>[] = []
  const places = new Map<object, string>()
  const uniquePlace = uniqueNames('-')
  let named = 0
  const placeOf: HeadingList['placeOf'] = (attrs) => {
    for (; named < written.length; named += 1) {
      const heading = written[named] as LooseNode<'heading'>
      places.set(heading.attrs, uniquePlace(placeName(headingText(heading, '\n'))))
    }
    return attrs && places.get(attrs)
  }
  return {
    placeOf,
    addWritten(block) {
      collectHeadings(block, written)
    },
    addShown(blocks) {
      for (const block of blocks) collectHeadings(block, shown)
    },
    list(title) {
      const names = namesOnPage(shown)
      const uniqueSlug = uniqueNames('-')
      return written.map((heading) => {
        const { attrs, line = 1 } = heading
        const slug = uniqueSlug(githubSlug(headingText(heading, '\n')))
        const found = { line, level: attrs.level, words: wordsWithoutImages(heading), slug }
        if (attrs === title?.attrs) return { ...found, id: '', anchor: '', joined: '' }
        const name = names.get(attrs)
        if (name !== undefined) {
          const { slug: id, anchor, joined } = name
          return { ...found, id: headingId(id), anchor, joined }
        }
        const place = placeOf(attrs) ?? ''
        return { ...found, id: placeId(place), anchor: place, joined: place }
      })
    },
  }
}

function collectHeadings(node: LooseNode, found: LooseNode<'heading'>[]): void {
  if (node.type === 'heading') found.push(node)
  else if (node.content !== undefined && !sentences.has(node.type)) {
    for (const child of node.content) collectHeadings(child, found)
  }
}

/** Nodes that hold text hold no headings. */
const sentences: ReadonlySet<string> = new Set(
  Object.entries(nodeRules).flatMap(([type, { children }]) => (children.has('text') ? [type] : [])),
)

const maxPlaceLength = 100

function placeName(text: string): string {
  // Data URLs may be short names here, and must not show in an anchor.
  const words = text.includes('data:') ? '' : githubSlug(text)
  return `heading-${words.slice(0, maxPlaceLength).toWellFormed()}`
}

function namesOnPage(shown: readonly LooseNode<'heading'>[]): ReadonlyMap<object, HeadingNames> {
  const nameHeading = headingNamer()
  return new Map(shown.map((heading) => [heading.attrs, nameHeading(heading)]))
}

export function headingText(heading: LooseNode, lineBreak: string): string {
  return (heading.content ?? [])
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'hardBreak') return lineBreak
      if (node.type === 'mediaSingle') return plainText([node])
      if (isAnchor(node)) return ''
      return wordsOf(node.attrs) ?? `[${node.type}]`
    })
    .join('')
}

function wordsWithoutImages({ content = [] }: LooseNode<'heading'>): string {
  const words = content.filter(({ type }) => type !== 'mediaSingle')
  return headingText({ type: 'paragraph', content: words }, '\n')
}

function wordsOf(attrs: LooseNode['attrs']): string | undefined {
  if (attrs === undefined) return undefined
  if ('text' in attrs) return attrs.text
  return 'shortName' in attrs ? attrs.shortName : undefined
}
