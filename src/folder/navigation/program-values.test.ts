/** What is read of programs that are not run. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProgramValue } from './program-values.ts'

const starts = ['sidebar', 'export default', 'module.exports =', 'sidebar:']

const whole: readonly [fact: string, text: string, value: unknown][] = [
  ['texts of all kinds', "export default [\"a\", 'b\\'c', `d`]", ['a', "b'c", 'd']],
  [
    'tables and numbers',
    'module.exports = { a: 1, "b-c": [true, null], }',
    { a: '1', 'b-c': [true, null] },
  ],
  ['nothing of comments', 'export default [ /* "a", */ "b", // "c"\n]', ['b']],
  [
    'constants',
    'const a: T[] = ["b"]\nexport default { a, c: [...a, "d"] }',
    { a: ['b'], c: ['b', 'd'] },
  ],
  [
    'functions of the same file',
    'export default { a: b() }\nfunction b(): C[] {\n return ["d"]\n}',
    { a: ['d'] },
  ],
  [
    'functions without a name',
    'const a = () => ["b"]\nexport default { c: a(), d: () => ({ e: 1 }) }',
    { c: ['b'], d: { e: '1' } },
  ],
  ['what is in a call that defines', 'export default defineConfig({ a: ["b"] })', { a: ['b'] }],
  [
    'types behind values',
    'const a = { b: ["c"] as const } satisfies D\nexport default a',
    { b: ['c'] },
  ],
  ['a field of something larger', 'x({ y: 1, sidebar: ["a"] })', ['a']],
  ['a constant before a field', 'const sidebar = ["a"]\nx({ sidebar: y })', ['a']],
]
for (const [fact, text, value] of whole) {
  test(`reads ${fact}`, () => {
    assert.deepEqual(readProgramValue(text, starts), { value, isWhole: true })
  })
}

const parts: readonly [fact: string, text: string, value: unknown][] = [
  ['calls', 'export default ["a", require("b"), c("d")]', ['a']],
  ['texts that are put together', `export default { a: \`b\${c}\`, d: "e" }`, { d: 'e' }],
  ['names from elsewhere', 'export default { ...a, b: c, d: ["e", ...f] }', { d: ['e'] }],
  ['methods', 'export default { a() { return 1 }, [b]: 2, c: 3 }', { c: '3' }],
  ['all of it', 'export default load()', undefined],
]
for (const [fact, text, value] of parts) {
  test(`leaves out ${fact}, and says so`, () => {
    assert.deepEqual(readProgramValue(text, starts), { value, isWhole: false })
  })
}

test('finds nothing where nothing is', () => {
  assert.equal(readProgramValue('const a = 1', starts), undefined)
})

test('ends, however names and brackets stand', () => {
  const circle = 'const a = [b, b]\nconst b = [a, a]\nexport default a'
  assert.equal(readProgramValue(circle, starts)?.isWhole, false)
  const unclosed = ['[', '{a:', '(', '"', '`', '/*', '}', 'function ', 'const ', '...']
  const crossed = ['{],', '{a:],', '[},', '[)', '{...]', '({]})']
  for (const mark of [...unclosed, ...crossed]) {
    readProgramValue(`export default ${mark.repeat(20_000)}`, starts)
  }
})
