/** `img`: an image with the size that it is given. @module */
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion } from '../conversion.ts'
import { imageNode } from '../handlers/image.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { HtmlElement } from './html-tree.ts'

/**
 * Convert `img`.
 * @param element The element.
 * @param marks The marks around it, of which a link stays.
 * @param conversion The conversion under way.
 */
export function imageElement(
  { attributes, line }: HtmlElement,
  marks: readonly AdfMark[],
  conversion: Conversion,
): readonly LooseNode[] {
  const url = attributes.get('src')?.trim() ?? ''
  const style = attributes.get('style') ?? ''
  const size = {
    width: attributes.get('width') ?? /(?:^|[;\s])width:\s*([^;]+)/i.exec(style)?.[1],
    height: attributes.get('height') ?? /(?:^|[;\s])height:\s*([^;]+)/i.exec(style)?.[1],
  }
  const [title, alt] = [attributes.get('title'), attributes.get('alt')]
  return imageNode(
    { url, title, alt, size, align: attributes.get('align'), line },
    marks,
    conversion,
  )
}
