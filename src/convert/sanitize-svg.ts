/**
 * Rewrites an SVG image with known elements, attributes and values only, so that it cannot run
 * scripts, load anything or link anywhere.
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { wordSet } from '../contract/base/lists.ts'

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
    if (!knownElements.has(name)) {
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
      else if (knownAttributes.has(name) || properties.has(name)) {
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

function readTree(text: string): XmlElement | undefined {
  const parser = strictParser()
  const stack: { readonly children: (XmlElement | string)[] }[] = []
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

/** The elements that stay in an SVG image. */
export const knownElements: ReadonlySet<string> = wordSet(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title
  desc style linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
  feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence`)

/** Elements that are replaced by their children. */
const transparentElements: ReadonlySet<string> = wordSet('a switch')

/** Elements that show nothing and are dropped. */
const invisibleElements: ReadonlySet<string> = wordSet('metadata')

/** Elements that may reference another element of the same image. */
const referringElements: ReadonlySet<string> = wordSet(
  'use linearGradient radialGradient pattern textPath',
)

/** Properties allowed in attributes, `style` and stylesheets. */
export const properties: ReadonlySet<string> = wordSet(`
  alignment-baseline background background-color baseline-shift clip-path clip-rule color
  color-interpolation color-interpolation-filters color-rendering display dominant-baseline fill
  fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
  letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration
  text-rendering transform transform-box transform-origin vector-effect visibility white-space
  word-spacing writing-mode`)

export const knownAttributes: ReadonlySet<string> = wordSet(`
  id class viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
  pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side gradientUnits
  gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result type mode operator values k1 k2 k3 k4 stdDeviation radius
  order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha scale
  xChannelSelector yChannelSelector azimuth elevation surfaceScale diffuseConstant
  specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ z tableValues
  slope intercept amplitude exponent baseFrequency numOctaves seed stitchTiles`)

/** Functions that a value may call; `url` only for elements of the same image. */
const functions: ReadonlySet<string> = wordSet(`
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy rgb rgba hsl hsla
  calc var url`)

const localUrl = /url\(\s*(?:#[^\s"'()]+|"#[^\s"'()]+"|'#[^\s"'()]+')\s*\)/gi

/** Tell whether a value has only numbers, words, colours and references inside the same image. */
function isPlainValue(value: string): boolean {
  // Escapes, markup, and whatever could end the value early.
  if (/[\\@<>{};:]|\/\*/.test(value)) return false
  const bare = value.replace(localUrl, '').replace(/"[^"'\n]*"|'[^"'\n]*'/g, '')
  if (/["']|\burl\b/i.test(bare)) return false
  for (const { index } of value.matchAll(/\(/g)) {
    const [called = ''] = /[A-Za-z-]*$/.exec(value.slice(Math.max(0, index - 20), index)) ?? []
    if (!functions.has(called.toLowerCase())) return false
  }
  return true
}

function referencesOf(value: string): string[] {
  return Array.from(value.matchAll(localUrl), ([found]) =>
    found.slice(found.indexOf('#') + 1).replace(/["'\s)]+$/, ''),
  )
}

function rewriteDeclarations(css: string) {
  const kept: string[] = []
  let isReduced = false
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (!properties.has(name) && !/^--[\w-]+$/.test(name)) continue
    if (isPlainValue(value)) kept.push(`${name}:${value}`)
    else isReduced = true
  }
  return { text: kept.join(';'), isReduced }
}

const selector = /^[\w\s.#,*>+~:()-]+$/

/** Keep the rules of a stylesheet that have plain selectors, with the declarations that are known. */
function rewriteStylesheet(css: string) {
  const clean = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const kept: string[] = []
  let isReduced = false
  let at = 0
  for (;;) {
    const start = clean.indexOf('{', at)
    if (start === -1) break
    const end = closingBrace(clean, start)
    // Text before a semicolon is a rule without a block, such as `@import`.
    const prelude = clean.slice(at, start)
    const chosen = prelude.slice(prelude.lastIndexOf(';') + 1).trim()
    const body = rewriteDeclarations(clean.slice(start + 1, end))
    const isRule = selector.test(chosen)
    if (isRule) kept.push(`${chosen}{${body.text}}`)
    if (!isRule || body.isReduced || prelude.includes(';')) isReduced = true
    at = end + 1
  }
  return { text: kept.join('\n'), isReduced: isReduced || clean.slice(at).trim() !== '' }
}

function closingBrace(css: string, start: number): number {
  let depth = 0
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return css.length
}
