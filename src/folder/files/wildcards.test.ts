import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wildcardMatcher } from './wildcards.ts'

test('a pattern says what its signs stand for', () => {
  for (const [pattern, path, isMatch] of [
    ['a*', 'abc', true],
    ['a*', 'a', true],
    ['a*', 'a/b', false],
    ['*/b', 'a/b', true],
    ['**/b', 'x/y/b', true],
    ['**/b', 'b', true],
    ['a/**', 'a/b/c', true],
    ['?.md', 'é.md', true],
    ['?.md', '/.md', false],
    ['a.md', 'abmd', false],
    ['a', 'ab', false],
    ['(a', '(a', true],
    ['', '', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['[a-c!]', 'b', true],
    ['[!a-c]', 'b', false],
    ['[!a-c]', '/', false],
    ['[]', '[]', true],
    ['*.{md,mdx}', 'a.mdx', true],
    ['*.{md,mdx}', 'a.txt', false],
    ['{a,b{c,/**}}', 'b/x/y', true],
    ['{a,b{c,d}}', 'bc', true],
    ['{a,b{c,d}}', 'b', false],
    ['a{,b}', 'a', true],
    ['{a}', '{a}', true],
    ['{a,b', '{a,b', true],
    ['a,b}', 'a,b}', true],
  ] as const) {
    assert.equal(wildcardMatcher(pattern)(path), isMatch, `${pattern} ~ ${path}`)
  }
})

test('as an expression would that tries all ways', () => {
  const letters = (...all: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...all), { maxLength: 6 }).map((signs) => signs.join(''))
  const property = fc.property(
    letters('a', 'b', '/', '*', '**/', '?'),
    letters('a', 'b', '/'),
    (pattern, path) => {
      const source = pattern.replace(/(?<![^/])\*{2,}\/|\*{2,}|[*?]/g, (sign) =>
        sign.endsWith('/')
          ? '(?:[^/]*/)*'
          : sign.length > 1
            ? '.*'
            : sign === '*'
              ? '[^/]*'
              : '[^/]',
      )
      assert.equal(wildcardMatcher(pattern)(path), new RegExp(`^${source}$`).test(path))
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('many stars in a long name come to an end', () => {
  const matches = wildcardMatcher(`${'*a'.repeat(60)}*b`)
  assert.equal(matches('a'.repeat(2_000)), false)
  assert.equal(matches(`${'a'.repeat(2_000)}b`), true)
})

test('many braces in a row come to an end', () => {
  const matches = wildcardMatcher(`${'{a,b}'.repeat(30)}*.md`)
  assert.equal(matches(`${'ab'.repeat(15)}.md`), true)
  assert.equal(matches(`${'ab'.repeat(14)}.md`), false)
})
