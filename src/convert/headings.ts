/**
 * The headings of a document: as links in its Markdown name them, and where the page has them. Some
 * become paragraphs, which get a place that links can lead to.
 * @module
 */
import {
  githubSlug,
  type HeadingNames,
  headingId,
  headingNamer,
  placeId,
  uniqueNames,
} from '../adf/heading-names.ts'
import type { AdfDoc } from '../adf/types.ts'
import { isAnchor } from './anchor-macro.ts'
import type { LooseNode } from './loose-adf.ts'

/** A heading as the Markdown has it. */
export interface SourceHeading {
  /** What it can be told by: nodes are copied on their way to the page, and take this along as it is. */
  readonly attrs: object
  readonly line: number
  readonly level: number
  /** Its name in links of the document: by GitHub's rule, and unique. */
  readonly slug: string
  /** The name of its place, should it become a paragraph. */
  readonly place: string
}

/** A heading that links can lead to. */
export interface DocumentHeading {
  readonly line: number
  readonly level: number
  /** Its name in links of the document, by GitHub's rule. */
  readonly slug: string
  /** Its id on the pages that Markport shows; empty for the title, which is the top of the page. */
  readonly id: string
  /** Its name in Confluence; empty for the title. */
  readonly anchor: string
}

/**
 * Collect the headings of a document, in their order.
 * @param blocks The whole document.
 */
export function sourceHeadings(blocks: readonly LooseNode[]): SourceHeading[] {
  const found: SourceHeading[] = []
  const uniqueSlug = uniqueNames('-')
  const uniquePlace = uniqueNames('-')
  const visit = (node: LooseNode): void => {
    if (node.type === 'heading') {
      const text = headingText(node, '\n')
      const slug = uniqueSlug(githubSlug(text))
      const place = uniquePlace(placeName(text))
      const { attrs, line = 1 } = node
      found.push({ attrs, line, level: attrs.level, slug, place })
    } else if (node.type !== 'paragraph') for (const child of node.content ?? []) visit(child)
  }
  for (const block of blocks) visit(block)
  return found
}

const maxPlaceLength = 100

function placeName(text: string): string {
  // Of a data URL, which may have a short name at this time, nothing is to be seen in it.
  const words = text.includes('data:') ? '' : githubSlug(text)
  return `heading-${words.slice(0, maxPlaceLength).toWellFormed()}`
}

/**
 * Tell where the page has each heading.
 * @param headings Those of the Markdown.
 * @param adf The page.
 * @param title The heading that was left out for the page's title.
 */
export function pageHeadings(
  headings: readonly SourceHeading[],
  adf: AdfDoc,
  title: LooseNode<'heading'> | undefined,
): DocumentHeading[] {
  const names = namesOnPage(adf)
  return headings.map(({ attrs, line, level, slug, place }) => {
    const heading = { line, level, slug }
    if (attrs === title?.attrs) return { ...heading, id: '', anchor: '' }
    const name = names.get(attrs)
    return name === undefined
      ? { ...heading, id: placeId(place), anchor: place }
      : { ...heading, id: headingId(name.slug), anchor: name.anchor }
  })
}

function namesOnPage(adf: AdfDoc): ReadonlyMap<object, HeadingNames> {
  const names = new Map<object, HeadingNames>()
  const nameHeading = headingNamer()
  const visit = (node: LooseNode): void => {
    if (node.type === 'heading') {
      // In Confluence whatever is no text stands as its type.
      names.set(node.attrs, nameHeading(headingText(node, '\n'), headingText(node, '[hardBreak]')))
    } else for (const child of node.content ?? []) visit(child)
  }
  for (const block of adf.content) visit(block)
  return names
}

/**
 * Read the words of a heading.
 * @param heading The heading.
 * @param lineBreak What stands for a line break.
 */
export function headingText(heading: LooseNode, lineBreak: string): string {
  return (heading.content ?? [])
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'hardBreak') return lineBreak
      if (node.type === 'mediaSingle') return imageText(node)
      if (isAnchor(node)) return ''
      return wordsOf(node.attrs) ?? `[${node.type}]`
    })
    .join('')
}

function imageText({ content }: LooseNode<'mediaSingle'>): string {
  const [media] = content ?? []
  if (media?.type !== 'media') return ''
  const { attrs } = media
  return attrs.alt ?? (attrs.type === 'external' ? attrs.url : '')
}

function wordsOf(attrs: LooseNode['attrs']): string | undefined {
  if (attrs === undefined) return undefined
  if ('text' in attrs) return attrs.text
  return 'shortName' in attrs ? attrs.shortName : undefined
}
