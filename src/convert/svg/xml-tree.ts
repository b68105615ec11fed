/**
 * Parses XML strictly into a tree: no entities of its own, no document type that declares anything.
 * Whatever is not well-formed is refused, so that no two readers can understand it differently.
 * @module
 */

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, string>
  readonly children: (XmlElement | string)[]
}

/** The text is no XML, or more of it than anything that is drawn by hand or program. */
class XmlError extends Error {}

const maxDepth = 100
const maxElements = 100_000

/**
 * Parse a document.
 * @param text All of it.
 * @returns Its root, or `undefined`.
 */
export function parseXml(text: string): XmlElement | undefined {
  try {
    return new Parser(text.replace(/^\uFEFF/, '')).parse()
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const attributePattern = `\\s+(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`
const startTag = new RegExp(`<(${name})((?:${attributePattern})*)\\s*(/?)>`, 'y')
const attribute = new RegExp(attributePattern, 'g')
const endTag = new RegExp(`</(${name})\\s*>`, 'y')
/** Without declarations of its own it says nothing. */
const documentType =
  /<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+"[^"<>]*"\s+"[^"<>]*"|SYSTEM\s+"[^"<>]*"))?\s*>/y
/** What XML 1.0 does not allow. */
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

class Parser {
  readonly #text: string
  #at = 0
  #elements = 0
  readonly #stack: OpenElement[] = []
  #root: OpenElement | undefined

  constructor(text: string) {
    this.#text = text
  }

  parse(): XmlElement {
    if (forbidden.test(this.#text)) throw new XmlError()
    while (this.#at < this.#text.length) this.#next()
    if (this.#root === undefined || this.#stack.length > 0) throw new XmlError()
    return this.#root
  }

  #next(): void {
    const text = this.#text
    const at = this.#at
    if (text[at] !== '<') this.#characters()
    else if (text.startsWith('<!--', at)) this.#skipTo('-->', 4)
    else if (text.startsWith('<?', at)) this.#skipTo('?>', 2)
    else if (text.startsWith('<![CDATA[', at)) this.#add(this.#skipTo(']]>', 9))
    else if (text.startsWith('<!', at)) this.#documentType()
    else if (text[at + 1] === '/') this.#end()
    else this.#start()
  }

  #characters(): void {
    const next = this.#text.indexOf('<', this.#at)
    const end = next === -1 ? this.#text.length : next
    this.#add(decodeText(this.#text.slice(this.#at, end)))
    this.#at = end
  }

  /** Go behind a terminator, and tell what stood before it. */
  #skipTo(terminator: string, length: number): string {
    const start = this.#at + length
    const end = this.#text.indexOf(terminator, start)
    if (end === -1) throw new XmlError()
    this.#at = end + terminator.length
    return this.#text.slice(start, end)
  }

  #documentType(): void {
    if (this.#root !== undefined) throw new XmlError()
    this.#match(documentType)
  }

  #start(): void {
    const [, tagName = '', written = '', ...rest] = this.#match(startTag)
    const element: OpenElement = { name: tagName, attributes: new Map(), children: [] }
    for (const [, key = '', double, single] of written.matchAll(attribute)) {
      if (element.attributes.has(key)) throw new XmlError()
      element.attributes.set(key, decodeText(double ?? single ?? ''))
    }
    this.#elements += 1
    if (this.#elements > maxElements || this.#stack.length >= maxDepth) throw new XmlError()
    const parent = this.#stack.at(-1)
    if (parent !== undefined) parent.children.push(element)
    else if (this.#root === undefined) this.#root = element
    else throw new XmlError()
    if (rest.at(-1) !== '/') this.#stack.push(element)
  }

  #end(): void {
    const [, tagName] = this.#match(endTag)
    if (this.#stack.pop()?.name !== tagName) throw new XmlError()
  }

  #add(characters: string): void {
    const parent = this.#stack.at(-1)
    if (parent !== undefined) parent.children.push(characters)
    // Nothing but space may stand outside the root.
    else if (characters.trim() !== '') throw new XmlError()
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) throw new XmlError()
    this.#at = pattern.lastIndex
    return found
  }
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function decodeText(written: string): string {
  if (!written.includes('&')) return written
  return written.replace(/&([^;&]{0,12};?)/g, (_, inside: string) => {
    const [, hex, decimal, named] = /^(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));$/i.exec(inside) ?? []
    const character =
      named === undefined
        ? codePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : Object.hasOwn(references, named) && references[named]
    if (!character || forbidden.test(character)) throw new XmlError()
    return character
  })
}

function codePoint(code: number): string | undefined {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
