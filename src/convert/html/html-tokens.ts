/** Cuts HTML into tags, text and comments, in time that grows with its length. @module */
import { decodeHTMLStrict } from 'entities/decode'

export interface OpenTag {
  readonly kind: 'open'
  readonly name: string
  readonly attributes: HtmlAttributes
  readonly isClosed: boolean
  readonly source: string
  readonly start: number
  readonly line: number
}

export type HtmlToken =
  | OpenTag
  | {
      readonly kind: 'close'
      readonly name: string
      readonly source: string
      readonly line: number
    }
  /** Text with decoded character references. */
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'comment'; readonly line: number }
  /** Anything else, shown as source. */
  | { readonly kind: 'source'; readonly source: string; readonly line: number }

export function htmlTokens(html: string, firstLine: number): (HtmlToken & { end: number })[] {
  const tokens: (HtmlToken & { end: number })[] = []
  const reader = new Reader(html, firstLine)
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    tokens.push(Object.assign(token, { end: reader.at }))
  }
  return tokens
}

const attribute = /([^\s"'=<>`/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>][^\s<>]*)))?/g
/**
 * As browsers allow, an attribute may follow a quoted value without a space. A bare value is taken
 * whole, because it may contain quotes, at each of which another reading would begin.
 */
const tag =
  /<(\/?)([a-z][^\s<>/]*)((?:(?:[\s/]+|(?<=["']))[^\s"'=<>`/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?=([^\s"'<>][^\s<>]*))\4))?)*)[\s/]*?(\/?)>/iy
/** Marks between which nothing is a tag. */
const enclosed: readonly (readonly [opening: string, closing: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
]
const shortComment = /<!--(?:-?>)/y
/** Elements whose content is not HTML. */
const rawElement = /^(?:script|style|textarea)$/

class Reader {
  readonly #html: string
  #at = 0
  #line: number
  #lineEnd: number
  /** Endings that the rest does not contain, so that no search runs in vain twice. */
  readonly #endless = new Set<string>()

  constructor(html: string, line: number) {
    this.#html = html
    this.#line = line
    this.#lineEnd = lineEndFrom(html, 0)
  }

  get at(): number {
    return this.#at
  }

  next(): HtmlToken | undefined {
    const html = this.#html
    if (this.#at >= html.length) return undefined
    if (html[this.#at] !== '<') return this.#text()
    for (const [opening, closing] of enclosed) {
      if (html.startsWith(opening, this.#at)) return this.#enclosed(opening, closing)
    }
    tag.lastIndex = this.#at
    const [source, slash, written = '', attributes = '', , end] = tag.exec(html) ?? []
    if (source === undefined) return this.#text()
    const name = written.toLowerCase()
    if (slash === '' && rawElement.test(name)) return this.#enclosed(source, `</${name}>`)
    const start = this.#at
    const line = this.#advance(source.length)
    if (slash === '/') return { kind: 'close', name, source, line }
    const tagAttributes = new HtmlAttributes(attributes)
    const isClosed = end === '/'
    return { kind: 'open', name, attributes: tagAttributes, isClosed, source, start, line }
  }

  #text(): HtmlToken {
    const next = this.#html.indexOf('<', this.#at + 1)
    const end = next === -1 ? this.#html.length : next
    const text = decodeReferences(this.#html.slice(this.#at, end))
    return { kind: 'text', text, line: this.#advance(end - this.#at) }
  }

  /** Read what stands between two marks; without the second one the rest is source. */
  #enclosed(opening: string, closing: string): HtmlToken {
    // The HTML standard makes `<!-->` and `<!--->` complete comments.
    shortComment.lastIndex = this.#at
    const end = shortComment.test(this.#html) ? shortComment.lastIndex : this.#endOf(closing)
    const source = this.#html.slice(this.#at, end)
    const line = this.#advance(source.length)
    const isComment = end !== undefined && opening === '<!--'
    return isComment ? { kind: 'comment', line } : { kind: 'source', source, line }
  }

  #endOf(terminator: string): number | undefined {
    if (this.#endless.has(terminator)) return undefined
    const index = this.#html.indexOf(terminator, this.#at)
    if (index !== -1) return index + terminator.length
    this.#endless.add(terminator)
    return undefined
  }

  /** Advance, and return the line before it. */
  #advance(length: number): number {
    const line = this.#line
    this.#at += length
    for (; this.#lineEnd < this.#at; this.#lineEnd = lineEndFrom(this.#html, this.#lineEnd + 1)) {
      this.#line += 1
    }
    return line
  }
}

function lineEndFrom(html: string, at: number): number {
  const index = html.indexOf('\n', at)
  return index === -1 ? Number.POSITIVE_INFINITY : index
}

/** The attributes of a tag, parsed on first use. */
export class HtmlAttributes {
  readonly #source: string
  #read: ReadonlyMap<string, string> | undefined

  constructor(source: string) {
    this.#source = source
  }

  /** @param name In lower case. */
  get(name: string): string | undefined {
    if (this.#read === undefined && !this.#source.toLowerCase().includes(name)) return undefined
    return this.all.get(name)
  }

  get all(): ReadonlyMap<string, string> {
    this.#read ??= readAttributes(this.#source)
    return this.#read
  }
}

function readAttributes(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of source.matchAll(attribute)) {
    const key = name.toLowerCase()
    // As in browsers, the first of a name counts.
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''))
  }
  return attributes
}

/**
 * Decode the character references in HTML. As in Markdown, one needs its semicolon, so that
 * `?a=1&copy=2` stays as it is.
 */
export function decodeReferences(html: string): string {
  return html.includes('&') ? decodeHTMLStrict(html) : html
}
