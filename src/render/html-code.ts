/** Code blocks and formulas as HTML: coloured code, MathML and diagrams. @module */
import { inDollars, isFormulaBlock } from '../adf/formula.ts'
import { type LineMark, lineMarksIn, markedLinesOf } from '../adf/local-ids.ts'
import { type TimeBudget, timeBudget } from '../base/time-budget.ts'
import { findGrammar, unloadGrammar } from './code-grammars.ts'
import { escapeHtml } from './escape.ts'
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

/** The classes that may reach a page; `code.css` has their colours. */
export const codeScopes: ReadonlySet<string> = new Set(
  (
    'addition attr attribute built_in bullet code comment deletion doctag emphasis keyword link ' +
    'literal meta name number operator property quote regexp section selector-attr ' +
    'selector-class selector-id selector-pseudo selector-tag string strong subst symbol tag ' +
    'template-tag template-variable title type variable'
  ).split(' '),
)

/**
 * Colour code.
 * @param language Its language by any of its common names.
 * @param budget The time that this may take.
 * @returns HTML whose text is the code; `undefined` for an unknown language, or when it took too long.
 */
export function highlight(code: string, language: string, budget: TimeBudget): string | undefined {
  const grammar = budget.isSpent() ? undefined : findGrammar(language)
  if (grammar === undefined) return undefined
  const { name, highlighter } = grammar
  const made = budget.run(() => {
    const { value } = highlighter.highlight(code, { language: name, ignoreIllegals: true })
    return knownSpans(value)
  })
  if (made === undefined) unloadGrammar(grammar)
  return made?.text === escapeHtml(code) ? made.html : undefined
}

/** Rebuild the highlighter's HTML from parts that are known; its text is compared by the caller. */
function knownSpans(value: string): { html: string; text: string } {
  const closings: string[] = []
  let html = ''
  let text = ''
  for (const [part, scope] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+|</g)) {
    if (scope !== undefined) {
      const name = /^hljs-([a-z_-]+)/.exec(scope)?.[1] ?? ''
      const isKnown = codeScopes.has(name)
      if (isKnown) html += `<span class="hljs-${name}">`
      closings.push(isKnown ? '</span>' : '')
    } else if (part === '</span>') {
      html += closings.pop() ?? ''
    } else {
      const escaped = part.replaceAll('&#x27;', '&#39;')
      html += escaped
      text += escaped
    }
  }
  return { html: html + closings.toReversed().join(''), text }
}

/**
 * Put the lines that are marked into elements of their own. Their text stays.
 * @param html Code of text and spans, which may reach over lines.
 */
function withMarkedLines(html: string, localId: unknown): string {
  const marked = markedLinesOf(localId)
  if (marked === '') return html
  const lines = html.split('\n')
  const markOf = marksOfLines(marked, lines.length)
  let open: string[] = []
  return lines
    .map((line, index) => {
      const before = open
      open = openBehind(line, before)
      const mark = markOf(index)
      if (mark === undefined) return line
      // A span that goes on beyond the line ends in it, and begins again behind it.
      const around = [before.map(() => '</span>'), before, open.map(() => '</span>'), open]
      const [close, again, closeInside, goOn] = around.map((tags) => tags.join(''))
      return `${close}<span class="${lineClasses[mark]}">${again}${line}${closeInside}</span>${goOn}`
    })
    .join('\n')
}

const lineClasses: Readonly<Record<LineMark, string>> = {
  '': 'line-on',
  i: 'line-on line-in',
  d: 'line-on line-out',
}

/** @returns What gives the mark of a line, counted from 0: of several the one that changes most. */
function marksOfLines(marked: string, count: number): (index: number) => LineMark | undefined {
  const ranges = lineMarksIn(marked)
  const strongestFirst = (['d', 'i', ''] as const).map((mark) => {
    const own = ranges.filter((one) => one.mark === mark)
    return {
      mark,
      isMarked: coveredLines(
        own.map(({ range }) => range),
        count,
      ),
    }
  })
  return (index) => strongestFirst.find(({ isMarked }) => isMarked[index])?.mark
}

/** @returns For each line whether it is in a range; what is written twice, or ends beyond them, costs no more. */
function coveredLines(ranges: readonly string[], count: number): readonly boolean[] {
  const changes = new Int32Array(count + 2)
  for (const range of ranges) {
    const [first, last = first] = range.split('-').map(Number) as [number, number?]
    const from = Math.max(1, first)
    const to = Math.min(count, last)
    if (from > to) continue
    changes[from] = (changes[from] ?? 0) + 1
    changes[to + 1] = (changes[to + 1] ?? 0) - 1
  }
  let depth = 0
  return Array.from({ length: count }, (_, index) => {
    depth += changes[index + 1] ?? 0
    return depth > 0
  })
}

function openBehind(line: string, before: readonly string[]): string[] {
  const open = [...before]
  for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
    if (tag === '</span>') open.pop()
    else open.push(tag)
  }
  return open
}
