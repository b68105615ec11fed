import assert from 'node:assert/strict'
import { test } from 'node:test'
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
