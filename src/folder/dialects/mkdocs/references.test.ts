/** Names of programs in MkDocs, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['mkdocs'])

describe('references', () => {
  for (const [fact, document, expected] of [
    ['go over lines', '> a [b\n> c][d.e] f', '> a b\n> c f'],
    ['may be code', '[`a`][] [`b[int]`][c.d]', '`a` `b[int]`'],
    ['may be their own name', 'the [typing][] module', 'the typing module'],
    ['may be an option', 'with [-O][] and [`a`][the option -O]', 'with -O and `a`'],
    ['that are defined stay', '[a][b] [c][]\n\n[b]: d\n[C]: e', '[a][b] [c][]\n\n[b]: d\n[C]: e'],
    ['are none behind words', 'a[i][j] [0][1] \\[x][y]', 'a[i][j] [0][1] \\[x][y]'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }
})

describe('addresses of references', () => {
  for (const [fact, document, expected] of [
    ['stand below words in an item', '- a [b][]\n  [b]: c.md', '- a [b][]\n\n  [b]: c.md'],
    ['stand below one another', 'a\n\n[b]: c.md\n[d]: e.md', 'a\n\n[b]: c.md\n[d]: e.md'],
    ['are none in words', 'a\n[b]: and c\n[^d]: e', 'a\n[b]: and c\n[^d]: e'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }
})

test('icons that follow one another are all read', () => {
  assert.equal(read('a :material-one: :material-two: b'), 'a b')
  assert.equal(read(':material-check: :material-close:'), '✓ ✗')
})

describe('documentation that is made from programs', () => {
  test('leaves its name, and is told', () => {
    const noticed: string[] = []
    const document = 'a\n\n::: b.c\n    options:\n      d: e\n\n::: g\nh'
    const shown = read(document, {}, noticed)
    assert.match(shown, /^a\n\n`b\.c`\n\s*`g`\n\nh$/)
    assert.doesNotMatch(shown, /options/)
    assert.deepEqual(noticed, ['syntax-left-out ::: b.c:3', 'syntax-left-out ::: g:7'])
  })

  test('is read beside notes', () => {
    assert.equal(read('!!! note\n    a\n\n::: b.c'), '> [!NOTE]\n> a\n\n`b.c`')
  })

  for (const document of ['::: note\na', '::: my-kind\na\n:::', '`::: a.b`', '```\n::: a.b\n```']) {
    test(`is none in ${JSON.stringify(document)}`, () => assert.equal(read(document), document))
  }

  test('leaves a reference without words as it is written', () => {
    assert.equal(read('[\n][a]'), '[\n][a]')
  })
})
