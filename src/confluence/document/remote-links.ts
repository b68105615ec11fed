/** Links of text in a document for Confluence: to files of the page, and none that could do harm. @module */
import type { AdfMarkType } from '../../adf/marks.ts'
import { safeLinkUrl } from '../../render/escape.ts'
import { type AnyMark, type AnyNode, marksOf, textValue } from '../../render/unchecked-node.ts'
import { isReference, type RemoteContext } from './remote-context.ts'

/**
 * Put the links of neighbours in a sentence into Confluence's form. Where one may not be followed, its
 * address stands behind its words.
 * @param nodes Nodes of one sentence, or any others.
 */
export function withRemoteLinks(
  nodes: readonly AnyNode[],
  context: RemoteContext,
): readonly AnyNode[] {
  return nodes.flatMap((node, index) => {
    const href = hrefOf(node)
    if (href === undefined) return [node]
    const address = remoteAddress(href, context)
    if (address !== undefined) return [address === href ? node : withAddress(node, address)]
    const unlinked = withoutMark(node, 'link')
    const next = nodes[index + 1]
    const isLast = next === undefined || hrefOf(next) !== href
    return node.type === 'text' && isLast && !isReference(href)
      ? [unlinked, { type: 'text', text: ` (${href})` }]
      : [unlinked]
  })
}

/**
 * Tell where a link leads in Confluence.
 * @param href As the document has it.
 * @returns `undefined` when it may not be followed, or its file is not attached.
 */
function remoteAddress(href: string, context: RemoteContext): string | undefined {
  if (!isReference(href)) return safeLinkUrl(href) === undefined ? undefined : href
  const { baseUrl, pageId } = context
  const file = context.findFile(href)
  if (file === undefined || pageId === undefined) return undefined
  const path = [pageId, file.name].map(encodeURIComponent).join('/')
  return `${baseUrl}/download/attachments/${path}`
}

function hrefOf(node: AnyNode): string | undefined {
  const link = marksOf(node).find(({ type }) => type === 'link')
  return link && textValue(link.attrs?.href)
}

/** Put another address into the link of a node. */
export function withAddress(node: AnyNode, href: string): AnyNode {
  const marks = marksOf(node).map(
    (mark): AnyMark =>
      mark.type === 'link' ? { type: 'link', attrs: { ...mark.attrs, href } } : mark,
  )
  return { ...node, marks }
}

/** Take a mark off a node. */
export function withoutMark(node: AnyNode, mark: AdfMarkType): AnyNode {
  const marks = marksOf(node).filter(({ type }) => type !== mark)
  if (marks.length === marksOf(node).length) return node
  const { marks: _, ...bare } = node
  return marks.length === 0 ? bare : { ...bare, marks }
}
