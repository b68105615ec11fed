/**
 * Places that links inside a page lead to. Cloud and Data Center name headings by rules of their own,
 * so a heading that is linked carries the macro `anchor`, which both know.
 * @module
 */

import { decodePart } from '../adf/decode-part.ts'
import { headingNamer } from '../adf/heading-names.ts'
import type { AdfDoc } from '../adf/types.ts'
import { type AnyNode, marksOf, textValue } from './unchecked-node.ts'

/** Names of the places at headings. */
export type LinkedHeadings = ReadonlyMap<AnyNode, readonly string[]>

/** What nodes of a document are written by. */
export interface StorageContext {
  readonly linked: LinkedHeadings
  /** For a page of Data Center: comments keep their places, and images may be files of the page. */
  readonly isOfSite: boolean
}

/**
 * Find the headings that links lead to.
 * @returns The names that such links have for each.
 */
export function linkedHeadings(doc: AdfDoc): LinkedHeadings {
  const byAnchor = new Map<string, AnyNode>()
  const bySlug = new Map<string, AnyNode>()
  const fragments = new Set<string>()
  const nameHeading = headingNamer()
  const visit = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return
    for (const node of nodes) {
      if (typeof node !== 'object' || node === null) continue
      if (node.type === 'heading') {
        const { anchor, slug } = nameHeading(node)
        byAnchor.set(anchor, node)
        bySlug.set(slug, node)
      }
      for (const mark of marksOf(node)) addFragment(mark?.attrs?.href, fragments)
      visit(node.content)
    }
  }
  visit(doc.content)
  const linked = new Map<AnyNode, string[]>()
  for (const name of fragments) {
    const heading = byAnchor.get(name) ?? bySlug.get(name)
    if (heading !== undefined) linked.set(heading, [...(linked.get(heading) ?? []), name])
  }
  return linked
}

function addFragment(href: unknown, fragments: Set<string>): void {
  const address = textValue(href)
  if (address.startsWith('#')) fragments.add(decodePart(address.slice(1)))
}
