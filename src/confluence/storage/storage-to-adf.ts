/**
 * Storage format as ADF: the way back from `storageBlocks`, and of what people write. What is not known
 * gives what it holds, so that no text is lost; macros become extensions, with their parameters.
 * @module
 */
import type { AnyMark, AnyNode } from '../../render/unchecked-node.ts'
import { blockRows, inSentence, marksOfStyle, type ReadBlocks } from './storage-blocks.ts'
import { leafRows, markOfElement } from './storage-inlines.ts'
import { inlineMacro, macroBlocks } from './storage-macros.ts'
import { childOf, isInline, isMacro, isUnseen } from './storage-names.ts'
import {
  linkAddress,
  mediaOf,
  mediaSingle,
  mentionOf,
  type StoragePlace,
  wordsOfLink,
} from './storage-resources.ts'
import { parseStorage, type StorageElement, type StorageNode } from './storage-tree.ts'

/**
 * Read a body as ADF.
 * @param place The page that it is of: links and images name others by it.
 * @returns What stands at its top.
 * @throws {RangeError} When it nests too deep to be read.
 */
export function storageToAdf(body: string, place: StoragePlace): readonly AnyNode[] {
  const blocksOf: ReadBlocks = (nodes, marks = []) => {
    const reader = new BlockReader(place, blocksOf)
    reader.read(nodes, marks)
    return reader.end()
  }
  return blocksOf(parseStorage(body))
}

type Marks = readonly AnyMark[]

/** Reads blocks, and the sentences between them. */
class BlockReader {
  readonly #place: StoragePlace
  readonly #blocksOf: ReadBlocks
  readonly #blocks: AnyNode[] = []
  #sentence: AnyNode[] = []
  #isParagraph = false
  /** Of the paragraph that is being read. */
  #style: { marks?: Marks } = {}

  constructor(place: StoragePlace, blocksOf: ReadBlocks) {
    this.#place = place
    this.#blocksOf = blocksOf
  }

  end(): AnyNode[] {
    this.#endSentence()
    return this.#blocks
  }

  read(nodes: readonly StorageNode[], marks: Marks): void {
    for (const node of nodes) {
      if (node.kind === 'text') this.#addText(node.text, marks)
      else if (!isUnseen(node.name)) this.#readElement(node, marks)
    }
  }

  #readElement(element: StorageElement, marks: Marks): void {
    const { name, children } = element
    if (name === 'p') this.#readParagraph(element, marks)
    else if (isMacro(element)) this.#readMacro(element)
    else if (name === 'ac:link') this.#readLink(element, marks)
    else if (name === 'ac:image' || name === 'img') this.#readImage(element, marks)
    else if (leafRows.has(name)) this.#addInlines(leafRows.get(name)?.(element) ?? [], marks)
    else if (blockRows.has(name)) {
      this.#addBlocks(blockRows.get(name)?.(element, this.#blocksOf) ?? [])
    } else if (isInline(name)) {
      const mark = markOfElement(element)
      this.read(children, mark === undefined ? marks : [...marks, mark])
    } else {
      this.#endSentence()
      this.read(children, marks)
      this.#endSentence()
    }
  }

  #readParagraph(paragraph: StorageElement, marks: Marks): void {
    this.#endSentence()
    this.#style = marksOfStyle(paragraph)
    this.#isParagraph = true
    this.read(paragraph.children, marks)
    this.#endSentence()
    this.#isParagraph = false
    this.#style = {}
  }

  /** Macros without a body may stand in sentences. */
  #readMacro(macro: StorageElement): void {
    const blocks = macroBlocks(macro, this.#blocksOf)
    if (blocks !== undefined) this.#addBlocks(blocks)
    else this.#addInlines(inlineMacro(macro), [])
  }

  #readLink(link: StorageElement, marks: Marks): void {
    const mention = mentionOf(link, this.#place)
    if (mention !== undefined) {
      this.#addInlines([mention], marks)
      return
    }
    const href = linkAddress(link, this.#place)
    const linked: Marks = href === undefined ? marks : [...marks, { type: 'link', attrs: { href } }]
    const before = this.#blocks.length + this.#sentence.length
    this.read(link.children.filter(isNoResource), linked)
    // Nobody can follow a link without words.
    const isEmpty = this.#blocks.length + this.#sentence.length === before
    if (isEmpty) this.#addText(wordsOfLink(link, href), linked)
  }

  #readImage(image: StorageElement, marks: Marks): void {
    const media = mediaOf(image, this.#place)
    if (media !== undefined) this.#addInlines([media], marks)
    const caption = childOf(image, 'ac:caption')
    if (caption !== undefined) {
      this.#endSentence()
      this.read(caption.children, [])
      this.#endSentence()
    }
  }

  #addText(text: string, marks: Marks): void {
    const spaced = text.replaceAll(/[ \t\r\n]+/g, ' ')
    const last = this.#sentence.at(-1)
    const isSpaced = last === undefined || endsInSpace(last)
    const shown = isSpaced ? spaced.replace(/^ /, '') : spaced
    if (shown !== '') this.#sentence.push(marked({ type: 'text', text: shown }, marks))
  }

  #addInlines(nodes: readonly AnyNode[], marks: Marks): void {
    for (const node of nodes) {
      this.#sentence.push(
        node.type === 'media' || node.type === 'mention' ? marked(node, marks) : node,
      )
    }
  }

  #addBlocks(blocks: readonly AnyNode[]): void {
    this.#endSentence()
    for (const block of blocks) this.#blocks.push(block)
  }

  #endSentence(): void {
    const sentence = trimmed(this.#sentence)
    this.#sentence = []
    const isMacros = !this.#isParagraph && sentence.length > 0 && sentence.every(isMacroAlone)
    if (isMacros) {
      this.#addBlocks(sentence.map((node) => ({ ...node, type: 'extension' })))
      return
    }
    for (const block of sentenceBlocks(sentence)) {
      this.#blocks.push(block.type === 'paragraph' ? { ...block, ...this.#style } : block)
    }
  }
}

function isNoResource(node: StorageNode): boolean {
  return node.kind === 'text' || !node.name.startsWith('ri:')
}

/** Beside other blocks it is one itself. */
function isMacroAlone({ type, attrs }: AnyNode): boolean {
  return type === 'inlineExtension' && attrs?.extensionKey !== 'anchor'
}

function endsInSpace({ type, text }: AnyNode): boolean {
  return type === 'text' && typeof text === 'string' && text.endsWith(' ')
}

function marked(node: AnyNode, marks: Marks): AnyNode {
  const named = new Map(marks.map((mark) => [mark.type, mark]))
  return named.size === 0 ? node : { ...node, marks: [...named.values()] }
}

/** Without the spaces and line breaks that no reader sees at its end. */
function trimmed(sentence: readonly AnyNode[]): AnyNode[] {
  const kept = [...sentence]
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const text = last.type === 'text' ? String(last.text).trimEnd() : undefined
    if (last.type !== 'hardBreak' && text !== '') {
      if (text !== undefined) kept[kept.length - 1] = { ...last, text }
      break
    }
    kept.pop()
  }
  return kept
}

/** Images that fill a sentence are blocks; among words they are parts of it. */
function sentenceBlocks(sentence: readonly AnyNode[]): AnyNode[] {
  if (sentence.length === 0) return []
  const isOfImages = sentence.every(
    ({ type, text }) =>
      type === 'media' ||
      type === 'hardBreak' ||
      (String(text ?? '').trim() === '' && type === 'text'),
  )
  if (isOfImages) return sentence.filter(({ type }) => type === 'media').map(mediaSingle)
  return [{ type: 'paragraph', content: sentence.map(inSentence) }]
}
