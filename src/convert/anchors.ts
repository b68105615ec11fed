/**
 * Links inside the page. Markdown names a heading by GitHub's rule, Confluence by its own, so each
 * such link is pointed at its heading once all headings are known.
 * @module
 */
import { nodeRules } from '../adf/content-rules.ts'
import { type HeadingNames, headingNamer } from '../adf/heading-names.ts'
import type { AdfParentType } from '../adf/node-row.ts'
import type { LooseNode } from './loose-adf.ts'
import type { Warnings } from './warnings.ts'

export interface Anchors {
  /**
   * Note a link; its address may change until the document is whole.
   * @param attrs Attributes of the link's mark.
   * @param line Its line.
   */
  addLink(attrs: { href: string }, line: number): void
  /**
   * Note a name that the writer gave to a place, which stands for the next heading.
   * @param name The name.
   * @param line Its line.
   */
  addTarget(name: string, line: number): void
  /**
   * Point the links at their headings.
   * @param blocks The whole document.
   * @param warnings Takes the links that lead nowhere.
   */
  resolve(blocks: readonly LooseNode[], warnings: Warnings): void
  /**
   * Collect the headings for links from elsewhere.
   * @param blocks The whole document.
   */
  headings(blocks: readonly LooseNode[]): DocumentHeadings
}

/** A heading that links can lead to: by its slug on the pages that show it. */
export interface DocumentHeading extends HeadingNames {
  readonly line: number
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
  return {
    addLink(attrs, line) {
      if (attrs.href.length > 1 && attrs.href.startsWith('#')) links.push({ attrs, line })
    },
    addTarget(name, line) {
      if (!targets.has(name)) targets.set(name, line)
    },
    resolve(blocks, warnings) {
      if (links.length === 0) return
      const { find } = findable(collectHeadings(blocks, confluenceText), targets)
      for (const { attrs, line } of links) {
        const heading = find(decode(attrs.href.slice(1)))
        if (heading === undefined) warnings.add('anchor-missing', line)
        else if (heading.anchor.length <= maxAnchorLength) {
          attrs.href = `#${encode(heading.anchor)}`
        }
      }
    },
    headings: (blocks) => findable(collectHeadings(blocks, shownText), targets),
  }
}

/** Each link repeats the name, so that a long one under many links would fill the memory. */
const maxAnchorLength = 1_000

function findable(
  inOrder: readonly DocumentHeading[],
  targets: ReadonlyMap<string, number>,
): DocumentHeadings {
  const byName = new Map(inOrder.map((heading) => [heading.slug, heading]))
  for (const [name, line] of targets) {
    const heading = headingAfter(inOrder, line)
    if (heading !== undefined && !byName.has(name)) byName.set(name, heading)
  }
  return { inOrder, find: (fragment) => byName.get(fragment) ?? byName.get(fragment.toLowerCase()) }
}

/** @param slugText Gives the words that slugs are made from. */
function collectHeadings(
  blocks: readonly LooseNode[],
  slugText: (heading: LooseNode) => string,
): DocumentHeading[] {
  const inOrder: DocumentHeading[] = []
  const nameHeading = headingNamer()
  const visit = (node: LooseNode, parentType: AdfParentType): void => {
    if (node.type === 'heading') {
      // In lists and quotes it becomes a bold paragraph, which has no name.
      if (!nodeRules[parentType].children.has('heading')) return
      inOrder.push({ line: node.line ?? 1, ...nameHeading(slugText(node), confluenceText(node)) })
    } else if (node.type !== 'paragraph') {
      for (const child of node.content ?? []) visit(child, node.type)
    }
  }
  for (const block of blocks) visit(block, 'doc')
  return inOrder
}

/** Find the first heading from a line on, or the last of all; by halves, as both may be many. */
function headingAfter(
  inOrder: readonly DocumentHeading[],
  line: number,
): DocumentHeading | undefined {
  let low = 0
  let high = inOrder.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inOrder[middle] as DocumentHeading).line < line) low = middle + 1
    else high = middle
  }
  return inOrder[low] ?? inOrder.at(-1)
}

/** As Confluence's renderer has it: whatever is no text stands as its type. */
function confluenceText(heading: LooseNode): string {
  return headingText(heading, '[hardBreak]')
}

/** As the pages of Markport show it. */
function shownText(heading: LooseNode): string {
  return headingText(heading, '\n')
}

function headingText(heading: LooseNode, lineBreak: string): string {
  return (heading.content ?? [])
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'hardBreak') return lineBreak
      if (node.type === 'mediaSingle') return imageText(node)
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

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Browsers take most characters as they are; a percent sign would be read as an escape. */
function encode(anchor: string): string {
  return anchor.includes('%') ? encodeURIComponent(anchor) : anchor
}
