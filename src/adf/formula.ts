/** A formula inside a sentence: the macro of Confluence's app for LaTeX, since ADF has no node for one. @module */

const formulaKey = 'eazy-math-inline'

export interface FormulaAttributes {
  readonly extensionType: string
  readonly extensionKey: string
  readonly parameters: unknown
  readonly text: string
}

/**
 * Make the attributes of an `inlineExtension` that is a formula.
 * @param tex The TeX, without dollar signs.
 */
export function formulaAttributes(tex: string): FormulaAttributes {
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: formulaKey,
    parameters: { macroParams: { body: { value: tex } } },
    // What a wiki without the app may show.
    text: inDollars(tex),
  }
}

/**
 * Read the TeX of a formula.
 * @returns The TeX, without dollar signs; `undefined` when the node is no formula.
 */
export function texOf({ type, attrs }: MaybeFormula): string | undefined {
  if (type !== 'inlineExtension' || attrs?.extensionKey !== formulaKey) return undefined
  const parameters = attrs.parameters as { macroParams?: { body?: { value?: unknown } } } | null
  const tex = parameters?.macroParams?.body?.value
  return typeof tex === 'string' ? tex : undefined
}

interface MaybeFormula {
  readonly type: string
  readonly attrs?: { readonly extensionKey?: unknown; readonly parameters?: unknown } | undefined
}

/** Write a formula as people do. */
export function inDollars(tex: string): string {
  return `$${tex}$`
}

/**
 * Tell whether a code block is a formula: ADF has no block for one. A listing in LaTeX has definitions
 * or comments.
 */
export function isFormulaBlock(code: string, language: string): boolean {
  if (language === 'math') return true
  return (
    (language === 'tex' || language === 'latex') && !/(?<!\\)%|^\s*\\(?:def|newcommand)/.test(code)
  )
}
