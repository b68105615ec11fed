/** Converts headings, with the name that `{#name}` gives. @module */
import type { Heading, PhrasingContent } from 'mdast'
import { splitHeadingName } from '../../adf/heading-names.ts'
import { isAnchor } from '../anchor-macro.ts'
import type { BlockHandler } from '../conversion.ts'
import { hasHtml } from '../html/html-tree.ts'
import { trimInlines } from '../html/trim-inlines.ts'
import { lineOf, withWords } from '../parse-markdown.ts'
import { joinWritten, type WriteBlock } from '../plain-page.ts'
import { writePart } from './text.ts'

export const heading: BlockHandler<Heading> = (node, conversion) => {
  const line = lineOf(node)
  const { name, children } = splitName(node.children)
  if (name !== undefined) conversion.anchors.addTarget(name, line)
  // An anchor macro would become part of Confluence's name for the heading.
  const written = conversion.inlines(children).filter((child) => !isAnchor(child))
  const content = hasHtml(children) ? trimInlines(written) : written
  return [{ type: 'heading', attrs: { level: node.depth }, content, line }]
}

function splitName(children: readonly PhrasingContent[]): {
  name: string | undefined
  children: readonly PhrasingContent[]
} {
  const last = children.at(-1)
  if (last?.type !== 'text') return { name: undefined, children }
  const { text, name } = splitHeadingName(last.value)
  if (name === undefined) return { name, children }
  return { name, children: [...children.slice(0, -1), withWords(last, text)] }
}

export const writeHeading: WriteBlock = (id, page) => {
  const { nodes } = page
  const line = nodes.lineOf(id)
  const last = nodes.childCount(id) - 1
  const child = last === -1 ? undefined : nodes.childOf(id, last)
  const isText = child !== undefined && nodes.typeOf(child) === 'text'
  const { text, name } = splitHeadingName(isText ? nodes.valueOf(child) : '')
  page.words = ''
  const content =
    name === undefined
      ? page.inlines(id, '')
      : joinWritten(page.inlines(id, '', 0, last), writePart(text, '', page))
  if (!content || page.words.includes('\n')) return undefined
  if (name !== undefined) page.addTarget(name, line)
  const level = nodes.levelOf(id)
  page.addHeading(level, line)
  return `{"type":"heading","attrs":{"level":${level}},"content":[${content}]}`
}
