/**
 * Images in the sentences of Cloud's pages. It shows there what is a file of the page, and no higher than
 * a line of text: `referenceHeights` in Atlassian's `editor-common` 119. All others stand apart.
 * @module
 */
import { nodeRules } from '../../adf/content-rules.ts'
import { columnPixels, imageAddress } from '../../adf/images.ts'
import type { AdfParentType } from '../../adf/node-row.ts'
import {
  type AnyNode,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../../render/unchecked-node.ts'

/** What is higher is no sign among words: nobody would make it out at a quarter of its height. */
const maxLinePixels = 96

/**
 * Take images out of the sentences of Cloud that it cannot show there: a paragraph is split at them where
 * its parent can hold them; elsewhere an image of the web becomes a link to it.
 * @param blocks Its children, in the form that Cloud has.
 */
export function withImagesApart(
  parentType: AdfParentType,
  blocks: readonly AnyNode[],
): readonly AnyNode[] {
  const holdsImages = nodeRules[parentType].children.has('mediaSingle')
  return blocks.flatMap((block) => {
    const content = contentOf(block)
    if (!content.some(standsApart)) return [block]
    if (holdsImages && block.type === 'paragraph') return splitAtImages(block, content)
    return [{ ...block, content: content.map(webImageAsLink) }]
  })
}

function standsApart(node: AnyNode): boolean {
  if (node.type !== 'mediaInline') return false
  const { width, height } = node.attrs ?? {}
  return imageAddress(node) !== undefined || Number(height ?? width ?? 0) > maxLinePixels
}

function splitAtImages(paragraph: AnyNode, content: readonly AnyNode[]): readonly AnyNode[] {
  const parts: AnyNode[] = []
  let run: AnyNode[] = []
  const close = (): void => {
    const trimmed = trim(run)
    if (trimmed.length > 0) parts.push({ ...paragraph, content: trimmed })
    run = []
  }
  for (const node of content) {
    if (!standsApart(node)) run.push(node)
    else {
      close()
      parts.push(blockImage(node, paragraph))
    }
  }
  close()
  return parts
}

/** Leave out the space around a place where a sentence was cut. */
function trim(run: readonly AnyNode[]): AnyNode[] {
  const isBlank = ({ type, text }: AnyNode): boolean =>
    type === 'hardBreak' || (type === 'text' && textValue(text).trim() === '')
  const first = run.findIndex((node) => !isBlank(node))
  const last = run.findLastIndex((node) => !isBlank(node))
  return run.slice(Math.max(first, 0), last + 1).map((node, index) => {
    if (node.type !== 'text') return node
    const text = textValue(node.text)
    const started = index === 0 ? text.trimStart() : text
    return { ...node, text: index === last - first ? started.trimEnd() : started }
  })
}

/** As wide as it was to be in the sentence; Confluence knows the size of a file itself. */
function blockImage(node: AnyNode, paragraph: AnyNode): AnyNode {
  const { attrs = {}, marks } = node
  const { alt, width, height } = attrs
  const address = imageAddress(node)
  const named = { ...(alt === undefined ? {} : { alt }) }
  const media =
    address === undefined
      ? { type: 'file', id: attrs.id, collection: attrs.collection, ...named }
      : { type: 'external', url: address, ...named, ...sizes({ width, height }) }
  const isAtEnd = findMark(paragraph, 'alignment')?.attrs?.align === 'end'
  const shown =
    typeof width === 'number' ? { width: Math.min(width, columnPixels), widthType: 'pixel' } : {}
  return {
    type: 'mediaSingle',
    attrs: { layout: isAtEnd ? 'align-end' : 'center', ...shown },
    content: [{ type: 'media', attrs: media, ...(marks === undefined ? {} : { marks }) }],
  }
}

function sizes(all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function webImageAsLink(node: AnyNode): AnyNode {
  const address = imageAddress(node)
  if (address === undefined) return node
  const links = marksOf(node).filter(({ type }) => type === 'link')
  const link = links.length > 0 ? links : [{ type: 'link', attrs: { href: address } }]
  return { type: 'text', text: textValue(node.attrs?.alt) || address, marks: link }
}
