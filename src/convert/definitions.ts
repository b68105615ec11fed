/** Collects what a document defines for all of it: addresses of links, and notes. @module */
import { byNumber, type ParsedNodes } from './parsed-nodes.ts'

export interface Definitions {
  /** The definitions of links and images by their names; the first of a name counts. */
  readonly links: ReadonlyMap<string, number>
  readonly footnotes: Footnotes
}

/** Collect the definitions of a document. */
export function collectDefinitions(nodes: ParsedNodes): Definitions {
  const links = new Map<string, number>()
  const notes = new Map<string, number>()
  const collect = (id: number): void => {
    const type = nodes.typeOf(id)
    const name = type.endsWith('efinition') ? nodes.identifierOf(id) : ''
    if (type === 'definition' && !links.has(name)) links.set(name, id)
    // Keep a second note of a name as one that nothing refers to, so that its words stay.
    if (type === 'footnoteDefinition')
      notes.set(notes.has(name) ? `${name}\0${notes.size}` : name, id)
    if (holdsBlocks[nodes.numberOf(id)] === undefined) return
    const count = nodes.childCount(id)
    for (let index = 0; index < count; index += 1) collect(nodes.childOf(id, index))
  }
  if (nodes.has('definition') || nodes.has('footnoteDefinition')) collect(0)
  return { links, footnotes: new Footnotes(notes) }
}

const holdsBlocks = byNumber({
  root: true,
  blockquote: true,
  list: true,
  listItem: true,
  footnoteDefinition: true,
  descriptionList: true,
  descriptionDetails: true,
} as const)

/** The notes of a document, numbered by their first references. */
class Footnotes {
  readonly #definitions: ReadonlyMap<string, number>
  readonly #numbers = new Map<string, number>()
  readonly #referred = new Set<string>()

  constructor(definitions: ReadonlyMap<string, number>) {
    this.#definitions = definitions
  }

  refer(name: string): { number: number; isFirst: boolean } {
    const isFirst = !this.#referred.has(name)
    this.#referred.add(name)
    return { number: this.#numberOf(name), isFirst }
  }

  /** List the nodes of all notes by their numbers; those without a reference are last. */
  inOrder(): number[] {
    for (const name of this.#definitions.keys()) this.#numberOf(name)
    return [...this.#numbers.keys()].map((name) => this.#definitions.get(name) as number)
  }

  #numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }
}
