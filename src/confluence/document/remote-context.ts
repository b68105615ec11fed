/** What converters of nodes know about the page and its site. @module */
import type { AnyNode } from '../../convert/render/unchecked-node.ts'
import type { BodyRequest, PlacedFile } from '../body/page-body.ts'

export type RemoteDocument = Pick<BodyRequest, 'kind' | 'baseUrl' | 'settings' | 'pageId' | 'files'>

export interface RemoteContext extends RemoteDocument {
  findFile(address: string): PlacedFile | undefined
}

/** Converts a node to its form in Confluence, or replaces it. */
export type ToRemote = (node: AnyNode, context: RemoteContext) => readonly AnyNode[]

/** Linked files have their name behind the digest. */
const reference = /^attachment:([0-9a-f]{64})(?:\/[\w.%-]+)?$/

export function isReference(address: string): boolean {
  return reference.test(address)
}

export function remoteContext(target: RemoteDocument): RemoteContext {
  const files = new Map(target.files.map((file) => [file.sha256, file]))
  return { ...target, findFile: (address) => files.get(reference.exec(address)?.[1] ?? '') }
}
