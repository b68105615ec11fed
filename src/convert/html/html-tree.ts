/**
 * Builds one tree of the HTML among Markdown siblings, so that an element may open in one and close
 * in another, as in `<details>`, text, `</details>`.
 * @module
 */
import type { Conversion } from '../conversion.ts'
import { wordsOfNode } from '../headings.ts'
import { tagAsWritten } from '../rewrite-source.ts'
import { findElementRule } from './html-elements.ts'
import { HtmlAttributes, type HtmlToken, htmlTokens, type OpenTag } from './html-tokens.ts'

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
  /**
   * How deep elements nest in this one, which counts as the first level. Elements that never have
   * content, such as `<br>`, add no level.
   */
  readonly height: number
}

/** A block element that is still open; the first one stands for the whole document. */
interface OpenBlock {
  readonly tag: Pick<OpenTag, 'name' | 'attributes' | 'line'>
  readonly children: HtmlItem[]
  /** Inline elements that are still open: their tags, and their places among `children`. */
  readonly inlines: { readonly tag: OpenTag; readonly at: number }[]
  /** How many inline elements of each name are still open. */
  readonly counts: Map<string, number>
}

/**
 * Build the tree.
 * @param siblings Numbers of Markdown nodes, HTML among them.
 */
export function htmlTree(
  siblings: readonly number[],
  isInline: boolean,
  conversion: Conversion,
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
  const builder = new Builder(isInline, conversion)
  for (const piece of pieces) builder.add(piece)
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

/**
 * The tag of a block opens an element at once. The tag of an inline element is kept as source, because
 * many are never closed; its end tag replaces it and everything since by an element.
 */
class Builder {
  readonly #stack: OpenBlock[] = [
    openBlock({ name: '', attributes: new HtmlAttributes(''), line: 1 }),
  ]
  readonly #openBlocks = new Map<string, number>()
  readonly #isInline: boolean
  readonly #conversion: Conversion
  readonly #titles = new Set<string>()

  constructor(isInline: boolean, conversion: Conversion) {
    this.#isInline = isInline
    this.#conversion = conversion
  }

  add(piece: HtmlToken | MarkdownItem): void {
    if (piece.kind === 'open') this.#open(piece)
    else if (piece.kind === 'close') this.#close(piece)
    else if (piece.kind === 'source') this.#show(piece.source, piece.line)
    else if (piece.kind !== 'comment') this.#push(piece)
    else this.#conversion.warnings.add('html-comment-dropped', piece.line)
  }

  finish(): readonly HtmlItem[] {
    while (this.#stack.length > 1) this.#endUnclosed()
    const { children, inlines } = this.#top()
    for (const { tag } of inlines) this.#warnOfUnclosed(tag)
    return children
  }

  #open(tag: OpenTag): void {
    const { name, attributes, isClosed, line, source } = tag
    const rule = findElementRule(name)
    if (rule === undefined) {
      this.#show(source, line)
      return
    }
    while (rule.ends.includes(this.#top().tag.name)) this.#end()
    const target = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    if (target) this.#conversion.anchors.addTarget(target, line)
    const isTarget = target !== undefined && target !== '' && this.#conversion.isLinked(target)
    const isPart = partsOfOthers.test(name)
    if (isTarget && !isPart) this.#push({ kind: 'target', name: target, line })
    if (rule.kind === 'block') {
      // Refuse deep nesting already here: each title searches all open blocks, which would take too long.
      this.#conversion.checkHtmlDepth(this.#stack.length, line)
      this.#stack.push(openBlock(tag))
      this.#openBlocks.set(name, (this.#openBlocks.get(name) ?? 0) + 1)
      if (isTarget && isPart) this.#push({ kind: 'target', name: target, line })
      return
    }
    const { children, inlines, counts } = this.#top()
    if (rule.kind === 'inline') {
      inlines.push({ tag, at: children.length })
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    // `<sup />` is empty as in JSX, unless an end tag follows, which browsers pair with it.
    const isEmpty = isClosed || rule.kind === 'void'
    if (isEmpty) this.#push({ kind: 'element', element: this.#elementOf(tag, []) })
    else this.#push({ kind: 'source', source: tagAsWritten(source), line })
  }

  #close({ name, line, source }: HtmlToken & { kind: 'close' }): void {
    const kind = findElementRule(name)?.kind
    if (kind === 'inline' && (this.#top().counts.get(name) ?? 0) > 0) this.#endInline(name)
    else if (kind === 'block' && (this.#openBlocks.get(name) ?? 0) > 0) {
      while (this.#top().tag.name !== name) this.#endUnclosed()
      this.#end()
    } else if (kind === 'block' || kind === 'void') {
      // `</br>` means nothing, and the end of a block that is not open has no words to keep.
      this.#conversion.warnings.add('html-unbalanced', line, `</${name}>`)
    } else this.#show(source, line)
  }

  #endInline(name: string): void {
    const { children, inlines, counts } = this.#top()
    for (;;) {
      const { tag, at } = inlines.pop() as OpenBlock['inlines'][number]
      counts.set(tag.name, (counts.get(tag.name) as number) - 1)
      if (tag.name === name) {
        const [, ...inside] = children.splice(at)
        this.#pushElement(tag, inside)
        return
      }
      this.#warnOfUnclosed(tag)
    }
  }

  #end(): void {
    const { tag, children, inlines } = this.#stack.pop() as OpenBlock
    this.#openBlocks.set(tag.name, (this.#openBlocks.get(tag.name) as number) - 1)
    for (const inline of inlines) this.#warnOfUnclosed(inline.tag)
    this.#pushElement(tag, children)
  }

  /** End a block that nothing closes, which HTML allows for some. */
  #endUnclosed(): void {
    const { name, line } = this.#top().tag
    if (findElementRule(name)?.ends.length === 0) {
      this.#conversion.warnings.add('html-unbalanced', line, `<${name}>`)
    }
    this.#end()
  }

  #warnOfUnclosed({ isClosed, line, source }: OpenTag): void {
    if (!isClosed) this.#conversion.warnings.add('html-shown', line, tagOf(source))
  }

  #pushElement(tag: OpenBlock['tag'], children: HtmlItem[]): void {
    const element = this.#withTitle(this.#elementOf(tag, children))
    this.#push({ kind: 'element', element })
  }

  #elementOf({ name, attributes, line }: OpenBlock['tag'], children: HtmlItem[]): HtmlElement {
    let hasBlocks = name === 'hr' || findElementRule(name)?.kind === 'block'
    let inside = 0
    for (const item of children) {
      if (item.kind === 'element') {
        inside = Math.max(inside, item.element.height)
        hasBlocks ||= item.element.hasBlocks
      } else if (item.kind === 'markdown' && !this.#isInline) hasBlocks = true
    }
    const height = children.length === 0 ? 0 : inside + 1
    this.#conversion.checkHtmlDepth(height, line)
    return { name, attributes, children, line, hasBlocks, height }
  }

  /** Put the title of words, which appears where the pointer rests on them, in brackets behind. */
  #withTitle(element: HtmlElement): HtmlElement {
    const { name, attributes, children, line } = element
    const title = attributes.get('title')?.trim() ?? ''
    // Links have titles in the wiki, too.
    if (title === '' || (name === 'a' && attributes.get('href'))) return element
    // Code stays as it is written.
    const isInCode = this.#stack.some(
      ({ tag, counts }) => tag.name === 'pre' || (counts.get('code') ?? 0) > 0,
    )
    if (isInCode || findElementRule(name)?.kind === 'block') {
      this.#conversion.warnings.add('tooltip-dropped', line)
      return element
    }
    const words = textOfItems(children, (id) => wordsOfNode(id, this.#conversion.nodes))
    const isSaid = words.trim() === '' || words.trim().toLowerCase() === title.toLowerCase()
    // Once is enough for an abbreviation.
    if (isSaid || this.#titles.has(title)) return element
    this.#titles.add(title)
    return {
      ...element,
      children: [...children, { kind: 'text', text: ` (${title})`, line }],
    }
  }

  #show(source: string, line: number): void {
    this.#conversion.warnings.add('html-shown', line, tagOf(source))
    this.#push({ kind: 'source', source: tagAsWritten(source), line })
  }

  #push(item: HtmlItem): void {
    this.#top().children.push(item)
  }

  #top(): OpenBlock {
    return this.#stack.at(-1) as OpenBlock
  }
}

function openBlock(tag: OpenBlock['tag']): OpenBlock {
  return { tag, children: [], inlines: [], counts: new Map() }
}

/**
 * Collect the plain words of items of HTML; images give their alternative text, breaks a new line.
 * @param wordsOf Reads the words of a node of Markdown.
 */
export function textOfItems(items: readonly HtmlItem[], wordsOf: (id: number) => string): string {
  let text = ''
  for (const item of items) {
    if (item.kind === 'text') text += item.text
    else if (item.kind === 'source') text += item.source
    else if (item.kind === 'words') text += item.words
    else if (item.kind === 'markdown') text += wordsOf(item.id)
    else if (item.kind === 'target') continue
    else if (item.element.name === 'br') text += '\n'
    else if (item.element.name === 'img') text += item.element.attributes.get('alt') ?? ''
    else text += textOfItems(item.element.children, wordsOf)
  }
  return text
}

/** Name a tag without its attributes, an end tag like its start, and a comment by its mark. */
function tagOf(source: string): string {
  const [, name] = /^<\/?([\w:.-]+)/.exec(source) ?? []
  const [mark] = /^<(?:!--|!\[CDATA\[|[!?])/.exec(source) ?? []
  return name === undefined ? (mark ?? source) : `<${name}>`
}
