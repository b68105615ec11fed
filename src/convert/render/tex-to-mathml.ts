/** Renders TeX as MathML, with listed elements, attributes and classes only. @module */
import { wordSet } from '../../contract/base/lists.ts'
import { requirePackage } from '../../contract/base/own-package.ts'
import type { TimeBudget } from '../../contract/base/time-budget.ts'
import { escapeHtml } from './escape.ts'

interface MathNode {
  readonly type?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly classes?: readonly string[]
  readonly style?: Readonly<Record<string, unknown>>
  readonly children?: readonly MathNode[]
  readonly text?: string
}

interface TexParser {
  __renderToMathMLTree(tex: string, options: object): MathNode
}

const options = {
  annotate: true,
  throwOnError: true,
  trust: false,
  maxExpand: 500,
  /** The largest sizes in em and points. */
  maxSize: [20, 400],
}
const maxTexLength = 5_000
const maxHtmlLength = 200_000

const knownElements: ReadonlySet<string> = wordSet(`
  math semantics annotation mrow mi mn mo ms mtext mspace mstyle mfrac msqrt mroot msub msup
  msubsup munder mover munderover mmultiscripts mprescripts mpadded mphantom menclose mtable mtr
  mtd`)
const knownAttributes: ReadonlySet<string> = wordSet(`
  accent accentunder columnspan depth display displaystyle encoding fence form height largeop
  linethickness lspace mathsize mathvariant maxsize minsize movablelimits rowspan rspace
  scriptlevel separator stretchy symmetric voffset width`)
const attributeValue = /^[A-Za-z0-9.+%/ -]{1,40}$/

/** Classes of the parser that `reader.css` styles. */
const knownClasses: ReadonlySet<string> = wordSet(`
  tml-left tml-right tml-jot tml-small tml-cancel tml-xcancel tml-overline tml-underline
  upstrike downstrike sout mathcal`)

/** The parser's relevant inline styles as classes, because our pages forbid inline styles. */
const classesOfStyles: Readonly<Record<string, string>> = {
  'border:1px solid': 'math-box',
  'fontWeight:bold': 'math-bold',
  'borderBottom:0.06em solid': 'math-line-below',
  'borderLeft:0.06em solid': 'math-line-before',
  'borderRight:0.06em solid': 'math-line-after',
  'borderTop:0.06em solid': 'math-line-above',
  'paddingLeft:0em': 'math-flush-start',
  'paddingRight:0em': 'math-flush-end',
  'width:100%': 'math-wide',
  'width:50%': 'math-glue',
}

class NotAllowed extends Error {}

/**
 * Render a formula.
 * @param tex The TeX without dollar signs.
 * @returns HTML; undefined for what is no formula, is not allowed or takes too long.
 */
export function texToMathml(tex: string, budget: TimeBudget, isInline = false): string | undefined {
  if (tex.length > maxTexLength || tex.trim() === '') return undefined
  try {
    // Loaded with the first formula: most pages have none.
    const { __renderToMathMLTree: parse } = requirePackage('temml') as TexParser
    const html = budget.run(() => mathml(parse(tex, { ...options, displayMode: !isInline })))
    return html !== undefined && html.length <= maxHtmlLength ? html : undefined
  } catch {
    // Also catches the parser's own faults and stack overflows.
    return undefined
  }
}

function mathml(node: MathNode): string {
  const { type, children = [], text, classes = [] } = node
  if (typeof text === 'string') return escapeHtml(text)
  const inside = children.map(mathml).join('')
  if (type !== undefined && knownElements.has(type)) {
    return `<${type}${attributesOf(node)}>${inside}</${type}>`
  }
  // A fragment has only children; the place of an equation number stays empty.
  const isPlain = type === undefined && (classes.length === 0 || classes[0] === 'tml-eqn')
  if (!isPlain) throw new NotAllowed(type ?? 'HTML element')
  return inside
}

function attributesOf({ attributes = {}, classes = [], style = {} }: MathNode): string {
  let html = ''
  for (const [name, value] of Object.entries(attributes)) {
    const isKnown = knownAttributes.has(name) && attributeValue.test(String(value))
    if (isKnown) html += ` ${name}="${value}"`
  }
  const kept = classes.flatMap((name) => name.split(' ')).filter((name) => knownClasses.has(name))
  for (const [property, value] of Object.entries(style)) {
    const name = classesOfStyles[`${property}:${String(value).trim()}`]
    if (name !== undefined) kept.push(name)
  }
  return kept.length > 0 ? `${html} class="${kept.join(' ')}"` : html
}
