/** Bodies of Data Center: storage format. @module */

import { storageBlocks } from '../../convert/render/adf-to-storage.ts'
import { objectSign, withoutObjectSigns } from '../body/flat-text.ts'
import type { BodyBlock, BodyDialect, CommentMarker, ReadBody } from '../body/page-body.ts'
import { canonicalStorage } from './canonical-storage.ts'
import {
  childOf,
  codeOfMacro,
  isInline,
  isMacro,
  isUnseen,
  parseStorage,
  roomInside,
  type StorageElement,
  type StorageNode,
  type StorageRoom,
} from './storage-tree.ts'

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
    const words = new TextReader(text.length)
    words.readBlock(nodes, 'blocks')
    const canonical = canonicalStorage(nodes)
    if (canonical === '') {
      // Empty lines around macros and tables are neither blocks nor text.
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

/** Group nodes into blocks; loose content between blocks forms one. */
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

class TextReader {
  readonly markers: CommentMarker[] = []
  text = ''
  readonly #offset: number
  #isOpen = false

  /** @param offset Start of this text in that of the body. */
  constructor(offset: number) {
    this.#offset = offset
  }

  readBlock(nodes: readonly StorageNode[], room: StorageRoom): void {
    this.#endLine()
    // A paragraph of images only becomes blocks in ADF, so it is no sentence.
    this.#readAll(nodes, room === 'sentence' && isOfImages(nodes) ? 'blocks' : room)
    this.#endLine()
  }

  #readAll(nodes: readonly StorageNode[], room: StorageRoom): void {
    for (const node of nodes) {
      if (node.kind === 'element') this.#readElement(node, room)
      else if (this.#isOpen || room === 'sentence' || node.text.trim() !== '') {
        this.#add(withoutObjectSigns(node.text))
      }
    }
  }

  #readElement(element: StorageElement, room: StorageRoom): void {
    const { name, children } = element
    if (isUnseen(name)) return
    if (name === 'ac:inline-comment-marker') this.#readMarker(element, room)
    else if (isMacro(element)) this.#readMacro(element, room)
    else if (name === 'ac:image') this.#readImage(element, room)
    else if (name === 'ac:link') this.#readLink(element, room)
    else if (name === 'a' && element.attributes.has('data-card-appearance')) {
      if (element.attributes.get('data-card-appearance') === 'inline') this.#add(objectSign)
    } else if (!isInline(name)) this.readBlock(children, roomInside(name))
    else if (children.length > 0 && name !== 'ac:placeholder') this.#readAll(children, room)
    else if (isObject(name)) this.#add(objectSign)
  }

  #readMarker(element: StorageElement, room: StorageRoom): void {
    const start = this.text.length
    this.#readAll(element.children, room)
    const marker = element.attributes.get('ac:ref')
    if (marker === undefined) return
    const end = this.text.length
    this.markers.push({ marker, start: this.#offset + start, end: this.#offset + end })
  }

  #readMacro(macro: StorageElement, room: StorageRoom): void {
    const code = codeOfMacro(macro)
    const body = childOf(macro, 'ac:rich-text-body')
    if (code !== undefined) {
      this.#endLine()
      if (code !== '') this.#add(withoutObjectSigns(code))
      this.#endLine()
    } else if (body !== undefined) this.readBlock(body.children, 'blocks')
    else if (this.#isOpen || room === 'cell') this.#add(objectSign)
    // Anchors at the start of a heading are no part of its text.
    else if (room === 'sentence' && macro.attributes.get('ac:name') !== 'anchor') {
      this.#add(objectSign)
    }
  }

  #readImage(image: StorageElement, room: StorageRoom): void {
    if (this.#isOpen || room === 'sentence') this.#add(objectSign)
    const caption = childOf(image, 'ac:caption')
    if (caption !== undefined) this.readBlock(caption.children, 'cell')
  }

  #readLink(link: StorageElement, room: StorageRoom): void {
    const body = childOf(link, 'ac:link-body') ?? childOf(link, 'ac:plain-text-link-body')
    if (body === undefined) this.#add(objectSign)
    else this.#readAll(body.children, room)
  }

  #add(text: string): void {
    this.text += text
    this.#isOpen = true
  }

  #endLine(): void {
    if (this.#isOpen) this.text += '\n'
    this.#isOpen = false
  }
}

function isObject(name: string): boolean {
  return ['br', 'time', 'img', 'ac:emoticon', 'ac:placeholder'].includes(name)
}

function isOfImages(nodes: readonly StorageNode[]): boolean {
  let images = 0
  const isImageOrSpace = (node: StorageNode): boolean => {
    if (node.kind === 'text') return node.text.trim() === ''
    if (node.name === 'ac:image') images += 1
    return node.name === 'ac:image' || (isWrapper(node.name) && node.children.every(isImageOrSpace))
  }
  return nodes.every(isImageOrSpace) && images > 0
}

function isWrapper(name: string): boolean {
  return name === 'a' || name === 'ac:inline-comment-marker' || name.startsWith('ac:link')
}
