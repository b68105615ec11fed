/** Images and files as HTML. @module */
import { imageAddress } from '../adf/images.ts'
import { escapeHtml } from './escape.ts'
import { linkHtml, type ResolveFragment } from './html-marks.ts'
import { safeImageUrl } from './safe-url.ts'
import { findMark, textValue, type UncheckedNode } from './unchecked-node.ts'

/**
 * Render an image, or a file of which only the description can be shown.
 * @param node A block, or what stands in a sentence.
 * @param resolve Finds the targets of links inside the document.
 */
export function mediaHtml(
  node: UncheckedNode<'media' | 'mediaInline'>,
  resolve: ResolveFragment,
): string {
  const { alt, id, width, height }: UncheckedNode<'media'>['attrs'] = node.attrs ?? {}
  const address = imageAddress(node)
  const described = textValue(alt)
  // A link needs a name, so an image that is all of it cannot go without words.
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
