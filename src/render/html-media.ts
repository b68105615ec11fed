/** Images and files as HTML. @module */
import { escapeHtml } from './escape.ts'
import { linkHtml, type ResolveFragment } from './html-marks.ts'
import { safeImageUrl } from './safe-url.ts'
import { findMark, textValue, type UncheckedNode } from './unchecked-node.ts'

/**
 * Render a media node.
 * @param node An external image, or a file of which only the description can be shown.
 * @param resolve Finds the targets of links inside the document.
 */
export function mediaHtml(
  node: UncheckedNode<'media' | 'mediaInline'>,
  resolve: ResolveFragment,
): string {
  // Files in sentences have no address of their own.
  const attrs: NonNullable<UncheckedNode<'media'>['attrs']> = node.attrs ?? {}
  const address = textValue(attrs.url)
  const alt = textValue(attrs.alt)
  // A link needs a name, so an image that is all of it cannot go without words.
  const link = findMark(node, 'link')
  const words = alt || (link !== undefined ? 'Image' : '')
  const url = attrs.type === 'external' ? safeImageUrl(address) : undefined
  const html =
    url === undefined
      ? `<span class="file">${escapeHtml(alt || address || String(attrs.id ?? 'file'))}</span>`
      : `<img src="${escapeHtml(url)}" alt="${escapeHtml(words)}"${size(attrs)} loading="lazy" referrerpolicy="no-referrer">`
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
