/** A line that asks for a table of contents, as `[TOC]`: Confluence's macro. @module */
import type { Paragraph } from 'mdast'
import type { LooseNode } from '../loose-adf.ts'

/** Markers of Python-Markdown, GitLab, Azure DevOps and others. */
const marker = /^(?:\[toc\]|\[\[toc\]\]|\{:toc\}|@\[toc\])$/i
/** Of how many nodes such a line may consist. */
export const maxMarkerParts = 3

/** Tell whether a paragraph asks for a table of contents. */
export function isTableOfContents({ children }: Paragraph): boolean {
  if (children.length > maxMarkerParts) return false
  let written = ''
  for (const child of children) {
    if (child.type === 'text') written += child.value
    else {
      // The underscores of `[[_TOC_]]`.
      const [only, ...others] = child.type === 'emphasis' ? child.children : []
      if (only?.type !== 'text' || others.length > 0) return false
      written += only.value
    }
  }
  return marker.test(written.trim())
}

/** Make the macro. */
export function tableOfContents(line: number): LooseNode {
  return {
    type: 'extension',
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: 'toc',
      text: 'Table of contents',
      parameters: {
        macroParams: {},
        macroMetadata: { schemaVersion: { value: '1' }, title: 'Table of Contents' },
      },
    },
    line,
  }
}
