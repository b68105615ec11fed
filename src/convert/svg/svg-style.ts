/** Checks values of attributes and properties of an SVG image, and rewrites its stylesheets. @module */
import { functions, properties } from './svg-rules.ts'

/** Something that was rewritten, and whether anything had to be left out. */
export interface Rewritten {
  readonly text: string
  readonly isReduced: boolean
}

const localUrl = /url\(\s*(?:#[^\s"'()]+|"#[^\s"'()]+"|'#[^\s"'()]+')\s*\)/gi

/**
 * Tell whether a value is plain: numbers, words, colours, and references inside the same image.
 * @param value The value of an attribute or a property.
 */
export function isPlainValue(value: string): boolean {
  // Escapes, rules inside values, markup, and whatever could end the value early.
  if (/[\\@<>{};:]|\/\*/.test(value)) return false
  const bare = value.replace(localUrl, '').replace(/"[^"'\n]*"|'[^"'\n]*'/g, '')
  if (/["']|\burl\b/i.test(bare)) return false
  for (const { index } of value.matchAll(/\(/g)) {
    const [called = ''] = /[A-Za-z-]*$/.exec(value.slice(Math.max(0, index - 20), index)) ?? []
    if (!functions.has(called.toLowerCase())) return false
  }
  return true
}

/** List the ids that a value refers to. */
export function referencesOf(value: string): string[] {
  return Array.from(value.matchAll(localUrl), ([found]) =>
    found.slice(found.indexOf('#') + 1).replace(/["'\s)]+$/, ''),
  )
}

/** Rewrite declarations, as in a `style` attribute. */
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

/** Rewrite a stylesheet; rules that start with `@` are left out. */
export function rewriteStylesheet(css: string): Rewritten {
  const clean = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const kept: string[] = []
  let isReduced = false
  let at = 0
  for (;;) {
    const start = clean.indexOf('{', at)
    if (start === -1) break
    const end = closingBrace(clean, start)
    // What stands before a semicolon is a rule without a block, `@import` say.
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
