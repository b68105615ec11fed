/** Checks attribute and property values of SVG images, and rewrites their stylesheets. @module */
import { wordSet } from '../word-set.ts'

export const elements: ReadonlySet<string> = wordSet(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title
  desc style linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
  feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence`)

/** Elements that are replaced by their children. */
export const transparentElements: ReadonlySet<string> = wordSet('a switch')

/** Elements that show nothing and are dropped. */
export const invisibleElements: ReadonlySet<string> = wordSet('metadata')

/** Elements that may reference another element of the same image. */
export const referringElements: ReadonlySet<string> = wordSet(
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

export const attributes: ReadonlySet<string> = wordSet(`
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

export interface Rewritten {
  readonly text: string
  readonly isReduced: boolean
}

const localUrl = /url\(\s*(?:#[^\s"'()]+|"#[^\s"'()]+"|'#[^\s"'()]+')\s*\)/gi

/** Tell whether a value has only numbers, words, colours and references inside the same image. */
export function isPlainValue(value: string): boolean {
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

export function referencesOf(value: string): string[] {
  return Array.from(value.matchAll(localUrl), ([found]) =>
    found.slice(found.indexOf('#') + 1).replace(/["'\s)]+$/, ''),
  )
}

export function rewriteDeclarations(css: string): Rewritten {
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

/** Rewrite a stylesheet without its `@` rules. */
export function rewriteStylesheet(css: string): Rewritten {
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
