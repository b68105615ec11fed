/** Literals of Python. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPythonLiteral } from './myst/sphinx.ts'

for (const [fact, program, value] of [
  ['texts', `a = 'b\\'c' # d`, "b'c"],
  ['texts beside each other', 'a = ("b"\n     r"\\c")', 'b\\c'],
  ['texts of several lines', 'a: str = """b\nc"""', 'b\nc'],
  ['lists and tuples', 'a = ["b", (1, -2.5), True, None,]\nc', ['b', [1, -2.5], true, null]],
  ['tables', 'a = {\n  "b": "c",  # d\n  "e": {"f": [],},\n}\n', { b: 'c', e: { f: [] } }],
  ['broken ones end', 'a = [[["b"', [[['b']]]],
] as const) {
  test(fact, () => {
    assert.deepEqual(readPythonLiteral(program, 'a'), { value, isComputed: false })
  })
}

for (const [fact, program, value] of [
  ['members that are', 'a = ["b", c(1, [2]), *d, "e" + f, g, f"{h}", 2 * 3, "i"]', ['b', 'i']],
  ['fields that are', 'a = {"b": c, d: "e", "f": "g" if h else "i", "j": 1}', { j: 1 }],
  ['calls', 'a = b("c")', undefined],
  ['names', 'b = "1"\na = b', undefined],
  ['sums', 'a = "b" + "c"', undefined],
  ['parts', 'a = "b"[0]', undefined],
  ['texts that are filled in', 'a = f"b"', undefined],
] as const) {
  test(`what is computed is left out, and told: ${fact}`, () => {
    assert.deepEqual(readPythonLiteral(program, 'a'), { value, isComputed: true })
  })
}

test('comparisons give nothing', () => {
  assert.equal(readPythonLiteral('a == "b"', 'a'), undefined)
})

test('deep ones are cut off', () => {
  assert.ok(JSON.stringify(readPythonLiteral(`a = ${'['.repeat(50_000)}`, 'a')).length < 200)
  assert.equal(readPythonLiteral(`a = ${'b('.repeat(50_000)}`, 'a')?.value, undefined)
})
