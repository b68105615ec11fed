/** The headings of a document, and the names that links from other files know them by. @module */
import type { Heading, Root } from 'mdast'
import { confluenceAnchor, githubSlug, uniqueNames } from '../../adf/heading-names.ts'
import { htmlTokens } from '../../convert/html/html-tokens.ts'
import { lineOf, type MarkdownNode } from '../../convert/parse-markdown.ts'

export interface DocumentHeading {
  readonly text: string
  /** By GitHub's rule, unique in the document. */
  readonly slug: string
  /** By Confluence's rule, unique in the document. */
  readonly confluenceAnchor: string
  readonly line: number
}

export interface DocumentHeadings {
  readonly inOrder: readonly DocumentHeading[]
  /** Find what a link's fragment names. */
  find(fragment: string): DocumentHeading | undefined
}

/**
 * Collect the headings.
 * @param root The document's tree.
 */
export function documentHeadings(root: Root): DocumentHeadings {
  const inOrder: DocumentHeading[] = []
  const byName = new Map<string, DocumentHeading>()
  const names: { name: string; line: number }[] = []
  const uniqueSlug = uniqueNames('-')
  const uniqueAnchor = uniqueNames('.')
  for (const node of outsideLists(root)) {
    if (node.type === 'html') names.push(...namesInHtml(node.value, lineOf(node)))
    if (node.type !== 'heading') continue
    const { text, name } = splitName(headingText(node))
    const line = lineOf(node)
    if (name !== undefined) names.push({ name, line })
    const heading: DocumentHeading = {
      text,
      slug: uniqueSlug(githubSlug(text)),
      confluenceAnchor: uniqueAnchor(confluenceAnchor(text)),
      line,
    }
    inOrder.push(heading)
    byName.set(heading.slug, heading)
  }
  for (const { name, line } of names) {
    const heading = inOrder.find((one) => one.line >= line)
    if (heading !== undefined && !byName.has(name)) byName.set(name, heading)
  }
  return { inOrder, find: (fragment) => byName.get(fragment) ?? byName.get(fragment.toLowerCase()) }
}

/**
 * Give the words of a heading.
 * @param node The heading.
 */
export function headingText(node: Heading): string {
  const words: string[] = []
  const pending: MarkdownNode[] = [...node.children].reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === 'break') words.push(' ')
    else if (next.type === 'image' || next.type === 'imageReference') words.push(next.alt ?? '')
    else if (next.type === 'text' || next.type === 'inlineCode') words.push(next.value)
    else if ('children' in next) pending.push(...[...next.children].reverse())
  }
  return words.join('').replace(/\s+/g, ' ').trim()
}

/**
 * Take `{#name}` off a heading's words.
 * @param written The words.
 */
export function splitName(written: string): { text: string; name: string | undefined } {
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  const [, name] = /^\{:? *#([^\s{}]+) *\}$/.exec(at === -1 ? '' : written.slice(at)) ?? []
  return { text: name === undefined ? written : written.slice(0, at).trim(), name }
}

/** Headings in lists become paragraphs, which have no name. */
function* outsideLists(root: Root): Generator<MarkdownNode> {
  const pending: MarkdownNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node
    if (!('children' in node) || node.type === 'listItem') continue
    pending.push(...[...node.children].reverse())
  }
}

function namesInHtml(html: string, firstLine: number): { name: string; line: number }[] {
  return htmlTokens(html, firstLine).flatMap((token) => {
    if (token.kind !== 'open') return []
    const name = token.attributes.get('id') ?? token.attributes.get('name')
    return name ? [{ name, line: token.line }] : []
  })
}
