/** Assigns ids inside one HTML page to headings and anchors. @module */
import { type AnyNode, eachNode } from '../adf/any-node.ts'
import {
  anchorName,
  githubSlug,
  headingId,
  headingNamer,
  placeId,
  uniqueNames,
} from '../adf/heading-names.ts'
import { decodePart, nodeText } from '../adf/node-text.ts'
import type { AdfDoc } from '../adf/types.ts'

export interface DocumentIds {
  readonly headings: readonly HeadingId[]
  /**
   * Give the id of a heading or an `anchor` macro; for an object that occurs repeatedly, the next
   * id.
   */
  nextId(node: AnyNode): string
  /**
   * Find the id for the fragment of a link: a heading's name by Confluence's or GitHub's rule, or
   * an anchor's. An empty fragment leads to the top.
   */
  resolve(fragment: string): string
}

export interface HeadingId {
  readonly id: string
  readonly level: number
  readonly text: string
}

export function documentIds(doc: AdfDoc): DocumentIds {
  const ids = new Map<AnyNode, string[]>()
  const byAnchor = new Map<string, string>()
  const headings: HeadingId[] = []
  const nameHeading = headingNamer()
  const uniquePlace = uniqueNames('-')
  const addId = (node: AnyNode, id: string): void => {
    const known = ids.get(node)
    if (known === undefined) ids.set(node, [id])
    else known.push(id)
  }
  const addHeading = (node: AnyNode): void => {
    const text = nodeText(node)
    const { slug, anchor } = nameHeading(node)
    const id = headingId(slug)
    addId(node, id)
    headings.push({ id, level: Number(node.attrs?.level), text })
    byAnchor.set(anchor, id)
  }
  eachNode(doc, (node) => {
    if (node.type === 'heading') addHeading(node)
    const name = anchorName(node)
    if (name === undefined) return
    const id = uniquePlace(placeId(name))
    addId(node, id)
    if (!byAnchor.has(name)) byAnchor.set(name, id)
  })
  return {
    headings,
    nextId: (node) => ids.get(node)?.shift() ?? '',
    resolve(fragment) {
      if (fragment === '') return ''
      const name = decodePart(fragment)
      return byAnchor.get(name) ?? headingId(githubSlug(name))
    },
  }
}
