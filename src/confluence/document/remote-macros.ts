/** Diagrams and formulas in a document for Confluence: macros where the site has them, else code. @module */
import { editorLanguage } from '../../adf/editor-language.ts'
import { inDollars, isFormulaBlock, texOf } from '../../adf/formula.ts'
import { type AnyNode, codeOf, textValue } from '../../render/unchecked-node.ts'
import { siteKinds } from '../site-kinds.ts'
import type { ToRemote } from './remote-context.ts'

/** A code block: a macro when it is a diagram or a formula, and the site has one for it. */
export const remoteCodeBlock: ToRemote = (node, { kind, settings }) => {
  const code = codeOf({ ...node, type: 'codeBlock' })
  const language = textValue(node.attrs?.language)
  const shown = siteKinds[kind].hasAdf && language !== '' ? named(node, language) : node
  if (code === '') return [shown]
  const { diagramMacros, formulaMacros } = settings
  if (Object.hasOwn(diagramMacros, language)) {
    // Confluence's renderer reads the body of a macro for plain text under this name.
    const attrs = macro(diagramMacros[language] as string, '__bodyContent', code)
    return [{ type: 'extension', attrs: { ...attrs, text: code } }]
  }
  if (formulaMacros === undefined || !isFormulaBlock(code, language)) return [shown]
  const attrs = macro(formulaMacros.block, 'body', code)
  return [{ type: 'extension', attrs: { ...attrs, text: inDollars(code) } }]
}

/** Cloud colours no language by another name than its own; storage format has a list of its own. */
function named(node: AnyNode, language: string): AnyNode {
  const name = editorLanguage(language.toLowerCase())
  return name === language ? node : { ...node, attrs: { ...node.attrs, language: name } }
}

/** A formula in a sentence; other macros stay as they are. */
export const remoteInlineExtension: ToRemote = (node, { settings: { formulaMacros } }) => {
  const tex = texOf(node)
  if (tex === undefined) return [node]
  const text = inDollars(tex)
  if (formulaMacros !== undefined) {
    const attrs = { ...macro(formulaMacros.inline, 'body', tex), text }
    return [{ type: 'inlineExtension', attrs }]
  }
  // A macro that the site does not have would be an error in place of the formula.
  return [{ type: 'text', text, marks: [{ type: 'code' }] }]
}

function macro(name: string, parameter: string, value: string): NonNullable<AnyNode['attrs']> {
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: name,
    parameters: {
      macroParams: { [parameter]: { value } },
      macroMetadata: { schemaVersion: { value: '1' }, title: name },
    },
  }
}
