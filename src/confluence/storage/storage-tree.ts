/**
 * Parses storage format: XHTML without namespace declarations, with HTML's named characters.
 * Malformed input is repaired without losing text.
 * @module
 */
import { decodeHTMLStrict } from 'entities/decode'

export interface StorageElement {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly StorageNode[]
  readonly start: number
  readonly end: number
}

interface StorageText {
  readonly kind: 'text'
  readonly text: string
  readonly start: number
  readonly end: number
}

export type StorageNode = StorageElement | StorageText

interface OpenElement extends StorageElement {
  readonly children: StorageNode[]
  end: number
}

/** People nest some dozens of levels; the limit protects recursive readers. */
const maxDepth = 500

const withoutContent: ReadonlySet<string> = new Set(['br', 'hr', 'col', 'img'])

/**
 * @returns The top-level nodes.
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

  /** Also ends unclosed elements inside; an end without a start is ignored. */
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

function readText(body: string, start: number, builder: TreeBuilder): number {
  const next = body.indexOf('<', start + 1)
  const end = next === -1 ? body.length : next
  builder.addText(decode(body.slice(start, end)), start, end)
  return end
}

function decode(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** Sections with their own end marks, and whether their content is text. */
const sections: readonly [begin: string, end: string, isText: boolean][] = [
  ['<![CDATA[', ']]>', true],
  ['<!--', '-->', false],
  ['<?', '?>', false],
]

/** @returns The end; the start where there is no markup. */
function readMarkup(body: string, start: number, builder: TreeBuilder): number {
  if (body[start] !== '<') return start
  for (const [begin, end, isText] of sections) {
    if (!body.startsWith(begin, start)) continue
    const endIndex = body.indexOf(end, start + begin.length)
    // An unclosed section is text to the end, so that nothing is searched twice.
    const last = endIndex === -1 ? body.length : endIndex
    const after = endIndex === -1 ? last : endIndex + end.length
    if (isText || endIndex === -1) {
      builder.addText(body.slice(start + begin.length, last), start, after)
    }
    return after
  }
  // Attributes contain no `<`, so a tag ends before the next one.
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

/** A name with its `=`, a quoted value, or the end. Reading them one by one takes linear time. */
const tagPieces = /([^\s"'=/>]+)(?:\s*=)?|"([^"]*)"|'([^']*)'|(\/?>)/g

const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'big',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'ac:emoticon',
  'ac:inline-comment-marker',
  'ac:link',
  'ac:link-body',
  'ac:placeholder',
  'ac:plain-text-link-body',
])

const unseen: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:task-id',
  'ac:task-uuid',
  'ac:task-status',
  'ac:default-parameter',
  'col',
  'colgroup',
])

const sentences: ReadonlySet<string> = new Set(['p', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const cells: ReadonlySet<string> = new Set([
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'ac:task-body',
  'caption',
])

export type StorageRoom = 'blocks' | 'cell' | 'sentence'

export function roomInside(name: string): StorageRoom {
  if (sentences.has(name)) return 'sentence'
  return cells.has(name) ? 'cell' : 'blocks'
}

export function isInline(name: string): boolean {
  return inline.has(name)
}

export function isUnseen(name: string): boolean {
  return unseen.has(name)
}

export function isMacro({ name }: StorageElement): boolean {
  return name === 'ac:structured-macro' || name === 'ac:macro'
}

export function childOf(element: StorageElement, name: string): StorageElement | undefined {
  return element.children.find(
    (child): child is StorageElement => child.kind === 'element' && child.name === name,
  )
}

export function textInside(nodes: readonly StorageNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : textInside(node.children)))
    .join('')
}

const codeMacros: ReadonlySet<string> = new Set(['code', 'noformat'])

/** Read the code of a macro; undefined when it shows none. */
export function codeOfMacro(macro: StorageElement): string | undefined {
  const body = childOf(macro, 'ac:plain-text-body')
  if (body === undefined || !codeMacros.has(macro.attributes.get('ac:name') ?? '')) return undefined
  return textInside(body.children)
}
