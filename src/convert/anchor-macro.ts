/** Confluence's macro `anchor`: a place inside a sentence that links can lead to. @module */
import { anchorName } from '../adf/heading-names.ts'
import type { LooseNode } from './loose-adf.ts'

/**
 * Make the macro.
 * @param name What a link's address names after its `#`.
 */
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

/** Collect the names of the macros in a document. */
export function collectAnchors(blocks: readonly LooseNode[], names: Set<string>): void {
  for (const node of blocks) {
    const name = anchorName(node)
    if (name !== undefined) names.add(name)
    if (node.content !== undefined) collectAnchors(node.content, names)
  }
}

/** Tell whether a node is such a macro. */
export function isAnchor(node: LooseNode): boolean {
  return anchorName(node) !== undefined
}
