/** Code blocks and formulas as HTML: coloured code, MathML and diagrams. @module */
import { inDollars, isFormulaBlock } from '../adf/formula.ts'
import { timeBudget } from '../base/time-budget.ts'
import { escapeHtml } from './escape.ts'
import { highlight } from './highlight.ts'
import { withMarkedLines } from './marked-code.ts'
import { texToMathml } from './tex-to-mathml.ts'
import { codeOf, textValue, type UncheckedNode } from './unchecked-node.ts'

/** How code blocks are shown. */
export interface CodeOptions {
  /**
   * Give the address of a page that draws a diagram and does nothing else, for a frame without any
   * rights. Without it diagrams are shown as code.
   */
  readonly diagramFrame?: ((source: string) => string) | undefined
}

/** What one page may cost; beyond it, code is shown without colours and formulas as TeX. */
const maxTotalMs = 250
const maxBlockLength = 50_000
const maxTotalLength = 200_000
/** Grammars read identifiers of any length, some of them in quadratic time. */
const maxLineLength = 1_000
const maxDiagrams = 50

/** An inline formula does not break into lines: longer ones may be wider than a phone. */
const maxNarrowLength = 24

/** Renders the code of one document. */
export interface CodeRenderer {
  codeBlock(node: UncheckedNode<'codeBlock'>): string
  /** Render a formula in a sentence. */
  formula(tex: string): string
}

/** Start rendering the code and the formulas of one document. */
export function codeRenderer({ diagramFrame }: CodeOptions): CodeRenderer {
  const budget = timeBudget(maxTotalMs)
  let leftLength = maxTotalLength
  let leftDiagrams = maxDiagrams

  const body = (code: string, language: string): string => {
    const isLight = code.length <= Math.min(maxBlockLength, leftLength) && hasShortLines(code)
    const html = isLight ? highlight(code, language, budget) : undefined
    if (html !== undefined) leftLength -= code.length
    return html ?? escapeHtml(code)
  }

  const mathml = (tex: string, isInline: boolean): string | undefined => {
    if (tex.length > leftLength) return undefined
    leftLength -= tex.length
    return texToMathml(tex, budget, isInline)
  }

  const codeBlock: CodeRenderer['codeBlock'] = (node) => {
    const code = codeOf(node)
    const language = languageOf(node)
    const formula = isFormulaBlock(code, language) ? mathml(code, false) : undefined
    if (formula !== undefined) return `<div class="math" tabindex="0">${formula}</div>`
    const name = language === '' ? '' : ` class="language-${language}"`
    const html = withMarkedLines(body(code, language), node.attrs?.localId)
    const pre = `<pre tabindex="0"><code${name}>${html}</code></pre>`
    const isDiagram = language === 'mermaid' && code.length <= maxBlockLength && leftDiagrams > 0
    if (!isDiagram || diagramFrame === undefined) return pre
    leftDiagrams -= 1
    return diagram(diagramFrame(code), pre)
  }

  return {
    codeBlock,
    formula(tex) {
      const html = mathml(tex, true)
      if (html === undefined) return `<code>${escapeHtml(inDollars(tex))}</code>`
      if (tex.length <= maxNarrowLength) return html
      return `<span class="math-scroll" tabindex="0">${html}</span>`
    },
  }
}

function hasShortLines(code: string): boolean {
  return code.split('\n').every(({ length }) => length <= maxLineLength)
}

/** The name goes into a class, so odd ones are left out. */
function languageOf({ attrs }: UncheckedNode<'codeBlock'>): string {
  const language = textValue(attrs?.language)
  return /^[A-Za-z0-9+#._-]{1,32}$/.test(language) ? language : ''
}

function diagram(address: string, source: string): string {
  return `<figure class="diagram"><iframe src="${escapeHtml(address)}" title="Diagram" sandbox="allow-scripts" loading="lazy"></iframe><details><summary>Source of the diagram</summary>${source}</details></figure>`
}
