/** Confluence's `anchor` macro: a link target inside a sentence. @module */
import { anchorName } from '../adf/heading-names.ts'
import type { LooseNode } from './loose-adf.ts'

export function anchorMacro(name: string): LooseNode {
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

export function collectAnchors(blocks: readonly LooseNode[], names: Set<string>): void {
  for (const node of blocks) {
    const name = anchorName(node)
    if (name !== undefined) names.add(name)
    if (node.content !== undefined) collectAnchors(node.content, names)
  }
}

export function isAnchor(node: LooseNode): boolean {
  return anchorName(node) !== undefined
}
