/**
 * Parses storage format: XHTML without namespace declarations, with HTML's named characters.
 * Malformed input is repaired without losing text.
 * @module
 */
import { type HtmlToken, htmlTokens } from '../../convert/html/html-tokens.ts'

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
 * @throws {RangeError} When the body nests too deep.
 */
export function parseStorage(body: string): readonly StorageNode[] {
  const builder = new TreeBuilder()
  let start = 0
  for (const token of htmlTokens(body, 1)) {
    const { kind, end } = token
    if (kind === 'open') builder.open(token, start, end)
    else if (kind === 'close') builder.close(token.name, start, end)
    else if (kind !== 'comment') builder.addText(textOf(token), start, end)
    start = end
  }
  return builder.finish(body.length)
}

class TreeBuilder {
  readonly #stack: OpenElement[] = [newElement('', new Map(), 0)]

  addText(text: string, start: number, end: number): void {
    if (text === '') return
    this.#top.children.push({ kind: 'text', text, start, end })
  }

  open(tag: HtmlToken & { kind: 'open' }, start: number, end: number): void {
    const { name, attributes, isClosed } = tag
    const element = newElement(name, attributes.all, start)
    element.end = end
    this.#top.children.push(element)
    if (isClosed || withoutContent.has(name)) return
    if (this.#stack.length > maxDepth) throw new RangeError('the body nests too deep to be read')
    this.#stack.push(element)
  }

  /** Close an element and all unclosed elements in it; an end tag without a start is ignored. */
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

/** The text of CDATA sections and other markup that is not a tag. */
function textOf(token: Exclude<HtmlToken, { kind: 'open' | 'close' | 'comment' }>): string {
  if (token.kind === 'text') return token.text
  const { source } = token
  if (source.startsWith(sectionStart)) {
    return source.slice(sectionStart.length, source.endsWith(']]>') ? -3 : undefined)
  }
  return source.startsWith('<?') && source.endsWith('?>') ? '' : source
}

const sectionStart = '<![CDATA['

/** @param list Names with spaces between them. */
export function elementNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

const inline = elementNames(`
  a abbr b big br cite code del em font i img ins kbd q s samp small span strike strong sub
  sup time tt u var ac:emoticon ac:inline-comment-marker ac:link ac:link-body ac:placeholder
  ac:plain-text-link-body`)

const unseen = elementNames(`
  ac:parameter ac:task-id ac:task-uuid ac:task-status ac:default-parameter col colgroup`)

const sentences = elementNames('p pre h1 h2 h3 h4 h5 h6')

const cells = elementNames('li td th dt dd ac:task-body caption ac:caption')

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

/** Tell whether a macro shows its plain text as code. */
export function isCodeMacro(macro: StorageElement): boolean {
  const isOfCode = /^(?:code|noformat)$/.test(macro.attributes.get('ac:name') ?? '')
  return isOfCode && isMacro(macro) && childOf(macro, 'ac:plain-text-body') !== undefined
}
