/** Bodies in storage format, as Data Center has them. @module */
import { storageBlocks } from '../../render/adf-to-storage.ts'
import type { BodyBlock, BodyDialect, CommentMarker, ReadBody } from '../body/body-dialect.ts'
import { canonicalStorage } from './canonical-storage.ts'
import { isInline } from './storage-names.ts'
import { storageText } from './storage-text.ts'
import { parseStorage, type StorageNode } from './storage-tree.ts'

/** Reads whatever Confluence stores, and writes documents in its form. */
export const storageDialect: BodyDialect = {
  read,
  write: storageBlocks,
  join: (sources) => sources.join(''),
}

function read(body: string): ReadBody {
  const blocks: BodyBlock[] = []
  const markers: CommentMarker[] = []
  let text = ''
  for (const nodes of groupsOf(parseStorage(body))) {
    const words = storageText(nodes, text.length)
    const canonical = canonicalStorage(nodes)
    if (canonical === '') {
      // Empty lines, which the editor adds around macros and tables, are no blocks and no text.
      const [start, end] = [text.length, text.length]
      for (const { marker } of words.markers) markers.push({ marker, start, end })
      continue
    }
    text += words.text
    for (const marker of words.markers) markers.push(marker)
    const [first, last] = [nodes[0] as StorageNode, nodes.at(-1) as StorageNode]
    blocks.push({ source: body.slice(first.start, last.end), canonical, text: words.text })
  }
  return { blocks, text, markers }
}

/** Each block by itself; what stands between blocks without one of its own belongs together. */
function groupsOf(nodes: readonly StorageNode[]): readonly (readonly StorageNode[])[] {
  const groups: StorageNode[][] = []
  let loose: StorageNode[] | undefined
  for (const node of nodes) {
    if (node.kind === 'element' && !isInline(node.name)) {
      groups.push([node])
      loose = undefined
    } else if (loose !== undefined) loose.push(node)
    else if (node.kind === 'element' || node.text.trim() !== '') {
      loose = [node]
      groups.push(loose)
    }
  }
  return groups
}
