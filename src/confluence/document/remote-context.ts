/** What nodes of a document are put into Confluence's form by. @module */
import type { AnyNode } from '../../render/unchecked-node.ts'
import type { BodyWanted, PlacedFile } from '../body/page-body.ts'

/** What a document needs to know of its page and site. */
export type RemoteDocument = Pick<BodyWanted, 'kind' | 'baseUrl' | 'settings' | 'pageId' | 'files'>

export interface RemoteContext extends RemoteDocument {
  /** Find the file that `attachment:` and a digest name. */
  findFile(address: string): PlacedFile | undefined
}

/** What becomes of a node: itself in another form, or others in its place. */
export type ToRemote = (node: AnyNode, context: RemoteContext) => readonly AnyNode[]

/** A linked file has its name behind the digest. */
const reference = /^attachment:([0-9a-f]{64})(?:\/[\w.%-]+)?$/

/** Tell whether an address names a file of the page by its digest. */
export function isReference(address: string): boolean {
  return reference.test(address)
}

/**
 * Make what nodes are put into Confluence's form by.
 * @param wanted What is known of the page and its site.
 */
export function remoteContext(wanted: RemoteDocument): RemoteContext {
  const files = new Map(wanted.files.map((file) => [file.sha256, file]))
  return { ...wanted, findFile: (address) => files.get(reference.exec(address)?.[1] ?? '') }
}
