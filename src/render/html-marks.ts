/** Renders text with its marks as HTML. @module */
import { imageAddress } from '../adf/images.ts'
import type { AdfTextMarkType } from '../adf/marks.ts'
import { escapeHtml, safeImageUrl, safeLinkUrl } from './escape.ts'
import { type AnyMark, findMark, marksOf, textValue, type UncheckedNode } from './unchecked-node.ts'

export type ResolveFragment = (fragment: string) => string

type Wrap = (inside: string, mark: AnyMark, resolve: ResolveFragment) => string

const around = (tag: string): Wrap => {
  const [start, end] = [`<${tag}>`, `</${tag}>`]
  return (inside) => start + inside + end
}

/** Innermost first, so that equal sets of marks look alike in any order. */
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
  // Pages forbid inline styles and show no comments.
  textColor: undefined,
  annotation: undefined,
}
const inOrder = Object.entries(wraps)

/**
 * Render a text node; marks without a safe HTML form are dropped.
 * @param resolve Finds targets inside the document.
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

/** Render a link; a forbidden address is shown as text. */
function linkHtml(
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

/** Render an image, or the description of one that cannot be shown. */
export function mediaHtml(
  node: UncheckedNode<'media' | 'mediaInline'>,
  resolve: ResolveFragment,
): string {
  const { alt, id, width, height }: UncheckedNode<'media'>['attrs'] = node.attrs ?? {}
  const address = imageAddress(node)
  const described = textValue(alt)
  // A link needs a name, so an image that is all of a link gets a word.
  const link = findMark(node, 'link')
  const words = described || (link !== undefined ? 'Image' : '')
  const url = address && safeImageUrl(address)
  const html = url
    ? `<img src="${escapeHtml(url)}" alt="${escapeHtml(words)}"${size({ width, height })} loading="lazy" referrerpolicy="no-referrer">`
    : `<span class="file">${escapeHtml(described || address || String(id ?? 'file'))}</span>`
  return link === undefined ? html : linkHtml(link.attrs ?? {}, html, resolve)
}

function size(attrs: { readonly width?: unknown; readonly height?: unknown }): string {
  let html = ''
  for (const name of ['width', 'height'] as const) {
    const value = attrs[name]
    if (typeof value === 'number' && value >= 1 && value <= 10_000) {
      html += ` ${name}="${Math.round(value)}"`
    }
  }
  return html
}
