/**
 * Reads image sizes in the notations `![a](u){width=300}` and `![a](u =300x200)`, which Markdown
 * parsers leave as text.
 * @module
 */
import { type NodeType, numberOfType, ParsedNodes, type WrittenSize } from './parsed-nodes.ts'

declare module 'mdast' {
  interface ImageData {
    size?: WrittenSize
  }
}

/** Read a size from the description of an image, as in `![a|300x200](u)`. */
export function readImageSize(
  alt: string,
  behind?: WrittenSize,
): WrittenSize & { readonly alt: string } {
  const [written, width, height] = /\|(\d{1,5})(?:x(\d{1,5}))?$/.exec(alt) ?? []
  if (written === undefined) return { alt, width: behind?.width, height: behind?.height }
  return { alt: alt.slice(0, -written.length).trim(), width, height }
}

const mayBeAttributes = /\)\{[^{}\n]*(?:width|height|&)/

/** Give images the sizes that are written behind them, and take these out of the text. */
export function withImageSizes(nodes: ParsedNodes): ParsedNodes {
  const { source } = nodes
  // Nearly all documents have no sizes.
  if (!source.includes('![')) return nodes
  if (!mayBeAttributes.test(source) && !/=\d*x\d*\)/.test(source)) return nodes
  return new SizedNodes(nodes)
}

interface AddedNode {
  readonly type: 'text' | 'image'
  readonly words: string
  readonly url?: string
  /** The node of the parser's that it was part of. */
  readonly origin: number
}

/** Nodes of a document in which texts were split at sizes. */
class SizedNodes extends ParsedNodes {
  readonly #children = new Map<number, readonly number[]>()
  readonly #sizes = new Map<number, WrittenSize>()
  readonly #added: AddedNode[] = []

  constructor({ buffer, count, source }: ParsedNodes) {
    super(buffer, source)
    for (let id = 0; id < count; id += 1) if (this.holds(id, 'text')) this.#split(id)
  }

  #split(parent: number): void {
    const before = this.childrenOf(parent)
    const after = this.#attach(this.#joinLinks(before).flatMap((id) => this.#splitText(id)))
    if (after.some((id, index) => id !== before[index]) || after.length !== before.length) {
      this.#children.set(parent, after)
    }
  }

  /** The parser makes a link of a bare address inside the parentheses: turn it back into text. */
  #joinLinks(ids: readonly number[]): number[] {
    const joined: number[] = []
    for (const [index, id] of ids.entries()) {
      const link = ids[index - 1]
      const text = joined.at(-2)
      const isSized =
        link !== undefined &&
        text !== undefined &&
        joined.at(-1) === link &&
        this.typeOf(id) === 'text' &&
        /^ =\d{0,5}x\d{0,5}\)/.test(this.valueOf(id)) &&
        this.typeOf(link) === 'link' &&
        this.typeOf(text) === 'text' &&
        this.valueOf(text).endsWith('](')
      if (!isSized) joined.push(id)
      else {
        const words = this.valueOf(text) + this.urlOf(link) + this.valueOf(id)
        joined.splice(-2, 2, this.#add({ type: 'text', words, origin: text }))
      }
    }
    return joined
  }

  /** Take the images with `=300x200` out of a text. */
  #splitText(id: number): number[] {
    const value = this.typeOf(id) === 'text' ? this.valueOf(id) : ''
    if (!value.includes(' =')) return [id]
    const origin = this.#originOf(id)
    const parts: number[] = []
    let at = 0
    const addText = (words: string): void => {
      if (words !== '') parts.push(this.#add({ type: 'text', words, origin }))
    }
    for (const match of value.matchAll(sized)) {
      const [written, words = '', url = '', width = '', height = ''] = match
      if (width === '' && height === '') continue
      addText(value.slice(at, match.index))
      const image = this.#add({ type: 'image', words, url, origin })
      this.#sizes.set(image, { width: width || undefined, height: height || undefined })
      parts.push(image)
      at = match.index + written.length
    }
    if (at === 0) return [id]
    addText(value.slice(at))
    return parts
  }

  #attach(ids: readonly number[]): number[] {
    const attached: number[] = []
    for (const id of ids) {
      const image = attached.at(-1)
      const isBehindImage =
        image !== undefined && this.typeOf(image) === 'image' && this.typeOf(id) === 'text'
      const value = isBehindImage ? this.valueOf(id) : ''
      const [written = '', inside = ''] = attributes.exec(value) ?? []
      const size = { width: lengthOf('width', inside), height: lengthOf('height', inside) }
      if (image === undefined || (size.width === undefined && size.height === undefined)) {
        attached.push(id)
        continue
      }
      this.#sizes.set(image, size)
      const words = value.slice(written.length)
      const origin = this.#originOf(id)
      if (words !== '') attached.push(this.#add({ type: 'text', words, origin }))
    }
    return attached
  }

  #add(node: AddedNode): number {
    this.#added.push(node)
    return this.count + this.#added.length - 1
  }

  #addedNode(id: number): AddedNode | undefined {
    return this.#added[id - this.count]
  }

  #originOf(id: number): number {
    return this.#addedNode(id)?.origin ?? id
  }

  override numberOf(id: number): number {
    const added = this.#addedNode(id)
    return added === undefined ? super.numberOf(id) : numberOfType(added.type)
  }

  override has(type: NodeType): boolean {
    return super.has(type) || this.#added.some((node) => node.type === type)
  }

  override lineOf(id: number): number {
    return super.lineOf(this.#originOf(id))
  }

  override positionOf(id: number): ReturnType<ParsedNodes['positionOf']> {
    return super.positionOf(this.#originOf(id))
  }

  override childCount(id: number): number {
    if (this.#addedNode(id) !== undefined) return 0
    return this.#children.get(id)?.length ?? super.childCount(id)
  }

  override childOf(id: number, index: number): number {
    return this.#children.get(id)?.[index] ?? super.childOf(id, index)
  }

  override valueOf(id: number): string {
    return this.#addedNode(id)?.words ?? super.valueOf(id)
  }

  override altOf(id: number): string {
    return this.#addedNode(id)?.words ?? super.altOf(id)
  }

  override urlOf(id: number): string {
    return this.#addedNode(id)?.url ?? super.urlOf(id)
  }

  override titleOf(id: number): string {
    return this.#addedNode(id) === undefined ? super.titleOf(id) : ''
  }

  override sizeOf(id: number): WrittenSize | undefined {
    return this.#sizes.get(id)
  }
}

const attributes = /^\{([^{}\n]{1,200})\}/

function lengthOf(name: string, inside: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="?(\\d{1,5}(?:px|%)?)"?(?=\\s|$)`).exec(inside)?.[1]
}

const sized = /!\[([^\]\n]{0,300})\]\((\S{1,2000}) =(\d{0,5})x(\d{0,5})\)/g
