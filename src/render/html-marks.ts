/** Text with its marks as HTML. @module */
import type { AdfTextMarkType } from '../adf/marks.ts'
import { escapeHtml } from './escape.ts'
import { safeLinkUrl } from './safe-url.ts'
import { type AnyMark, marksOf, textValue, type UncheckedNode } from './unchecked-node.ts'

/** Gives the id that a fragment leads to. */
export type ResolveFragment = (fragment: string) => string

type Wrap = (inside: string, mark: AnyMark, resolve: ResolveFragment) => string

const around = (tag: string): Wrap => {
  const [start, end] = [`<${tag}>`, `</${tag}>`]
  return (inside) => start + inside + end
}

/** Innermost first, so that equal sets of marks look alike whatever their order in the ADF. */
const wraps: Readonly<Record<AdfTextMarkType, Wrap | undefined>> = {
  code: around('code'),
  backgroundColor: around('mark'),
  subsup: (inside, { attrs }) =>
    attrs?.type === 'sub' ? `<sub>${inside}</sub>` : `<sup>${inside}</sup>`,
  strike: around('s'),
  underline: around('u'),
  em: around('em'),
  strong: around('strong'),
  link: (inside, { attrs }, resolve) => linkHtml(attrs ?? {}, inside, resolve),
  // Inline styles are off, and comments are not shown.
  textColor: undefined,
  annotation: undefined,
}
const inOrder = Object.entries(wraps)

/**
 * Render a text node.
 * @param node The node; marks that HTML has no safe form for are left out.
 * @param resolve Finds the targets of links inside the document.
 */
export function markedText(node: UncheckedNode<'text'>, resolve: ResolveFragment): string {
  let html = escapeHtml(textValue(node.text))
  const marks = marksOf(node)
  if (marks.length === 0) return html
  for (const [type, wrap] of inOrder) {
    const mark = marks.find((candidate) => candidate?.type === type)
    if (mark !== undefined && wrap !== undefined) html = wrap(html, mark, resolve)
  }
  return html
}

/**
 * Render a link; one that may not be followed shows its address beside its text.
 * @param resolve Finds the targets of links inside the document.
 */
export function linkHtml(
  attrs: Readonly<Record<string, unknown>>,
  inside: string,
  resolve: ResolveFragment,
): string {
  const address = textValue(attrs.href)
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} <span class="address">(${escapeHtml(address)})</span>`
  const title = typeof attrs.title === 'string' ? ` title="${escapeHtml(attrs.title)}"` : ''
  if (url.startsWith('#')) {
    return `<a href="#${escapeHtml(resolve(url.slice(1)))}"${title}>${inside}</a>`
  }
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow"${title}>${inside}</a>`
}
