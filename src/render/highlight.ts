/** Colours code: spans of known classes around the code's own text, and nothing else. @module */
import type { TimeBudget } from '../base/time-budget.ts'
import { findGrammar, unloadGrammar } from './code-grammars.ts'
import { escapeHtml } from './escape.ts'

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
