/** Confluence's `anchor` macro: a link target inside a sentence. @module */
import type { AdfNode } from './adf/types.ts'

export function anchorMacro(name: string): AdfNode<'inlineExtension'> {
  return {
    type: 'inlineExtension',
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: 'anchor',
      parameters: {
        macroParams: { '': { value: name } },
        macroMetadata: { schemaVersion: { value: '1' }, title: 'Anchor' },
      },
    },
  }
}
