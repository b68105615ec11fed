/**
 * Links inside the page. Markdown names a heading by GitHub's rule, Confluence by its own, so each
 * such link is pointed at its heading once all headings are known.
 * @module
 */
import { nodeRules } from '../adf/content-rules.ts'
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
}

interface Heading {
  readonly line: number
  /** Its name for Confluence's pages; absent for one whose words were there before. */
  readonly anchor: string | undefined
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
      const { bySlug, inOrder } = collectHeadings(blocks)
      for (const [name, line] of targets) {
        const heading = headingAfter(inOrder, line)
        if (heading !== undefined && !bySlug.has(name)) bySlug.set(name, heading)
      }
      for (const { attrs, line } of links) {
        const fragment = decode(attrs.href.slice(1))
        const heading = bySlug.get(fragment) ?? bySlug.get(fragment.toLowerCase())
        if (heading === undefined) warnings.add('anchor-missing', line)
        else if (heading.anchor !== undefined) attrs.href = `#${encode(heading.anchor)}`
      }
    },
  }
}

function collectHeadings(blocks: readonly LooseNode[]): {
  bySlug: Map<string, Heading>
  inOrder: Heading[]
} {
  const bySlug = new Map<string, Heading>()
  const inOrder: Heading[] = []
  const slugs = new Map<string, number>()
  const anchorsSeen = new Set<string>()
  const visit = (node: LooseNode, parentType: string): void => {
    if (node.type === 'heading') {
      // In lists and quotes it becomes a bold paragraph, which has no name.
      if (!nodeRules[parentType]?.children.has('heading')) return
      const text = headingText(node).trim()
      const slug = githubSlug(text)
      const count = slugs.get(slug) ?? 0
      slugs.set(slug, count + 1)
      const anchor = text.replace(/\s/g, '-')
      const heading = { line: node.line ?? 1, anchor: anchorsSeen.has(anchor) ? undefined : anchor }
      anchorsSeen.add(anchor)
      bySlug.set(count === 0 ? slug : `${slug}-${count}`, heading)
      inOrder.push(heading)
    } else if (node.type !== 'paragraph') {
      for (const child of node.content ?? []) visit(child, node.type)
    }
  }
  for (const block of blocks) visit(block, 'doc')
  return { bySlug, inOrder }
}

/** Find the first heading from a line on, or the last of all; by halves, as both may be many. */
function headingAfter(inOrder: readonly Heading[], line: number): Heading | undefined {
  let low = 0
  let high = inOrder.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inOrder[middle] as Heading).line < line) low = middle + 1
    else high = middle
  }
  return inOrder[low] ?? inOrder.at(-1)
}

/** As Confluence's renderer has it: whatever is no text stands as its type. */
function headingText(heading: LooseNode): string {
  return (heading.content ?? [])
    .map(({ text, type, attrs, content }) => {
      if (text !== undefined) return text
      const image = content?.[0]?.attrs
      if (type === 'mediaSingle') return String(image?.alt ?? image?.url ?? '')
      return String(attrs?.text ?? attrs?.shortName ?? `[${type}]`)
    })
    .join('')
}

/**
 * Name a heading as GitHub does; the second of a name gets `-1`, and so on.
 * @param text The heading's words.
 */
export function githubSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
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
