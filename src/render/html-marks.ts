/** Text with its marks as HTML. @module */
import type { AdfMark, AdfNode } from '../adf/types.ts'
import { escapeHtml } from './escape.ts'
import { safeLinkUrl } from './safe-url.ts'

/** Outermost first, so that equal sets of marks look alike whatever their order in the ADF. */
const order: readonly string[] = [
  'link',
  'strong',
  'em',
  'underline',
  'strike',
  'subsup',
  'backgroundColor',
  'code',
]

/** Gives the id that a fragment leads to. */
export type ResolveFragment = (fragment: string) => string

/**
 * Render a text node.
 * @param node The node; marks that HTML has no safe form for are left out.
 * @param resolve Finds the targets of links inside the document.
 */
export function markedText(node: AdfNode, resolve: ResolveFragment): string {
  let html = escapeHtml(typeof node.text === 'string' ? node.text : '')
  const marks = Array.isArray(node.marks) ? (node.marks as readonly AdfMark[]) : []
  for (const type of order.toReversed()) {
    const mark = marks.find((candidate) => candidate?.type === type)
    if (mark !== undefined) html = wrap(mark, html, resolve)
  }
  return html
}

function wrap(mark: AdfMark, inside: string, resolve: ResolveFragment): string {
  switch (mark.type) {
    case 'strong':
      return `<strong>${inside}</strong>`
    case 'em':
      return `<em>${inside}</em>`
    case 'underline':
      return `<u>${inside}</u>`
    case 'strike':
      return `<s>${inside}</s>`
    case 'code':
      return `<code>${inside}</code>`
    case 'backgroundColor':
      return `<mark>${inside}</mark>`
    case 'subsup':
      return mark.attrs?.type === 'sub' ? `<sub>${inside}</sub>` : `<sup>${inside}</sup>`
    default:
      return linkHtml(mark.attrs ?? {}, inside, resolve)
  }
}

/**
 * Render a link; one that may not be followed shows its address beside its text.
 * @param attrs Attributes of the mark.
 * @param inside HTML of what is linked.
 * @param resolve Finds the targets of links inside the document.
 */
export function linkHtml(
  attrs: Readonly<Record<string, unknown>>,
  inside: string,
  resolve: ResolveFragment,
): string {
  const address = typeof attrs.href === 'string' ? attrs.href : ''
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} <span class="address">(${escapeHtml(address)})</span>`
  const title = typeof attrs.title === 'string' ? ` title="${escapeHtml(attrs.title)}"` : ''
  if (url.startsWith('#')) {
    return `<a href="#${escapeHtml(resolve(url.slice(1)))}"${title}>${inside}</a>`
  }
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow"${title}>${inside}</a>`
}
