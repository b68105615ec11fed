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

interface HeadingId {
  readonly id: string
  readonly level: number
  readonly text: string
}

export class DocumentIds {
  readonly headings: HeadingId[] = []
  readonly #ids = new Map<AnyNode, string[]>()
  readonly #byAnchor = new Map<string, string>()

  constructor(doc: AdfDoc) {
    const nameHeading = headingNamer()
    const uniquePlace = uniqueNames('-')
    eachNode(doc, (node) => {
      if (node.type === 'heading') {
        const { slug, anchor } = nameHeading(node)
        const id = headingId(slug)
        this.#add(node, id)
        this.headings.push({ id, level: Number(node.attrs?.level), text: nodeText(node) })
        this.#byAnchor.set(anchor, id)
      }
      const name = anchorName(node)
      if (name === undefined) return
      const id = uniquePlace(placeId(name))
      this.#add(node, id)
      if (!this.#byAnchor.has(name)) this.#byAnchor.set(name, id)
    })
  }

  /**
   * Give the id of a heading or an `anchor` macro; for an object that occurs repeatedly, the next
   * id.
   */
  nextId(node: AnyNode): string {
    return this.#ids.get(node)?.shift() ?? ''
  }

  /**
   * Find the id for the fragment of a link: a heading's name by Confluence's or GitHub's rule, or
   * an anchor's. An empty fragment leads to the top.
   */
  resolve(fragment: string): string {
    if (fragment === '') return ''
    const name = decodePart(fragment)
    return this.#byAnchor.get(name) ?? headingId(githubSlug(name))
  }

  #add(node: AnyNode, id: string): void {
    const known = this.#ids.get(node)
    if (known === undefined) this.#ids.set(node, [id])
    else known.push(id)
  }
}
