/**
 * Builds one tree of the HTML among Markdown siblings, so that an element may open in one and close
 * in another, as in `<details>`, text, `</details>`.
 * @module
 */
import type { Anchors } from '../anchors.ts'
import { wordsOfNode } from '../headings.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import { tagAsWritten } from '../rewrite-source.ts'
import type { Warnings } from '../warnings.ts'
import { findElementRule, isMathElement } from './html-elements.ts'
import { type HtmlAttributes, type HtmlToken, htmlTokens, noAttributes } from './html-tokens.ts'

export type HtmlItem =
  | MarkdownItem
  /** A part of a text of Markdown. */
  | { readonly kind: 'words'; readonly words: string; readonly line: number }
  /** Text in which each run of space counts as one space. */
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  /** HTML that is shown as source. */
  | { readonly kind: 'source'; readonly source: string; readonly line: number }
  /** The name of the place that follows, to which a link of the page leads. */
  | { readonly kind: 'target'; readonly name: string; readonly line: number }
  | { readonly kind: 'element'; readonly element: HtmlElement }

interface MarkdownItem {
  readonly kind: 'markdown'
  /** The number of its node. */
  readonly id: number
}

export interface HtmlElement {
  readonly name: string
  readonly attributes: HtmlAttributes
  readonly children: readonly HtmlItem[]
  readonly line: number
  readonly hasBlocks: boolean
}

interface Open {
  readonly name: string
  readonly attributes: HtmlAttributes
  readonly children: HtmlItem[]
  readonly line: number
  hasBlocks: boolean
}

interface TreeConversion {
  readonly nodes: ParsedNodes
  readonly warnings: Warnings
  readonly anchors: Pick<Anchors, 'addTarget'>
  /** Tell whether a link of the page leads to a name. */
  isLinked(name: string): boolean
  checkHtmlDepth(depth: number, line: number): void
}

/**
 * Build the tree.
 * @param siblings Numbers of Markdown nodes, HTML among them.
 */
export function htmlTree(
  siblings: readonly number[],
  isInline: boolean,
  conversion: TreeConversion,
): readonly HtmlItem[] {
  const { nodes } = conversion
  const pieces: (HtmlToken | MarkdownItem)[] = []
  let isBelowHtml = false
  for (const id of siblings) {
    const isHtml = nodes.typeOf(id) === 'html'
    if (isHtml) {
      const line = nodes.lineOf(id)
      if (isBelowHtml && !isInline) pieces.push({ kind: 'text', text: blankLine, line })
      for (const token of htmlTokens(nodes.valueOf(id), line)) pieces.push(token)
    } else pieces.push({ kind: 'markdown', id })
    isBelowHtml = isHtml
  }
  const builder = new Builder(matchTags(pieces), isInline, conversion)
  for (const [index, piece] of pieces.entries()) builder.add(piece, index)
  return builder.finish()
}

const blankLine = '\n\n'

export function isBlankLine(item: HtmlItem): boolean {
  return item.kind === 'text' && item.text === blankLine
}

/** Elements that are seen even while they are empty. */
const seenElements = /^(?:details|h[1-6r]|img|li|dd|pre|t[dh])$/

/** Tell whether readers will see something of an item. */
export function isShown(item: HtmlItem): boolean {
  if (item.kind === 'target') return false
  if (item.kind === 'text') return item.text.trim() !== ''
  if (item.kind !== 'element') return true
  return seenElements.test(item.element.name) || item.element.children.some(isShown)
}

/** Elements between which nothing may stand. */
const partsOfOthers = /^(?:dd|dt|li|summary|t[dh])$/

class Builder {
  readonly #stack: Open[] = [
    { name: '', attributes: noAttributes, children: [], line: 1, hasBlocks: false },
  ]
  readonly #pairs: TagPairs
  readonly #isInline: boolean
  readonly #conversion: TreeConversion
  readonly #titles = new Set<string>()

  constructor(pairs: TagPairs, isInline: boolean, conversion: TreeConversion) {
    this.#pairs = pairs
    this.#isInline = isInline
    this.#conversion = conversion
  }

  add(piece: HtmlToken | MarkdownItem, index: number): void {
    if (piece.kind === 'markdown') {
      this.#push(piece)
      if (!this.#isInline) this.#top().hasBlocks = true
      return
    }
    for (let ended = this.#pairs.endsBefore.get(index) ?? 0; ended > 0; ended -= 1) this.#end()
    if (piece.kind === 'open') this.#open(piece, index)
    else if (piece.kind === 'close') this.#close(piece, index)
    else if (piece.kind === 'text') this.#push(piece)
    else if (piece.kind === 'source') this.#show(piece.source, piece.line)
    else this.#conversion.warnings.add('html-comment-dropped', piece.line)
  }

  finish(): readonly HtmlItem[] {
    while (this.#stack.length > 1) this.#end()
    return this.#top().children
  }

  #open(token: HtmlToken & { kind: 'open' }, index: number): void {
    const { name, attributes, isClosed, line, source } = token
    const rule = findElementRule(name)
    const target = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    const role = this.#pairs.roles[index]
    const isNamed = rule !== undefined && target !== undefined && target !== ''
    if (isNamed) this.#conversion.anchors.addTarget(target, line)
    const isTarget = isNamed && this.#conversion.isLinked(target)
    const isPart = role !== undefined && partsOfOthers.test(name)
    if (isTarget && !isPart) this.#push({ kind: 'target', name: target, line })
    // `<sup />` is empty as in JSX, unless an end tag follows, which browsers pair with it.
    if (rule?.kind === 'void' || (rule?.kind === 'inline' && isClosed && role === undefined)) {
      const hasBlocks = name === 'hr'
      this.#push({ kind: 'element', element: { name, attributes, children: [], line, hasBlocks } })
      if (hasBlocks) this.#top().hasBlocks = true
    } else if (role !== undefined) {
      if (role === 'opensUnclosed') {
        this.#conversion.warnings.add('html-unbalanced', line, `<${name}>`)
      }
      this.#conversion.checkHtmlDepth(this.#stack.length, line)
      const hasBlocks = rule?.kind === 'block'
      this.#stack.push({ name, attributes, children: [], line, hasBlocks })
      if (isTarget && isPart) this.#push({ kind: 'target', name: target, line })
    } else this.#show(source, line)
  }

  #close(token: HtmlToken & { kind: 'close' }, index: number): void {
    const { name, line, source } = token
    const kind = findElementRule(name)?.kind
    if (this.#pairs.roles[index] === 'closes') this.#end()
    // `</br>` means nothing, and the end of a block that is not open has no words to keep.
    else if (kind === 'block' || kind === 'void') {
      this.#conversion.warnings.add('html-unbalanced', line, `</${name}>`)
    } else this.#show(source, line)
  }

  #end(): void {
    const element = this.#withTitle(this.#stack.pop() as Open)
    this.#push({ kind: 'element', element })
    if (element.hasBlocks) this.#top().hasBlocks = true
  }

  /** Put the title of words, which appears where the pointer rests on them, in brackets behind. */
  #withTitle(element: HtmlElement): HtmlElement {
    const { name, attributes, children, line } = element
    const title = attributes.get('title')?.trim() ?? ''
    // Links have titles in the wiki, too.
    if (title === '' || (name === 'a' && attributes.get('href'))) return element
    if (this.#stack.some((outer) => outer.name === 'pre' || outer.name === 'code')) return element
    if (findElementRule(name)?.kind === 'block') {
      this.#conversion.warnings.add('tooltip-dropped', line)
      return element
    }
    const words = children.map((item) => textOfItem(item, this.#conversion.nodes)).join('')
    const isSaid = words.trim() === '' || words.trim().toLowerCase() === title.toLowerCase()
    // Once is enough for an abbreviation.
    if (isSaid || this.#titles.has(title)) return element
    this.#titles.add(title)
    return { ...element, children: [...children, { kind: 'text', text: ` (${title})`, line }] }
  }

  #show(source: string, line: number): void {
    const [, name = ''] = /^<\/?([a-z-]+)/i.exec(source) ?? []
    if (isMathElement(name)) {
      if (/^<math\b/i.test(source)) this.#conversion.warnings.add('mathml-flattened', line)
      return
    }
    this.#conversion.warnings.add('html-shown', line, tagOf(source))
    this.#push({ kind: 'source', source: tagAsWritten(source), line })
  }

  #push(item: HtmlItem): void {
    this.#top().children.push(item)
  }

  #top(): Open {
    return this.#stack.at(-1) as Open
  }
}

function textOfItem(item: HtmlItem, nodes: ParsedNodes): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'words':
      return item.words
    case 'source':
      return item.source
    case 'target':
      return ''
    case 'markdown':
      return wordsOfNode(item.id, nodes)
    case 'element':
      return item.element.children.map((child) => textOfItem(child, nodes)).join('')
  }
}

interface TagPairs {
  readonly endsBefore: ReadonlyMap<number, number>
  readonly roles: readonly (TagRole | undefined)[]
}

/** A tag opens or closes an element, or opens a block that nothing closes. */
type TagRole = 'opens' | 'closes' | 'opensUnclosed'

interface Block {
  readonly name: string
  readonly index: number
  readonly open: { readonly name: string; readonly index: number }[]
  readonly counts: Map<string, number>
}

/** Find which tags open and close elements. */
function matchTags(tokens: readonly (HtmlToken | { readonly kind: 'markdown' })[]): TagPairs {
  const matcher = new Matcher(tokens.length)
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as HtmlToken
    if (token.kind === 'open') matcher.open(token.name, index)
    else if (token.kind === 'close') matcher.close(token.name, index)
  }
  return matcher.finish()
}

class Matcher {
  readonly #blocks: Block[] = [newBlock('', -1)]
  readonly #openBlocks = new Map<string, number>()
  readonly #endsBefore = new Map<number, number>()
  readonly #roles: (TagRole | undefined)[]

  constructor(count: number) {
    this.#roles = new Array<TagRole | undefined>(count).fill(undefined)
  }

  open(name: string, index: number): void {
    const rule = findElementRule(name)
    if (rule === undefined || rule.kind === 'void') return
    if (rule.kind === 'inline') {
      const { open, counts } = this.#top()
      open.push({ name, index })
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return
    }
    let ended = 0
    while (rule.ends.includes(this.#top().name)) {
      this.#pop()
      ended += 1
    }
    if (ended > 0) this.#endsBefore.set(index, ended)
    this.#blocks.push(newBlock(name, index))
    this.#openBlocks.set(name, (this.#openBlocks.get(name) ?? 0) + 1)
    this.#roles[index] = 'opens'
  }

  close(name: string, index: number): void {
    const rule = findElementRule(name)
    if (rule?.kind === 'inline') this.#closeInline(name, index)
    else if (rule?.kind === 'block' && (this.#openBlocks.get(name) ?? 0) > 0) {
      let ended = 0
      while (this.#top().name !== name) {
        this.#leaveUnclosed()
        ended += 1
      }
      if (ended > 0) this.#endsBefore.set(index, ended)
      this.#pop()
      this.#roles[index] = 'closes'
    }
  }

  finish(): TagPairs {
    while (this.#blocks.length > 1) this.#leaveUnclosed()
    return { endsBefore: this.#endsBefore, roles: this.#roles }
  }

  #closeInline(name: string, index: number): void {
    const { open, counts } = this.#top()
    if ((counts.get(name) ?? 0) === 0) return
    for (;;) {
      const last = open.pop() as Block['open'][number]
      counts.set(last.name, (counts.get(last.name) as number) - 1)
      // Formatting tags opened in between have no end inside this element, so they become text.
      if (last.name !== name) continue
      this.#roles[last.index] = 'opens'
      this.#roles[index] = 'closes'
      return
    }
  }

  #top(): Block {
    return this.#blocks.at(-1) as Block
  }

  #pop(): Block {
    const block = this.#blocks.pop() as Block
    this.#openBlocks.set(block.name, (this.#openBlocks.get(block.name) as number) - 1)
    return block
  }

  #leaveUnclosed(): void {
    const { name, index } = this.#pop()
    if (findElementRule(name)?.ends.length === 0) this.#roles[index] = 'opensUnclosed'
  }
}

function newBlock(name: string, index: number): Block {
  return { name, index, open: [], counts: new Map() }
}

/** Name a tag without its attributes, an end tag like its start, and a comment by its mark. */
function tagOf(source: string): string {
  const [, name] = /^<\/?([\w:.-]+)/.exec(source) ?? []
  const [mark] = /^<(?:!--|!\[CDATA\[|[!?])/.exec(source) ?? []
  return name === undefined ? (mark ?? source) : `<${name}>`
}
