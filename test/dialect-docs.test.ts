/** What the pages of the dialects show of each construct is true. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { constructsOf, dialectNames } from '../src/folder/dialects/dialects.ts'
import { readDialects } from '../src/folder/dialects/read-dialects.ts'
import { exampleContext } from './support/conversion/dialect-examples.ts'

const folder = fileURLToPath(new URL('../docs/dialects', import.meta.url))
const pages = globSync('*.md', { cwd: folder }).sort()

test('each dialect has a page', () => {
  assert.deepEqual(pages, dialectNames.map((name) => `${name}.md`).sort())
})

test('docs/comparison.md counts them', () => {
  const text = readFileSync(new URL('../docs/comparison.md', import.meta.url), 'utf8')
  const counts = Array.from(text.matchAll(/\b(\d+) dialects\b/g), ([, count]) => Number(count))
  assert.deepEqual(counts, [dialectNames.length])
})

for (const page of pages) {
  const name = basename(page, '.md')
  const dialects = dialectNames.filter((one) => one === name)
  const constructs = constructsOf(dialects, 'page.md')

  describe(`docs/dialects/${page}`, () => {
    for (const one of constructs) {
      const { name: construct, input, becomes, tells } = one
      test(`shows what becomes of: ${construct}`, () => {
        const noticed: string[] = []
        const context = exampleContext(noticed)
        assert.equal(readDialects(input, dialects, context).markdown, becomes)
        assert.deepEqual(noticed, tells === undefined ? [] : [`${tells}:1`])
      })
    }
  })
}
