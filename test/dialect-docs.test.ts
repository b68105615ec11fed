/** The pages of the dialects show each construct, and what is shown is true. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { constructsOf, dialectNames } from '../src/dialects/dialects.ts'
import { readDialects } from '../src/dialects/read-dialects.ts'
import { exampleContext, exampleRow } from './support/conversion/dialect-examples.ts'

const folder = fileURLToPath(new URL('../docs/dialects', import.meta.url))
const pages = globSync('*.md', { cwd: folder }).sort()

test('each dialect has a page', () => {
  assert.deepEqual(pages, dialectNames.map((name) => `${name}.md`).sort())
})

test('the table of what is read inside code is whole', () => {
  const trees = readFileSync(`${folder}/../trees.md`, 'utf8')
  const [, section = ''] = trees.split('## What is read inside code\n')
  const rows = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => /^\| .*`/.test(line))
  const read = dialectNames.flatMap((name) =>
    constructsOf([name], 'page.md').flatMap(({ name: construct, inCode }) =>
      inCode === undefined ? [] : [exampleRow({ name: `${name}: ${construct}`, ...inCode })],
    ),
  )
  assert.deepEqual(rows, read)
})

for (const page of pages) {
  const name = basename(page, '.md')
  const dialects = dialectNames.filter((one) => one === name)
  const constructs = constructsOf(dialects, 'page.md')

  describe(`docs/dialects/${page}`, () => {
    test('shows each construct, in the order in which they are read', () => {
      const rows = readFileSync(`${folder}/${page}`, 'utf8')
        .split('\n')
        .filter((line) => /^\| .*`/.test(line))
      assert.deepEqual(rows, constructs.map(exampleRow))
    })

    for (const { name: construct, inCode } of constructs) {
      if (inCode === undefined) continue
      test(`reads in code as well: ${construct}`, () => {
        const { markdown } = readDialects(inCode.written, dialects, exampleContext())
        assert.equal(markdown, inCode.becomes)
      })
    }

    for (const { name: construct, written, becomes, sign } of constructs) {
      test(`shows what becomes of: ${construct}`, () => {
        const noticed: string[] = []
        assert.match(written, sign)
        const context = exampleContext(noticed)
        assert.equal(readDialects(written, dialects, context).markdown, becomes)
        assert.deepEqual(noticed, [])
      })
    }
  })
}
