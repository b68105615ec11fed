/**
 * Rewrites an SVG image with known elements, attributes and values only, so that it cannot run
 * scripts, load anything or link anywhere.
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import {
  attributes,
  elements,
  invisibleElements,
  isPlainValue,
  properties,
  referencesOf,
  referringElements,
  rewriteDeclarations,
  rewriteStylesheet,
  transparentElements,
} from './svg-style.ts'

export interface SanitizedSvg {
  readonly svg: string
  /** Whether something visible was left out. */
  readonly isReduced: boolean
  /** In pixels, where the image has a size of its own. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

const svgNamespace = 'http://www.w3.org/2000/svg'
/** The most elements a browser may have to draw, counted each time they are referenced. */
const maxDrawnElements = 500_000

/**
 * Sanitize an image.
 * @param bytes Possibly SVG, in UTF-8.
 * @returns Undefined when it is not SVG or cannot be made safe.
 */
export function sanitizeSvg(bytes: Uint8Array): SanitizedSvg | undefined {
  const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : ''
  const root = text.includes('<svg') ? parseXml(text) : undefined
  if (root?.name !== 'svg') return undefined
  if ((root.attributes.get('xmlns') ?? svgNamespace) !== svgNamespace) return undefined
  const sanitizer = new Sanitizer()
  const [clean] = sanitizer.clean(root)
  if (typeof clean !== 'object' || !isDrawable(clean)) return undefined
  return { svg: serialize(clean), isReduced: sanitizer.isReduced, size: sizeOf(clean) }
}

class Sanitizer {
  isReduced = false

  clean(element: XmlElement): readonly (XmlElement | string)[] {
    const { name } = element
    if (transparentElements.has(name)) return this.#cleanChildren(element)
    // Elements of other namespaces are data of drawing programs.
    if (invisibleElements.has(name) || name.includes(':')) return []
    if (!elements.has(name)) {
      this.isReduced = true
      return []
    }
    const children = name === 'style' ? this.#stylesheet(element) : this.#cleanChildren(element)
    return [{ name, attributes: this.#cleanAttributes(element), children }]
  }

  #cleanChildren({ children }: XmlElement): (XmlElement | string)[] {
    return children.flatMap((child) => (typeof child === 'string' ? [child] : this.clean(child)))
  }

  #stylesheet({ children }: XmlElement): string[] {
    const css = children.filter((child) => typeof child === 'string').join('')
    const { text, isReduced } = rewriteStylesheet(css)
    if (isReduced || children.some((child) => typeof child !== 'string')) this.isReduced = true
    return [text]
  }

  #cleanAttributes(element: XmlElement): Map<string, string> {
    const kept = new Map<string, string>()
    for (const [name, value] of element.attributes) {
      if (name === 'href' || name === 'xlink:href') {
        if (!referringElements.has(element.name)) continue
        if (/^#[^\s"'()<>\\]+$/.test(value)) kept.set('href', value)
        else this.isReduced = true
      } else if (name === 'style') {
        const { text, isReduced } = rewriteDeclarations(value)
        if (text !== '') kept.set(name, text)
        if (isReduced) this.isReduced = true
      } else if (name === 'xml:space') {
        if (value === 'preserve') kept.set(name, value)
      } else if (name === 'id' || name === 'class') kept.set(name, value)
      else if (attributes.has(name) || properties.has(name)) {
        if (isPlainValue(value)) kept.set(name, value)
        else this.isReduced = true
      } else if (name.startsWith('on')) this.isReduced = true
    }
    return kept
  }
}

/**
 * Check that drawing terminates soon: elements that reference each other can multiply or form
 * circles.
 */
function isDrawable(root: XmlElement): boolean {
  const byId = new Map<string, XmlElement>()
  const collect = (element: XmlElement): void => {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  collect(root)
  const counts = new Map<XmlElement, number>()
  const count = (element: XmlElement, depth: number): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    if (depth > 1_000) return Number.POSITIVE_INFINITY
    // A second visit before the end means a circle.
    counts.set(element, Number.POSITIVE_INFINITY)
    let total = 1
    for (const child of element.children) {
      if (typeof child !== 'string') total += count(child, depth + 1)
    }
    for (const id of referencesOfElement(element)) {
      const target = byId.get(id)
      if (target !== undefined) total += count(target, depth + 1)
    }
    counts.set(element, total)
    return total
  }
  return count(root, 0) <= maxDrawnElements
}

function* referencesOfElement({ attributes }: XmlElement): Generator<string> {
  for (const [name, value] of attributes) {
    if (name === 'href') yield value.slice(1)
    else if (value.includes('#')) yield* referencesOf(value)
  }
}

function serialize({ name, attributes, children }: XmlElement, isRoot = true): string {
  let svg = `<${name}${isRoot ? ` xmlns="${svgNamespace}"` : ''}`
  for (const [key, value] of attributes) svg += ` ${key}="${escapeMarkup(value)}"`
  if (children.length === 0) return `${svg}/>`
  svg += '>'
  for (const child of children) {
    svg += typeof child === 'string' ? escapeMarkup(child) : serialize(child, false)
  }
  return `${svg}</${name}>`
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function sizeOf({ attributes }: XmlElement): SanitizedSvg['size'] {
  const [, , boxWidth, boxHeight] = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/)
  const width = pixels(attributes.get('width') ?? boxWidth)
  const height = pixels(attributes.get('height') ?? boxHeight)
  return width === undefined || height === undefined ? undefined : { width, height }
}

function pixels(length: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d{1,5}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(length ?? '') ?? []
  const rounded = Math.round(Number(digits ?? 0))
  return rounded >= 1 ? rounded : undefined
}

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

/** The text is not XML, or larger than any real drawing. */
class XmlError extends Error {}

const maxDepth = 100
const maxElements = 100_000

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

/** A document type without declarations of its own has no effect. */
const documentType = /^\s+svg(?:\s+(?:PUBLIC\s+"[^"<>]*"\s+"[^"<>]*"|SYSTEM\s+"[^"<>]*"))?\s*$/

function strictParser(): SaxesParser<{ readonly xmlns: false }> {
  // XML 1.1 allows characters that other documents may not contain.
  const parser = new SaxesParser({
    xmlns: false,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  } as const)
  // The parser's own table inherits `constructor` and the like from Object.
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
