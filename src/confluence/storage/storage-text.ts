/** The text of storage format, by the same rules as that of ADF, and where comments stand in it. @module */
import type { CommentMarker } from '../body/body-dialect.ts'
import { objectSign, ownWords } from '../body/flat-text.ts'
import {
  childOf,
  codeOfMacro,
  isInline,
  isMacro,
  isUnseen,
  roomInside,
  type StorageRoom,
} from './storage-names.ts'
import type { StorageElement, StorageNode } from './storage-tree.ts'

/** Text, and the comments on it. */
export interface StorageWords {
  readonly text: string
  readonly markers: readonly CommentMarker[]
}

/**
 * Read the text of nodes: a line for each sentence, with a sign for each thing in it that is no text.
 * @param nodes What stands in a body.
 * @param offset Where their text begins in that of the body, for the places of comments.
 */
export function storageText(nodes: readonly StorageNode[], offset = 0): StorageWords {
  const reader = new TextReader(offset)
  reader.readBlock(nodes, 'blocks')
  return reader.words
}

class TextReader {
  readonly #offset: number
  readonly #markers: CommentMarker[] = []
  #text = ''
  /** Whether the line at the end is still being written. */
  #isOpen = false

  constructor(offset: number) {
    this.#offset = offset
  }

  get words(): StorageWords {
    return { text: this.#text, markers: this.#markers }
  }

  /** Read what stands in a block of its own. */
  readBlock(nodes: readonly StorageNode[], room: StorageRoom): void {
    this.#endLine()
    // Images that fill a paragraph are blocks in ADF, and no part of a sentence.
    this.#readAll(nodes, room === 'sentence' && isOfImages(nodes) ? 'blocks' : room)
    this.#endLine()
  }

  #readAll(nodes: readonly StorageNode[], room: StorageRoom): void {
    for (const node of nodes) {
      if (node.kind === 'element') this.#readElement(node, room)
      else if (this.#isOpen || room === 'sentence' || node.text.trim() !== '') {
        this.#add(ownWords(node.text))
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
    const start = this.#text.length
    this.#readAll(element.children, room)
    const marker = element.attributes.get('ac:ref')
    if (marker === undefined) return
    const end = this.#text.length
    this.#markers.push({ marker, start: this.#offset + start, end: this.#offset + end })
  }

  #readMacro(macro: StorageElement, room: StorageRoom): void {
    const code = codeOfMacro(macro)
    const body = childOf(macro, 'ac:rich-text-body')
    if (code !== undefined) {
      this.#endLine()
      if (code !== '') this.#add(ownWords(code))
      this.#endLine()
    } else if (body !== undefined) this.readBlock(body.children, 'blocks')
    else if (this.#isOpen || room === 'cell') this.#add(objectSign)
    // A heading begins with the places that links to it lead to.
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
    this.#text += text
    this.#isOpen = true
  }

  #endLine(): void {
    if (this.#isOpen) this.#text += '\n'
    this.#isOpen = false
  }
}

function isObject(name: string): boolean {
  return ['br', 'time', 'img', 'ac:emoticon', 'ac:placeholder'].includes(name)
}

/** At least one image, and nothing beside images but white space. */
function isOfImages(nodes: readonly StorageNode[]): boolean {
  let images = 0
  const isFitting = (node: StorageNode): boolean => {
    if (node.kind === 'text') return node.text.trim() === ''
    if (node.name === 'ac:image') images += 1
    return node.name === 'ac:image' || (isAround(node.name) && node.children.every(isFitting))
  }
  return nodes.every(isFitting) && images > 0
}

function isAround(name: string): boolean {
  return name === 'a' || name === 'ac:inline-comment-marker' || name.startsWith('ac:link')
}
