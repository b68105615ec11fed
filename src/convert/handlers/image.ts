/** Images: blocks of their own in ADF; the fit pass splits the sentence around them. @module */
import type { Image, ImageReference } from 'mdast'
import type { AdfMark } from '../../adf/types.ts'
import type { InlineHandler } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const image: InlineHandler<Image> = (node, marks) =>
  mediaSingle({ url: node.url, title: node.title, alt: node.alt, line: lineOf(node) }, marks)

export const imageReference: InlineHandler<ImageReference> = (node, marks, conversion) => {
  const definition = conversion.definitions.get(node.identifier)
  const line = lineOf(node)
  if (definition === undefined) return asText(node.alt ?? '', marks)
  const { url, title } = definition
  return mediaSingle({ url, title, alt: node.alt, line }, marks)
}

interface ImageParts {
  readonly url: string
  readonly title: string | null | undefined
  readonly alt: string | null | undefined
  readonly line: number
}

function mediaSingle(
  { url, title, alt, line }: ImageParts,
  marks: readonly AdfMark[],
): readonly LooseNode[] {
  if (url === '') return asText(alt ?? '', marks)
  const link = marks.filter(({ type }) => type === 'link')
  const media: LooseNode = {
    type: 'media',
    attrs: { type: 'external', url, ...(alt ? { alt } : {}) },
    ...(link.length > 0 ? { marks: link } : {}),
    line,
  }
  const captionText = textNode(title ?? '', [])
  const caption: LooseNode[] = captionText
    ? [{ type: 'caption', content: [captionText], line }]
    : []
  const attrs = { layout: 'center' }
  return [{ type: 'mediaSingle', attrs, content: [media, ...caption], line }]
}

function asText(text: string, marks: readonly AdfMark[]): readonly LooseNode[] {
  const made = textNode(text, marks)
  return made === undefined ? [] : [made]
}
