/** Asks of documents of code whether their pages show all of it as it is written. @module */
import { markdownToAdf } from '../../../src/convert/markdown-to-adf.ts'
import type { DialectName } from '../../../src/dialects/dialects.ts'
import { readDialects } from '../../../src/dialects/read-dialects.ts'
import { codesOfPage } from './codes-of-page.ts'
import { contextOf } from './dialect-lines.ts'
import { documentOfCode } from './documents-of-code.ts'

/** Code that a page does not show as it is written. */
export interface TouchedCode {
  readonly seed: number
  readonly markdown: string
  readonly read: string
  readonly missing: readonly string[]
}

/**
 * Ask it of one document.
 * @returns undefined where nothing is touched.
 */
export function touchedCode(dialect: DialectName, seed: number): TouchedCode | undefined {
  const { markdown, codes } = documentOfCode(dialect, seed)
  const read = readDialects(markdown, [dialect], contextOf()).markdown
  const shown = new Set(codesOfPage(markdownToAdf(read).adf))
  const missing = codes.filter((code) => !shown.has(code))
  return missing.length === 0 ? undefined : { seed, markdown, read, missing }
}
