/** Reads documents as a tree of one dialect does, for tests. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DialectName } from '../../../src/folder-import/dialects/dialects.ts'
import { readDialects } from '../../../src/folder-import/dialects/read-dialects.ts'
import { contextOf } from './dialect-context.ts'

export type Reader = (
  document: string,
  files?: Readonly<Record<string, string>>,
  noticed?: string[],
) => string

export function readerOf(dialects: readonly DialectName[], path = 'page.md'): Reader {
  return (document, files = {}, noticed = []) =>
    readDialects(document, dialects, { ...contextOf(files, noticed), path }).markdown
}

export function keepsWords(
  read: Reader,
  parts: readonly string[],
  starts: readonly string[] = [],
): void {
  const between = fc.constantFrom('\n', '\n', '\n\n', ' ', '', '\n    ', '\n> ', '\n- ')
  const piece = fc.tuple(fc.option(fc.constantFrom(...parts), { freq: 3 }), between)

  test('keeps every word, however its marks stand', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const document = pieces
          .map(([part, glue], index) => `${glue}${part ?? `word${index}x`}`)
          .join('')
        const noticed: string[] = []
        const markdown = read(document, {}, noticed)
        const told = noticed.filter((one) => one.startsWith('include-missing'))
        const shown = [markdown, ...told].join('\n').toLowerCase()
        for (const [word] of document.matchAll(/word\d+x/g)) {
          assert.ok(shown.includes(word), `${word} is lost in ${JSON.stringify(shown)}`)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('reads 5,000 of each mark, and twice as many on one line', () => {
    for (const part of [...parts, ...starts]) {
      const markdown = read(`${part}\nword\n`.repeat(5_000))
      assert.ok(markdown.includes('word'))
    }
    assert.ok(read(`${parts.join('')}word`.repeat(10_000 / parts.length)).includes('word'))
  })
}
