/** Asks of documents of code whether their pages show all of it as it is written. @module */
import type { AdfDoc } from '../../../src/adf/types.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import type { DialectName } from '../../../src/folder-import/dialects/dialects.ts'
import { readDialects } from '../../../src/folder-import/dialects/read-dialects.ts'
import { contextOf } from './dialect-context.ts'
import { documentOfCode } from './documents-of-code.ts'

export interface TouchedCode {
  readonly seed: number
  readonly markdown: string
  readonly read: string
  readonly missing: readonly string[]
}

export function touchedCode(dialect: DialectName, seed: number): TouchedCode | undefined {
  const { markdown, codes } = documentOfCode(dialect, seed)
  const read = readDialects(markdown, [dialect], contextOf()).markdown
  const shown = new Set(codesOfPage(markdownToAdf(read).adf))
  const missing = codes.filter((code) => !shown.has(code))
  return missing.length === 0 ? undefined : { seed, markdown, read, missing }
}

function codesOfPage(document: AdfDoc): string[] {
  const found: string[] = []
  const pending: AnyNode[] = [document as AnyNode]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { type, text, marks, content = [] } = node
    if (type === 'codeBlock') found.push(content.map((one) => one.text ?? '').join(''))
    else if (text !== undefined && marks?.some((mark) => mark.type === 'code'))
      found.push(text.replaceAll('\n', ' '))
    else pending.push(...content)
  }
  return found
}

interface AnyNode {
  readonly type: string
  readonly text?: string
  readonly marks?: readonly { readonly type: string }[]
  readonly content?: readonly AnyNode[]
}
