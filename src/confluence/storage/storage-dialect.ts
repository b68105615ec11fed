/**
 * Bodies of Data Center: storage format. One reading gives the text, the places of comments and the
 * canonical form.
 * @module
 */

import { storageBlocks } from '../../convert/render/adf-to-storage.ts'
import { objectSign, withoutObjectSigns } from '../body/flat-text.ts'
import type { BodyBlock, BodyDialect, CommentMarker, ReadBody } from '../body/page-body.ts'
import {
  brief,
  CanonicalRun,
  canonicalAttributes,
  canonicalParameters,
  type LeafMarks,
  markOf,
  noLeafMarks,
  withMark,
} from './canonical-storage.ts'
import {
  childOf,
  isCodeMacro,
  isInline,
  isMacro,
  isUnseen,
  parseStorage,
  roomInside,
  type StorageElement,
  type StorageNode,
  type StorageRoom,
  textInside,
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
    const reader = new StorageReader(text.length)
    const pieces = reader.readBlock(nodes, 'blocks')
    if (pieces.length === 0) {
      // Empty lines around macros and tables are neither blocks nor text.
      const [start, end] = [text.length, text.length]
      for (const { marker } of reader.markers) markers.push({ marker, start, end })
      continue
    }
    text += reader.text
    for (const marker of reader.markers) markers.push(marker)
    const [first, last] = [nodes[0] as StorageNode, nodes.at(-1) as StorageNode]
    const source = body.slice(first.start, last.end)
    blocks.push({ source, canonical: JSON.stringify(pieces), text: reader.text })
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

/** A block in canonical form, or a sentence that stands among blocks. */
type Piece = unknown

/** The content of one element: blocks, and sentences between them. */
interface Content {
  readonly pieces: Piece[]
  run: CanonicalRun
  /** Decides which objects stand in sentences. */
  readonly room: StorageRoom
  /** Like `room`, but for the text: there a paragraph of images does not count as a sentence. */
  readonly textRoom: StorageRoom
}

class StorageReader {
  readonly markers: CommentMarker[] = []
  text = ''
  readonly #offset: number
  /** Whether the last line of the text has begun. */
  #isOpen = false
  /** Whether we read only the canonical form, and add nothing to the text. */
  #isSilent = false

  /** @param offset Start of this text in that of the body. */
  constructor(offset: number) {
    this.#offset = offset
  }

  readBlock(nodes: readonly StorageNode[], room: StorageRoom): readonly Piece[] {
    this.#endLine()
    const textRoom = room === 'sentence' && isOfImages(nodes) ? 'blocks' : room
    const content: Content = { pieces: [], run: new CanonicalRun(), room, textRoom }
    this.#read(nodes, content, noLeafMarks)
    endRun(content)
    this.#endLine()
    return content.pieces
  }

  #read(nodes: readonly StorageNode[], content: Content, marks: LeafMarks): void {
    for (const node of nodes) {
      if (node.kind === 'element') this.#readElement(node, content, marks)
      else {
        content.run.addText(node.text, marks)
        if (this.#isOpen || content.textRoom === 'sentence' || node.text.trim() !== '') {
          this.#add(withoutObjectSigns(node.text))
        }
      }
    }
  }

  #readElement(element: StorageElement, content: Content, marks: LeafMarks): void {
    const { name } = element
    if (name === 'ac:inline-comment-marker') this.#readMarker(element, content, marks)
    else if (isInline(name)) this.#readInline(element, content, marks)
    else if (isMacro(element) || name === 'ac:image') this.#readObject(element, content, marks)
    else if (isNoise(element)) return
    else if (isUnseen(name))
      addBlocks(
        content,
        this.#silently(() => this.#blockPieces(element)),
      )
    else addBlocks(content, this.#blockPieces(element))
  }

  #readMarker(element: StorageElement, content: Content, marks: LeafMarks): void {
    const start = this.#offset + this.text.length
    this.#read(element.children, content, marks)
    const marker = element.attributes.get('ac:ref')
    if (marker === undefined || this.#isSilent) return
    this.markers.push({ marker, start, end: this.#offset + this.text.length })
  }

  #readInline(element: StorageElement, content: Content, marks: LeafMarks): void {
    const { name, attributes, children } = element
    const card = name === 'a' ? attributes.get('data-card-appearance') : undefined
    if (name === 'br') {
      content.run.addBreak()
      this.#add(objectSign)
    } else if (name === 'ac:link') this.#readLink(element, content, marks)
    else if (children.length === 0) {
      const significant = canonicalAttributes(attributes)
      if (significant.length > 0) content.run.addObject([name, significant], marks)
      if (isObject(name) || card === 'inline') this.#add(objectSign)
    } else if (card !== undefined || name === 'ac:placeholder') {
      this.#silently(() => this.#read(children, content, withMark(marks, markOf(element))))
      if (card === undefined || card === 'inline') this.#add(objectSign)
    } else this.#read(children, content, withMark(marks, markOf(element)))
  }

  #readLink(link: StorageElement, content: Content, marks: LeafMarks): void {
    const body = childOf(link, 'ac:link-body') ?? childOf(link, 'ac:plain-text-link-body')
    const targets = link.children.filter((child) => child !== body)
    const pieces = this.#silently(() => this.readBlock(targets, 'blocks'))
    const target = ['ac:link', canonicalAttributes(link.attributes), pieces]
    if (body === undefined) {
      content.run.addObject(target, marks)
      this.#add(objectSign)
    } else this.#read(body.children, content, withMark(marks, brief(target)))
  }

  /** A macro or an image. */
  #readObject(node: StorageElement, content: Content, marks: LeafMarks): void {
    const { textRoom, room } = content
    const isImage = node.name === 'ac:image'
    // Anchors at the start of a heading are no part of its text.
    const isAnchor = node.attributes.get('ac:name') === 'anchor'
    const isInSentence = textRoom === 'sentence' ? !isAnchor : textRoom === 'cell' && !isImage
    const hasText = isCodeMacro(node) || childOf(node, 'ac:rich-text-body') !== undefined
    if (!hasText && (this.#isOpen || isInSentence)) this.#add(objectSign)
    const readPiece = (): Piece => (isImage ? this.#imagePiece(node) : this.#blockPiece(node))
    const piece = hasText || isImage ? readPiece() : this.#silently(readPiece)
    if (room === 'blocks' && marks === noLeafMarks) addBlocks(content, [piece])
    else content.run.addObject(piece, marks)
  }

  #imagePiece({ name, attributes, children }: StorageElement): Piece {
    const isCaption = (child: StorageNode): boolean =>
      child.kind === 'element' && child.name === 'ac:caption'
    const captions = children.filter(isCaption)
    const others = children.filter((child) => !isCaption(child))
    const pieces = this.#silently(() => this.readBlock(others, 'blocks'))
    const captionPieces = captions.length === 0 ? [] : this.readBlock(captions, 'blocks')
    return [name, canonicalAttributes(attributes), pieces, captionPieces]
  }

  #blockPieces(node: StorageElement): readonly Piece[] {
    const attributes = canonicalAttributes(node.attributes)
    const room = roomInside(node.name)
    if (room !== 'sentence') {
      const isWrapper = attributes.length === 0 && wrappers.has(node.name)
      return isWrapper ? this.readBlock(node.children, 'blocks') : [this.#blockPiece(node)]
    }
    const pieces = this.readBlock(node.children, room)
    if (node.name === 'p' && (pieces.length === 0 || attributes.length === 0)) return pieces
    return [[node.name, attributes, pieces]]
  }

  #blockPiece(node: StorageElement): Piece {
    const { name, children } = node
    const attributes = canonicalAttributes(node.attributes)
    if (name === 'ac:plain-text-body') {
      const text = textInside(children)
      this.#endLine()
      if (text !== '') this.#add(withoutObjectSigns(text))
      this.#endLine()
      return [name, text.replaceAll('\r\n', '\n')]
    }
    if (!isMacro(node)) return [name, attributes, this.readBlock(children, roomInside(name))]
    const parameters = this.#silently(() =>
      canonicalParameters(node, (inside) => brief(this.readBlock(inside.children, 'blocks'))),
    )
    return [name, attributes, parameters, this.readBlock(children, 'blocks')]
  }

  /** Read for the canonical form alone. */
  #silently<Result>(readPieces: () => Result): Result {
    const before = this.#isSilent
    this.#isSilent = true
    const result = readPieces()
    this.#isSilent = before
    return result
  }

  #add(text: string): void {
    if (this.#isSilent) return
    this.text += text
    this.#isOpen = true
  }

  #endLine(): void {
    if (this.#isSilent) return
    if (this.#isOpen) this.text += '\n'
    this.#isOpen = false
  }
}

function addBlocks(content: Content, blocks: readonly Piece[]): void {
  endRun(content)
  for (const block of blocks) content.pieces.push(block)
}

function endRun(content: Content): void {
  const leaves = content.run.leaves()
  if (leaves.length > 0) content.pieces.push(['p', [], leaves])
  content.run = new CanonicalRun()
}

const wrappers: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot', 'div'])

const noise: ReadonlySet<string> = new Set(['ac:parameter', 'ac:task-id', 'ac:task-uuid'])

function isNoise(node: StorageElement): boolean {
  if (node.name !== 'colgroup') return noise.has(node.name)
  return node.children.every(
    (child) => child.kind === 'text' || canonicalAttributes(child.attributes).length === 0,
  )
}

function isObject(name: string): boolean {
  return ['time', 'img', 'ac:emoticon', 'ac:placeholder'].includes(name)
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
