/** A document as Markdown was converted to it, in the form that Confluence shows. @module */
import type { AdfParentType } from '../../adf/node-row.ts'
import type { AdfDoc } from '../../adf/types.ts'
import type { AnyNode } from '../../render/unchecked-node.ts'
import { siteKinds } from '../site-kinds.ts'
import { withRemoteAnchors } from './remote-anchors.ts'
import {
  type RemoteContext,
  type RemoteDocument,
  remoteContext,
  type ToRemote,
} from './remote-context.ts'
import { remoteMediaGroup, remoteMediaInline, remoteMediaSingle } from './remote-images.ts'
import { withoutMark, withRemoteLinks } from './remote-links.ts'
import { remoteCodeBlock, remoteInlineExtension } from './remote-macros.ts'
import { remoteBlockTask, remoteEmoji, remoteMention } from './remote-people.ts'
import { withImagesApart } from './remote-sentences.ts'

/**
 * Put a document into the form that Confluence shows: images and links by the files of the page,
 * diagrams and formulas by the site's macros, links to headings by the names that those have there.
 * What Confluence would not show stands there as words.
 * @param doc A valid document.
 * @param wanted What is known of the page and its site.
 * @returns A valid document.
 */
export function toRemoteDocument(doc: AdfDoc, wanted: RemoteDocument): AdfDoc {
  const [remote] = remoteNodes([doc], remoteContext(wanted))
  // Every row gives valid nodes for valid ones, and the document itself has none.
  return withRemoteAnchors(doc, remote as AnyNode) as unknown as AdfDoc
}

/** What becomes of each type of node, once that of what it holds is done; all others stay. */
const rows: Readonly<Record<string, ToRemote>> = {
  blockTaskItem: remoteBlockTask,
  codeBlock: remoteCodeBlock,
  emoji: remoteEmoji,
  inlineExtension: remoteInlineExtension,
  mediaGroup: remoteMediaGroup,
  mediaInline: remoteMediaInline,
  mediaSingle: remoteMediaSingle,
  mention: remoteMention,
  // Pages drop this mark, and would then differ from what was sent.
  paragraph: (node) => [withoutMark(node, 'fontSize')],
}

function remoteNodes(nodes: readonly AnyNode[], context: RemoteContext): readonly AnyNode[] {
  const made = nodes.flatMap((node) => {
    const filled = filledNode(node, context)
    return Object.hasOwn(rows, node.type)
      ? (rows[node.type] as ToRemote)(filled, context)
      : [filled]
  })
  return withRemoteLinks(made, context)
}

function filledNode(node: AnyNode, context: RemoteContext): AnyNode {
  const { type, content } = node
  if (!Array.isArray(content)) return node
  const made = remoteNodes(content, context)
  const isOfCloud = siteKinds[context.kind].hasAdf
  // Of a valid document, whose types are all known.
  const parentType = type as AdfParentType
  return { ...node, content: isOfCloud ? withImagesApart(parentType, made) : made }
}
