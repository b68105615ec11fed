/** Links: inline, by reference and bare addresses. @module */
import type { Definition, Link, LinkReference } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion, InlineHandler } from '../conversion.ts'
import { isDataUrl } from '../embedded-images/data-urls.ts'
import { jsonInside } from '../json-text.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import { addMark, type WriteInline } from '../plain-page.ts'
import { isRelativeAddress } from '../relative-address.ts'

export const link: InlineHandler<Link> = (node, marks, conversion) =>
  linked(node, node, marks, conversion)

export const linkReference: InlineHandler<LinkReference> = (node, marks, conversion) => {
  const definition = conversion.definitions.get(node.identifier)
  if (definition === undefined) return conversion.inlines(node.children, marks)
  return linked(node, definition, marks, conversion)
}

/** @param address Stands in the link itself, or in a definition elsewhere. */
function linked(
  node: Link | LinkReference,
  address: Link | Definition,
  marks: readonly AdfMark[],
  conversion: Conversion,
): readonly LooseNode[] {
  const { title } = address
  const url = conversion.resolveLink(address.url)
  const attrs = { href: url, ...(title ? { title } : {}) }
  conversion.anchors.addLink(attrs, lineOf(node))
  if (isRelativeAddress(url)) conversion.warnings.add('relative-address', lineOf(address))
  const mark: AdfMark = { type: 'link', attrs }
  const others = marks.filter(({ type }) => type !== 'link')
  const content = conversion.inlines(node.children, [...others, mark])
  if (content.length > 0) return content
  const shown = textNode(url, [...others, mark])
  if (shown === undefined) return []
  conversion.warnings.add('empty-link', lineOf(node))
  return [shown]
}

/** One inside the page is pointed at its heading, a relative one is warned of, a file is taken in. */
export const writeLink: WriteInline = (id, marks, page) => {
  const url = page.nodes.urlOf(id)
  const isPlain = !url.startsWith('#') && !isRelativeAddress(url) && !isDataUrl(url)
  if (!isPlain || marks.includes('{"type":"link"')) return undefined
  const title = page.nodes.titleOf(id)
  const titled = title === '' ? '' : `,"title":"${jsonInside(title)}"`
  const mark = `{"type":"link","attrs":{"href":"${jsonInside(url)}"${titled}}}`
  return page.inlines(id, addMark(marks, mark)) || undefined
}
