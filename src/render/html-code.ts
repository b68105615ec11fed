/** Code blocks as HTML: coloured code, formulas and diagrams. @module */
import { escapeHtml } from './escape.ts'
import { highlight } from './highlight.ts'
import { texToMathml } from './tex-to-mathml.ts'
import { timeBudget } from './time-budget.ts'
import { codeOf, textValue, type UncheckedNode } from './unchecked-node.ts'

/** How code blocks are shown. */
export interface CodeOptions {
  /**
   * Give the address of a page that draws a diagram and does nothing else, for a frame without any
   * rights. Without it diagrams are shown as code.
   * @param source The diagram in Mermaid's language.
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

/**
 * Start rendering the code blocks of one document.
 * @param options How.
 */
export function codeBlocks({
  diagramFrame,
}: CodeOptions): (node: UncheckedNode<'codeBlock'>) => string {
  const budget = timeBudget(maxTotalMs)
  let leftLength = maxTotalLength
  let leftDiagrams = maxDiagrams

  const body = (code: string, language: string): string => {
    const isLight = code.length <= Math.min(maxBlockLength, leftLength) && hasShortLines(code)
    const html = isLight ? highlight(code, language, budget) : undefined
    if (html !== undefined) leftLength -= code.length
    return html ?? escapeHtml(code)
  }

  return (node) => {
    const code = codeOf(node)
    const language = languageOf(node)
    if (isFormula(code, language) && code.length <= leftLength) {
      const html = texToMathml(code, budget)
      leftLength -= code.length
      if (html !== undefined) return `<div class="math" tabindex="0">${html}</div>`
    }
    const name = language === '' ? '' : ` class="language-${language}"`
    const pre = `<pre tabindex="0"><code${name}>${body(code, language)}</code></pre>`
    const isDiagram = language === 'mermaid' && code.length <= maxBlockLength && leftDiagrams > 0
    if (!isDiagram || diagramFrame === undefined) return pre
    leftDiagrams -= 1
    return diagram(diagramFrame(code), pre)
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

/** ADF has no formulas: they are TeX in code blocks. A listing in LaTeX has commands or comments. */
function isFormula(code: string, language: string): boolean {
  if (language === 'math') return true
  return (
    (language === 'tex' || language === 'latex') && !/(?<!\\)%|^\s*\\(?:def|newcommand)/.test(code)
  )
}

function diagram(address: string, source: string): string {
  return `<figure class="diagram"><iframe src="${escapeHtml(address)}" title="Diagram" sandbox="allow-scripts" loading="lazy"></iframe><details><summary>Source of the diagram</summary>${source}</details></figure>`
}
