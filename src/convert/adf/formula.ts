/**
 * A formula inside a sentence: ADF has no node for it, so it is the macro of Confluence's LaTeX
 * app.
 * @module
 */
import type { AnyNode } from './any-node.ts'
import type { AdfNode } from './types.ts'

const formulaKey = 'eazy-math-inline'

/**
 * Make the attributes of a formula's `inlineExtension`.
 * @param tex The TeX without dollar signs.
 */
export function formulaAttributes(
  tex: string,
): AdfNode<'inlineExtension'>['attrs'] & { readonly text: string } {
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: formulaKey,
    parameters: { macroParams: { body: { value: tex } } },
    text: inDollars(tex),
  }
}

/** Read the TeX of a formula, without dollar signs; undefined for other nodes. */
export function texOf({ type, attrs }: Pick<AnyNode, 'type' | 'attrs'>): string | undefined {
  if (type !== 'inlineExtension' || attrs?.extensionKey !== formulaKey) return undefined
  const parameters = attrs.parameters as { macroParams?: { body?: { value?: unknown } } } | null
  const tex = parameters?.macroParams?.body?.value
  return typeof tex === 'string' ? tex : undefined
}

export function inDollars(tex: string): string {
  return `$${tex}$`
}

/**
 * Tell whether a code block is a formula, for which ADF has no block. LaTeX with definitions or
 * comments is a listing.
 */
export function isFormulaBlock(code: string, language: string): boolean {
  if (language === 'math') return true
  return (
    (language === 'tex' || language === 'latex') && !/(?<!\\)%|^\s*\\(?:def|newcommand)/.test(code)
  )
}
