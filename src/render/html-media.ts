/** Images and files as HTML. @module */
import type { AdfNode } from '../adf/types.ts'
import { escapeHtml } from './escape.ts'
import { linkHtml, type ResolveFragment } from './html-marks.ts'
import { safeImageUrl } from './safe-url.ts'

/**
 * Render a media node.
 * @param node An external image, or a file of which only the description can be shown.
 * @param resolve Finds the targets of links inside the document.
 */
export function mediaHtml(node: AdfNode, resolve: ResolveFragment): string {
  const { attrs = {}, marks } = node
  const address = typeof attrs.url === 'string' ? attrs.url : ''
  const alt = typeof attrs.alt === 'string' ? attrs.alt : ''
  // A link needs a name, so an image that is all of it cannot go without words.
  const isLinked = Array.isArray(marks) && marks.some((mark) => mark?.type === 'link')
  const words = alt || (isLinked ? 'Image' : '')
  const url = attrs.type === 'external' ? safeImageUrl(address) : undefined
  const html =
    url === undefined
      ? `<span class="file">${escapeHtml(alt || address || String(attrs.id ?? 'file'))}</span>`
      : `<img src="${escapeHtml(url)}" alt="${escapeHtml(words)}"${size(attrs)} loading="lazy" referrerpolicy="no-referrer">`
  const link = Array.isArray(marks) ? marks.find((mark) => mark?.type === 'link') : undefined
  return link === undefined ? html : linkHtml(link.attrs ?? {}, html, resolve)
}

function size(attrs: Readonly<Record<string, unknown>>): string {
  let html = ''
  for (const name of ['width', 'height'] as const) {
    const value = attrs[name]
    if (typeof value === 'number' && value >= 1 && value <= 10_000) {
      html += ` ${name}="${Math.round(value)}"`
    }
  }
  return html
}
