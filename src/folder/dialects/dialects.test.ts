/** Properties of every dialect, tried with random documents made of its marks. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readerOf } from '../../../test/support/conversion/dialect-context.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { constructsOf, dialectNames } from './dialects.ts'

const run = /(?:\[(?:\\.|[^\]\\])*\]|\\.|[^\\^])(?:\{\d+,\}|[+*])/
/** Matches patterns that begin with an unbounded run, which makes a search quadratic. */
const runAnywhere = new RegExp(`^/(?:.*\\|)?(?:\\(\\?:)?${run.source}`)

test('no sign begins with a run: a long one would be gone over from each of its characters', () => {
  assert.match(String(/:{3,}\{/), runAnywhere)
  assert.match(String(/^a|[`~]+b/m), runAnywhere)
  assert.doesNotMatch(String(/^:{3,}\{|:{3}a+/m), runAnywhere)
  const signs = ['page.md', 'page.mdx'].flatMap((path) =>
    constructsOf(dialectNames, path).flatMap((construct) =>
      'tag' in construct ? [construct.syntax].flat().map(({ start }) => String(start)) : [],
    ),
  )
  assert.ok(signs.length > 20)
  assert.deepEqual(
    signs.filter((sign) => runAnywhere.test(sign)),
    [],
  )
})

/** Ends of marks, and signs of code, tables, links and formulas. */
const signs = listed('`¦\n```\n¦| a |¦|¦"¦" %}¦}}¦>}}¦{¦}¦[¦]¦](¦$')
/** Openings without their end. */
const openings = listed('{%¦{{¦{{<¦{{%¦{% a b="¦<a b="¦[[¦![[¦:::¦```{¦!!! a "')
const tags = /\{%.*?%\}|\{\{.*?\}\}+|<[^<>]*>|\[\[.*?\]\]|\{[^{}%]*\}/g
/** Marks that rightly hide the words inside or behind them. */
const hiding =
  /<(?:style|form|iframe|script|select|option|svg|head)|class="hidden"|\/\*|\*\/|<!--|-->|=latex|toctree|contents|include|^\n(?:%|---\n$)|comment|\{\{ (?!version)|playground/

/** The lines and the tags of the examples of a dialect, for each of its constructs. */
function marksOf(dialect: (typeof dialectNames)[number], path: string): string[][] {
  return constructsOf([dialect], path).map(({ input }) =>
    input
      .split('\n')
      .flatMap((line) => [`\n${line}\n`, ...(line.match(tags) ?? [])])
      .filter((mark) => mark.trim() !== '' && !hiding.test(mark)),
  )
}

/** Dialects share constructs, so each mark is tried in one dialect only. */
const repeated = new Set<string>()

for (const dialect of dialectNames) {
  const path = dialect === 'mdx' ? 'page.mdx' : 'page.md'
  const read = readerOf([dialect], path)
  const groups = marksOf(dialect, path).filter(({ length }) => length > 0)
  const marks = [...new Set([...signs, ...groups.flat()])]

  describe(`${dialect} marks`, () => {
    test('keep every word, however they stand', () => {
      const between = fc.constantFrom('\n', '\n', '\n\n', ' ', '', '\n    ', '\n> ', '\n- ')
      const few = { minLength: 1, maxLength: Math.min(3, groups.length) }
      const documents = fc.subarray(groups, few).chain((some) => {
        const mark = fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...some.flat()) },
          { weight: 1, arbitrary: fc.constantFrom(...signs) },
        )
        return fc.array(fc.tuple(fc.option(mark, { freq: 3 }), between), { maxLength: 40 })
      })
      fc.assert(
        fc.property(documents, (pieces) => {
          const document = pieces
            .map(([mark, glue], index) => `${glue}${mark ?? `word${index}x`}`)
            .join('')
          const noticed: string[] = []
          const shown = [read(document, {}, noticed), ...noticed].join('\n').toLowerCase()
          for (const [word] of document.matchAll(/word\d+x/g)) {
            assert.ok(shown.includes(word), `${word} is lost in ${JSON.stringify(shown)}`)
          }
        }),
        { numRuns: 300 },
      )
    })

    test('are read 40 times each, and all of them on one line', () => {
      for (const mark of [...marks, ...openings]) {
        if (repeated.has(mark)) continue
        repeated.add(mark)
        assert.ok(read(`${mark}\nword\n`.repeat(40)).includes('word'), mark)
      }
      for (const opening of openings) assert.ok(read(`word ${opening}`.repeat(40)).includes('word'))
      assert.ok(read(`${marks.join('').replaceAll('\n', ' ')}word`.repeat(8)).includes('word'))
    })
  })
}
