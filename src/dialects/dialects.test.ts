/** The table of dialects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constructsOf, dialectNames } from './dialects.ts'

test('no sign goes over lines from the start of each: many blank ones would take minutes', () => {
  const signs = ['page.md', 'page.mdx'].flatMap((path) =>
    constructsOf(dialectNames, path).map(({ sign }) => String(sign)),
  )
  assert.ok(signs.length > 20)
  assert.deepEqual(
    signs.filter((sign) => /^\/\^(?:\\s|\[[^\]]*\\s[^\]]*\])[*+].*\/\w*m\w*$/.test(sign)),
    [],
  )
})
