/**
 * Storage format as a tree. Confluence gives well-formed XHTML without declared namespaces and with
 * HTML's named characters; what is not well-formed is read as it was probably meant, and no text is lost.
 * @module
 */
import { decodeHTMLStrict } from 'entities/decode'

export interface StorageElement {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly StorageNode[]
  /** Where it stands in the body: from its first character to behind its last one. */
  readonly start: number
  readonly end: number
}

export interface StorageText {
  readonly kind: 'text'
  /** Without references to characters. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export type StorageNode = StorageElement | StorageText

interface OpenElement extends StorageElement {
  readonly children: StorageNode[]
  end: number
}

/** People nest some dozens deep. What reads a tree calls itself for each level. */
const maxDepth = 500

const withoutContent: ReadonlySet<string> = new Set(['br', 'hr', 'col', 'img'])

/**
 * Parse a body.
 * @returns What stands at its top.
 * @throws {RangeError} When it nests too deep.
 */
export function parseStorage(body: string): readonly StorageNode[] {
  const builder = new TreeBuilder()
  let at = 0
  while (at < body.length) {
    const markup = readMarkup(body, at, builder)
    at = markup === at ? readText(body, at, builder) : markup
  }
  return builder.finish(body.length)
}

/** Collects elements as their tags are met. */
class TreeBuilder {
  readonly #stack: OpenElement[] = [newElement('', new Map(), 0)]

  addText(text: string, start: number, end: number): void {
    this.#top.children.push({ kind: 'text', text, start, end })
  }

  open(tag: Tag, start: number, end: number): void {
    const element = newElement(tag.name, tag.attributes, start)
    element.end = end
    this.#top.children.push(element)
    if (tag.isEmpty) return
    if (this.#stack.length > maxDepth) throw new RangeError('the body nests too deep to be read')
    this.#stack.push(element)
  }

  /** Elements inside that stayed open end here too; an end without a beginning says nothing. */
  close(name: string, start: number, end: number): void {
    const at = this.#stack.findLastIndex((element) => element.name === name)
    if (at < 1) return
    for (const inner of this.#stack.splice(at)) inner.end = inner.name === name ? end : start
  }

  finish(end: number): readonly StorageNode[] {
    for (const element of this.#stack) element.end = end
    return (this.#stack[0] as OpenElement).children
  }

  get #top(): OpenElement {
    return this.#stack.at(-1) as OpenElement
  }
}

function newElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  start: number,
): OpenElement {
  return { kind: 'element', name, attributes, children: [], start, end: start }
}

/** Text ends where the next `<` stands; one that begins nothing is text itself. */
function readText(body: string, start: number, builder: TreeBuilder): number {
  const next = body.indexOf('<', start + 1)
  const end = next === -1 ? body.length : next
  builder.addText(decode(body.slice(start, end)), start, end)
  return end
}

function decode(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** What stands between two marks, and what becomes of it. */
const sections: readonly [begin: string, end: string, isText: boolean][] = [
  ['<![CDATA[', ']]>', true],
  ['<!--', '-->', false],
  ['<?', '?>', false],
]

/** Returns where it ends; the start where no markup stands there. */
function readMarkup(body: string, start: number, builder: TreeBuilder): number {
  if (body[start] !== '<') return start
  for (const [begin, end, isText] of sections) {
    if (!body.startsWith(begin, start)) continue
    const found = body.indexOf(end, start + begin.length)
    // What is never closed is text to the end: nothing is searched twice.
    const last = found === -1 ? body.length : found
    const after = found === -1 ? last : found + end.length
    if (isText || found === -1) {
      builder.addText(body.slice(start + begin.length, last), start, after)
    }
    return after
  }
  // No attribute holds a `<`, so that a tag ends before the next one.
  const next = body.indexOf('<', start + 1)
  const tag = readTag(next === -1 ? body.slice(start) : body.slice(start, next))
  if (tag === undefined) return start
  const end = start + tag.length
  if (tag.isEnd) builder.close(tag.name, start, end)
  else builder.open(tag, start, end)
  return end
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly length: number
}

function readTag(text: string): Tag | undefined {
  const [begin, slash, name] = /^<(\/?)([a-z][a-z\d:._-]*)(?=[\s/>])/i.exec(text) ?? []
  if (begin === undefined || name === undefined) return undefined
  const attributes = new Map<string, string>()
  let key = ''
  for (const match of text.slice(begin.length).matchAll(tagPieces)) {
    const [, word, double, single, end] = match
    if (end !== undefined) {
      const isEmpty = end === '/>' || withoutContent.has(name)
      const length = begin.length + match.index + end.length
      return { name, attributes, isEnd: slash === '/', isEmpty, length }
    }
    const value = double ?? single
    if (value !== undefined && key !== '') attributes.set(key, decode(value))
    key = word ?? ''
  }
  return undefined
}

/** A name with its `=`, a value in quotes, the end; each is read once, so the time is that of the length. */
const tagPieces = /([^\s"'=/>]+)(?:\s*=)?|"([^"]*)"|'([^']*)'|(\/?>)/g
