/** Bodies that probes write, in the form of the site. @module */

import type { AdfDoc } from '../../src/convert/adf/types.ts'
import { adfToStorage } from '../../src/convert/render/adf-to-storage.ts'
import type { SiteKind } from '../../src/wiki/pages/recorded-pages.ts'

/**
 * Write a body.
 * @param content Nodes of ADF; a text is a paragraph.
 */
export function probeBody(kind: SiteKind, ...content: readonly (string | object)[]): string {
  const blocks = content.map((block) =>
    typeof block === 'string'
      ? { type: 'paragraph', content: [{ type: 'text', text: block }] }
      : block,
  )
  const doc = { version: 1, type: 'doc', content: blocks }
  return kind === 'cloud' ? JSON.stringify(doc) : adfToStorage(doc as unknown as AdfDoc)
}
