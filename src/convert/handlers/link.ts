/** Converts links: inline, by reference, and bare addresses. @module */
import type { Definition, Link, LinkReference } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion, InlineHandler } from '../conversion.ts'
import { isDataUrl } from '../embedded-images/data-urls.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import { addMark, isLinked, jsonInside, type PlainPage, type WriteInline } from '../plain-page.ts'
import { leadsNowhere } from '../relative-address.ts'

export const link: InlineHandler<Link> = (node, marks, conversion) =>
  linked(node, node, marks, conversion)

export const linkReference: InlineHandler<LinkReference> = (node, marks, conversion) => {
  const definition = conversion.definitions.get(node.identifier)
  if (definition === undefined) return conversion.inlines(node.children, marks)
  return linked(node, definition, marks, conversion)
}

/** @param address Where the address stands: the link itself, or its definition. */
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
  if (leadsNowhere(url)) conversion.warnings.add('relative-address', lineOf(address))
  const mark: AdfMark = { type: 'link', attrs }
  const others = marks.filter(({ type }) => type !== 'link')
  const content = conversion.inlines(node.children, [...others, mark])
  if (content.length > 0) return content
  const shown = textNode(url, [...others, mark])
  if (shown === undefined) return []
  conversion.warnings.add('empty-link', lineOf(node))
  return [shown]
}

export const writeLink: WriteInline = (id, marks, page) => {
  const { nodes } = page
  const address = { url: nodes.urlOf(id), title: nodes.titleOf(id), line: nodes.lineOf(id) }
  return writeLinked(id, address, marks, page)
}

export const writeLinkReference: WriteInline = (id, marks, page) => {
  const definition = page.definitions.get(page.nodes.identifierOf(id))
  if (definition === undefined) return undefined
  const { url, title } = definition
  return writeLinked(id, { url, title: title ?? '', line: lineOf(definition) }, marks, page)
}

interface Address {
  readonly url: string
  readonly title: string
  readonly line: number
}

function writeLinked(
  id: number,
  { url, title, line }: Address,
  marks: string,
  page: PlainPage,
): string | undefined {
  if (isDataUrl(url) || isLinked(marks)) return undefined
  if (leadsNowhere(url)) page.warn('relative-address', line)
  const href = url.startsWith('#') ? page.addLink(url, page.nodes.lineOf(id)) : jsonInside(url)
  const titled = title === '' ? '' : `,"title":"${jsonInside(title)}"`
  const mark = `{"type":"link","attrs":{"href":"${href}"${titled}}}`
  return page.inlines(id, addMark(marks, mark)) || undefined
}
