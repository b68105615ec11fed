/** Renders code blocks and formulas as HTML: coloured code, MathML and diagrams. @module */
import { wordSet } from '../../contract/base/lists.ts'
import { requirePackage } from '../../contract/base/own-package.ts'
import { type TimeBudget, timeBudget } from '../../contract/base/time-budget.ts'
import { type AnyNode, codeOf, textValue } from '../adf/any-node.ts'
import { inDollars, isFormulaBlock } from '../adf/formula.ts'
import { type LineMark, lineMarksIn, markedLinesOf } from '../adf/local-ids.ts'
import { editorLanguage, nameTable } from '../code-info.ts'
import { escapeHtml } from './escape.ts'
import { texToMathml } from './tex-to-mathml.ts'

export interface CodeOptions {
  /**
   * Gives the address of a page that draws the diagram, for a frame without rights. Without it,
   * diagrams are shown as code.
   */
  readonly diagramFrame?: ((source: string) => string) | undefined
}

/** Limits of one page; beyond them, code has no colours and formulas stay TeX. */
const maxTotalMs = 250
const maxBlockLength = 50_000
const maxTotalLength = 200_000
/** Some grammars take quadratic time for long identifiers. */
const longLine = /^.{1001}/m
const maxDiagrams = 50

/** Inline formulas do not wrap: longer ones may be wider than a phone. */
const maxNarrowLength = 24

/** Renders the code of one page within its limits. */
export class CodeRenderer {
  readonly #diagramFrame: CodeOptions['diagramFrame']
  readonly #budget: TimeBudget = timeBudget(maxTotalMs)
  #leftLength = maxTotalLength
  #leftDiagrams = maxDiagrams

  constructor({ diagramFrame }: CodeOptions) {
    this.#diagramFrame = diagramFrame
  }

  codeBlock(node: AnyNode): string {
    const code = codeOf(node)
    const language = languageOf(node)
    const formula = isFormulaBlock(code, language) ? this.#mathml(code, false) : undefined
    if (formula !== undefined) return `<div class="math" tabindex="0">${formula}</div>`
    const name = language === '' ? '' : ` class="language-${language}"`
    const html = withMarkedLines(this.#coloured(code, language), node.attrs?.localId)
    const pre = `<pre tabindex="0"><code${name}>${html}</code></pre>`
    const isDiagram =
      language === 'mermaid' && code.length <= maxBlockLength && this.#leftDiagrams > 0
    if (!isDiagram || this.#diagramFrame === undefined) return pre
    this.#leftDiagrams -= 1
    return diagram(this.#diagramFrame(code), pre)
  }

  formula(tex: string): string {
    const html = this.#mathml(tex, true)
    if (html === undefined) return `<code>${escapeHtml(inDollars(tex))}</code>`
    if (tex.length <= maxNarrowLength) return html
    return `<span class="math-scroll" tabindex="0">${html}</span>`
  }

  #coloured(code: string, language: string): string {
    const isLight =
      code.length <= Math.min(maxBlockLength, this.#leftLength) && !longLine.test(code)
    const html = isLight ? highlight(code, language, this.#budget) : undefined
    if (html !== undefined) this.#leftLength -= code.length
    return html ?? escapeHtml(code)
  }

  #mathml(tex: string, isInline: boolean): string | undefined {
    if (tex.length > this.#leftLength) return undefined
    this.#leftLength -= tex.length
    return texToMathml(tex, this.#budget, isInline)
  }
}

/** The language becomes part of a class name, so unusual ones are left out. */
function languageOf({ attrs }: AnyNode): string {
  const language = textValue(attrs?.language)
  return /^[A-Za-z0-9+#._-]{1,32}$/.test(language) ? language : ''
}

function diagram(address: string, source: string): string {
  return `<figure class="diagram"><iframe src="${escapeHtml(address)}" title="Diagram" sandbox="allow-scripts" loading="lazy"></iframe><details><summary>Source of the diagram</summary>${source}</details></figure>`
}

/** The classes that may reach a page; `code.css` colours them. */
export const codeScopes: ReadonlySet<string> = wordSet(`
  addition attr attribute built_in bullet code comment deletion doctag emphasis keyword link
  literal meta name number operator property quote regexp section selector-attr selector-class
  selector-id selector-pseudo selector-tag string strong subst symbol tag template-tag
  template-variable title type variable`)

/**
 * Colour code.
 * @returns HTML whose text is the code; undefined for an unknown language or when it takes too
 * long.
 */
export function highlight(code: string, language: string, budget: TimeBudget): string | undefined {
  const grammar = budget.isSpent() ? undefined : findGrammar(language)
  if (grammar === undefined) return undefined
  const { name, highlighter } = grammar
  const made = budget.run(() => {
    const { value } = highlighter.highlight(code, { language: name, ignoreIllegals: true })
    return knownSpans(value)
  })
  // The state of a grammar that was interrupted may be broken.
  if (made === undefined) loaded.delete(name)
  return made?.text === escapeHtml(code) ? made.html : undefined
}

/** Rebuild the highlighter's HTML from known parts only; the caller compares the text. */
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
 * Wrap marked lines in elements of their own.
 * @param html Code whose spans may cross lines.
 */
function withMarkedLines(html: string, localId: unknown): string {
  const marked = markedLinesOf(localId)
  if (marked === '') return html
  const lines = html.split('\n')
  const marks = marksOfLines(marked, lines.length)
  let open: string[] = []
  return lines
    .map((line, index) => {
      const before = open
      open = openBehind(line, before)
      const mark = marks[index]
      if (mark === undefined) return line
      // Close spans that cross the line's end, and open them again behind it.
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

/** More ranges would take too long. */
const maxRanges = 200

/** @returns The mark of each line; where several apply, removed wins over added. */
function marksOfLines(marked: string, count: number): (LineMark | undefined)[] {
  const marks = new Array<LineMark | undefined>(count).fill(undefined)
  const ranges = lineMarksIn(marked).slice(0, maxRanges)
  for (const mark of ['', 'i', 'd'] as const) {
    for (const { range } of ranges.filter((one) => one.mark === mark)) {
      const [first, last = first] = range.split('-').map(Number) as [number, number?]
      marks.fill(mark, Math.max(0, first - 1), last)
    }
  }
  return marks
}

function openBehind(line: string, before: readonly string[]): string[] {
  const open = [...before]
  for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
    if (tag === '</span>') open.pop()
    else open.push(tag)
  }
  return open
}

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

/**
 * Each grammar, with the other names by which ADF, Confluence's editor and writers know its language.
 */
const grammars = nameTable(`
  bash=shell,sh,zsh,console c=h clojure=clj cmake cpp=c++,cc,cxx,hpp,arduino csharp=c#,cs css dart
  delphi=pascal diff=patch dockerfile=docker elixir=ex erlang=erl fsharp=f# go=golang graphql=gql
  groovy=gradle haskell=hs ini=toml,cfg java javascript=js,jsx,mjs,cjs json=jsonc,json5 julia=jl
  kotlin=kt latex=tex less lua makefile=make,mk markdown=md matlab=octave nginx nix
  objectivec=objective-c,objc ocaml=ml perl=pl php powershell=ps1,pwsh properties protobuf=proto
  python=py,python3 r ruby=rb rust=rs scala scheme=lisp,racket scss=sass sql=mysql,postgresql swift
  typescript=ts,tsx,mts,cts vbnet=visualbasic,vb verilog=systemverilog vhdl
  xml=html,xhtml,svg,vue,svelte yaml=yml`)

/** Grammars that another one embeds, loaded with it. */
const innerGrammars: Readonly<Record<string, readonly string[]>> = {
  dockerfile: ['bash'],
  javascript: ['css', 'graphql', 'xml'],
  markdown: ['css', 'javascript', 'xml'],
  nix: ['markdown'],
  typescript: ['css', 'graphql', 'javascript', 'xml'],
  xml: ['css', 'javascript'],
}

const loaded = new Map<string, Highlighter>()

export function findGrammar(language: string) {
  const word = language.toLowerCase()
  const name = grammars.get(word) ?? grammars.get(editorLanguage(word))
  if (name === undefined) return undefined
  const highlighter = loaded.get(name) ?? load(name)
  loaded.set(name, highlighter)
  return { name, highlighter }
}

export function grammarNames(): string[] {
  return [...new Set(grammars.values())]
}

function load(name: string): Highlighter {
  const highlighter = requirePackage('highlight.js/lib/core').newInstance() as Highlighter
  for (const each of [name, ...(innerGrammars[name] ?? [])]) {
    highlighter.registerLanguage(each, requirePackage(`highlight.js/lib/languages/${each}`))
  }
  return highlighter
}
