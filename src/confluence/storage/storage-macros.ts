/** Macros of storage format as ADF: what it has nodes for, and extensions for all else. @module */
import type { AnyNode } from '../../render/unchecked-node.ts'
import { childOf, codeOfMacro, elementsIn, textInside } from './storage-names.ts'
import type { StorageElement, StorageNode } from './storage-tree.ts'

/**
 * Read a macro as blocks.
 * @returns Undefined for a macro that may stand in a sentence.
 */
export function macroBlocks(
  macro: StorageElement,
  blocksOf: (nodes: readonly StorageNode[]) => AnyNode[],
): AnyNode[] | undefined {
  const name = macro.attributes.get('ac:name') ?? ''
  const parameters = parametersOf(macro)
  const code = codeOfMacro(macro)
  const title = parameters.title ?? ''
  if (code !== undefined) return [...titleBlock(title), codeNode(parameters.language ?? '', code)]
  const body = childOf(macro, 'ac:rich-text-body')
  if (body !== undefined) {
    const content = blocksOf(body.children)
    if (name === 'expand') return [{ type: 'expand', attrs: { title }, content }]
    if (Object.hasOwn(panels, name)) {
      const attrs = { panelType: panels[name] }
      return [{ type: 'panel', attrs, content: [...titleBlock(title), ...content] }]
    }
    return [{ type: 'bodiedExtension', attrs: extensionAttributes(name, parameters), content }]
  }
  const text = childOf(macro, 'ac:plain-text-body')
  if (text !== undefined) {
    const all = { ...parameters, __bodyContent: textInside(text.children) }
    return [{ type: 'extension', attrs: extensionAttributes(name, all) }]
  }
  if (!blockMacros.has(name)) return undefined
  return [{ type: 'extension', attrs: extensionAttributes(name, parameters) }]
}

const panels: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'note',
  tip: 'tip',
  warning: 'warning',
  panel: 'custom',
}

/** They fill a page's width, whatever stands beside them. */
const blockMacros: ReadonlySet<string> = new Set([
  ...[
    'toc',
    'children',
    'pagetree',
    'contentbylabel',
    'recently-updated',
    'attachments',
    'gallery',
  ],
  ...[
    'include',
    'excerpt-include',
    'blog-posts',
    'detailssummary',
    'tasks-report-macro',
    'livesearch',
  ],
])

/** Read a macro that has no body, as part of a sentence. */
export function inlineMacro(macro: StorageElement): readonly AnyNode[] {
  const name = macro.attributes.get('ac:name') ?? ''
  const parameters = parametersOf(macro)
  if (name === 'status') {
    const { title = '', colour = '' } = parameters
    return [{ type: 'status', attrs: { text: title, color: colour.toLowerCase() || 'neutral' } }]
  }
  return [{ type: 'inlineExtension', attrs: extensionAttributes(name, parameters) }]
}

function extensionAttributes(name: string, parameters: Readonly<Record<string, string>>) {
  const macroParams = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, { value }]),
  )
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: name,
    parameters: { macroParams },
  }
}

/** A parameter may name a page or a file. */
function parametersOf(macro: StorageElement): Readonly<Record<string, string>> {
  const parameters = elementsIn(macro.children).filter(({ name }) => name === 'ac:parameter')
  return Object.fromEntries(
    parameters.map(({ attributes, children }) => {
      const [resource] = elementsIn(children).flatMap((one) =>
        one.name === 'ac:link' ? elementsIn(one.children) : [one],
      )
      const named = ['ri:filename', 'ri:content-title', 'ri:value', 'ri:space-key', 'ri:userkey']
        .map((name) => resource?.attributes.get(name))
        .find((value) => value !== undefined)
      return [attributes.get('ac:name') ?? '', named ?? textInside(children).trim()]
    }),
  )
}

function titleBlock(title: string): AnyNode[] {
  if (title === '') return []
  const text = { type: 'text', text: title, marks: [{ type: 'strong' }] }
  return [{ type: 'paragraph', content: [text] }]
}

/** Make a code block. */
export function codeNode(language: string, code: string): AnyNode {
  const content = code === '' ? [] : [{ type: 'text', text: code.replaceAll('\r\n', '\n') }]
  return { type: 'codeBlock', ...(language === '' ? {} : { attrs: { language } }), content }
}
