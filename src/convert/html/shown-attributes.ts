/** Adds what browsers show of an element beside its content: quotation marks, titles, readings. @module */
import type { Warnings } from '../warnings.ts'
import { findElementRule } from './html-elements.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

const quotes = [
  ['“', '”'],
  ['‘', '’'],
] as const

/** Collects what a piece of HTML has shown so far. */
export class ShownAttributes {
  readonly #titles = new Set<string>()
  readonly #warnings: Warnings
  readonly #textOf: (item: HtmlItem) => string

  /** @param textOf Reads the words of Markdown. */
  constructor(warnings: Warnings, textOf: (item: HtmlItem) => string) {
    this.#warnings = warnings
    this.#textOf = textOf
  }

  /**
   * Add to an element what is shown of it.
   * @param outer Names of the elements around it.
   */
  shown(element: HtmlElement, outer: readonly string[]): HtmlElement {
    const { name, line, children } = element
    if (outer.includes('pre') || outer.includes('code')) return element
    if (name === 'q') {
      const [opening, closing] = quotes[outer.filter((one) => one === 'q').length % 2] ?? quotes[0]
      return this.#titled(around(element, opening, closing), line)
    }
    if (name === 'ruby') {
      return this.#titled({ ...element, children: withParentheses(children) }, line)
    }
    return this.#titled(element, line)
  }

  /** Put the title of words, which appears where the pointer rests on them, in brackets behind. */
  #titled(element: HtmlElement, line: number): HtmlElement {
    const { name, attributes } = element
    const title = attributes.isEmpty ? '' : (attributes.get('title') ?? '').trim()
    // Links have titles in the wiki, too.
    if (title === '' || (name === 'a' && attributes.get('href'))) return element
    if (findElementRule(name)?.kind === 'block') {
      this.#warnings.add('tooltip-dropped', line)
      return element
    }
    const words = element.children.map(this.#textOf).join('').trim()
    if (words === '' || words.toLowerCase() === title.toLowerCase()) return element
    // Once is enough for an abbreviation.
    if (this.#titles.has(title)) return element
    this.#titles.add(title)
    return around(element, '', ` (${title})`)
  }
}

function around(element: HtmlElement, before: string, behind: string): HtmlElement {
  const { children, line } = element
  const text = (words: string): HtmlItem[] =>
    words === '' ? [] : [{ kind: 'text', text: words, line }]
  return { ...element, children: [...text(before), ...children, ...text(behind)] }
}

/** Browsers show `<rt>` above its word; here it follows the word, in parentheses. */
function withParentheses(children: readonly HtmlItem[]): readonly HtmlItem[] {
  if (children.some(isNamed('rp'))) return children
  return children.map((item): HtmlItem => {
    if (item.kind !== 'element') return item
    const { element } = item
    if (element.name === 'rt') return { kind: 'element', element: around(element, '(', ')') }
    return { kind: 'element', element: { ...element, children: withParentheses(element.children) } }
  })
}

function isNamed(name: string): (item: HtmlItem) => boolean {
  return (item) =>
    item.kind === 'element' &&
    (item.element.name === name || item.element.children.some(isNamed(name)))
}
