/**
 * Parses XML strictly into a tree: no entities of its own, no document type that declares anything.
 * Whatever is not well-formed is refused, so that no two readers can understand it differently.
 * @module
 */
import { SaxesParser } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

/** The text is no XML, or more of it than anything that is drawn by hand or program. */
class XmlError extends Error {}

const maxDepth = 100
const maxElements = 100_000

/**
 * Parse a document.
 * @returns Its root, or `undefined`.
 */
export function parseXml(text: string): XmlElement | undefined {
  try {
    return readTree(text)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

function readTree(text: string): XmlElement | undefined {
  const parser = strictParser()
  const stack: OpenElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  const add = (child: XmlElement | string): void => {
    stack.at(-1)?.children.push(child)
  }
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > maxElements || stack.length >= maxDepth) throw new XmlError()
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [] }
    root ??= element
    add(element)
    stack.push(element)
  })
  parser.on('closetag', () => void stack.pop())
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text).close()
  return root
}

/** Without declarations of its own it says nothing. */
const documentType = /^\s+svg(?:\s+(?:PUBLIC\s+"[^"<>]*"\s+"[^"<>]*"|SYSTEM\s+"[^"<>]*"))?\s*$/

function strictParser(): SaxesParser<{ readonly xmlns: false }> {
  // XML 1.1 would allow characters that no other document may hold.
  const parser = new SaxesParser({
    xmlns: false,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  } as const)
  // The parser's own table inherits `constructor` and the like from every object.
  parser.ENTITIES = Object.assign(Object.create(null), {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  })
  parser.on('error', (error) => {
    throw new XmlError(error.message)
  })
  parser.on('doctype', (written) => {
    if (!documentType.test(written)) throw new XmlError()
  })
  return parser
}
