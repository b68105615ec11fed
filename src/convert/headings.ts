/**
 * The headings of a document: as links in its Markdown name them, and where the page has them. Some
 * become paragraphs, which get a place that links can lead to.
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

/** A heading that links can lead to. */
export interface DocumentHeading {
  readonly line: number
  readonly level: number
  /** Its name in links of the document, by GitHub's rule. */
  readonly slug: string
  /** Its id on the pages that Markport shows; empty for the title, which is the top of the page. */
  readonly id: string
  /** Its name in Confluence Cloud; empty for the title. */
  readonly anchor: string
  /** Its name on Data Center, behind the title of the page; empty for the title. */
  readonly joined: string
}

/** The headings of one document, noted block by block; their names are made when they are asked for. */
export interface HeadingList {
  /** Note those of a block as the Markdown has it. */
  addWritten(block: LooseNode): void
  /** Note those of blocks as the page has them. */
  addShown(blocks: readonly LooseNode[]): void
  /**
   * Tell the name of a heading's place, should it become a paragraph.
   * @param attrs Its attributes: nodes are copied on their way to the page, and take these along.
   */
  placeOf(attrs: object | undefined): string | undefined
  /**
   * List all of them, and where the page has each.
   * @param title The heading that was left out for the page's title.
   */
  list(title: LooseNode<'heading'> | undefined): DocumentHeading[]
}

/** Start the list of one document. */
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
        const found = { line, level: attrs.level, slug }
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

/** What holds words holds no heading. */
const sentences: ReadonlySet<string> = new Set(
  Object.entries(nodeRules).flatMap(([type, { children }]) => (children.has('text') ? [type] : [])),
)

const maxPlaceLength = 100

function placeName(text: string): string {
  // Of a data URL, which may have a short name at this time, nothing is to be seen in it.
  const words = text.includes('data:') ? '' : githubSlug(text)
  return `heading-${words.slice(0, maxPlaceLength).toWellFormed()}`
}

function namesOnPage(shown: readonly LooseNode<'heading'>[]): ReadonlyMap<object, HeadingNames> {
  const nameHeading = headingNamer()
  return new Map(shown.map((heading) => [heading.attrs, nameHeading(heading)]))
}

/** Read the words of a heading. */
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

function wordsOf(attrs: LooseNode['attrs']): string | undefined {
  if (attrs === undefined) return undefined
  if ('text' in attrs) return attrs.text
  return 'shortName' in attrs ? attrs.shortName : undefined
}
