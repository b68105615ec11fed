/** Literals of Python. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPythonValue } from './python-values.ts'

for (const [fact, program, value] of [
  ['texts', `a = 'b\\'c' # d`, "b'c"],
  ['texts beside each other', 'a = ("b"\n     r"\\c")', ['b\\c']],
  ['texts of several lines', 'a: str = """b\nc"""', 'b\nc'],
  ['lists and tuples', 'a = ["b", (1, -2.5), True, None,]\nc', ['b', [1, -2.5], true, null]],
  ['tables', 'a = {\n  "b": "c",  # d\n  "e": {"f": [],},\n}\n', { b: 'c', e: { f: [] } }],
  ['what is computed counts for nothing', 'a = ["b", c(1, [2]), *d, "e" + f]', ['b', 'e']],
  ['only that', 'a = b()', undefined],
  ['comparisons are none', 'a == "b"', undefined],
  ['broken ones end', 'a = [[["b"', [[['b']]]],
] as const) {
  test(fact, () => assert.deepEqual(readPythonValue(program, 'a'), value))
}

test('deep ones are cut off', () => {
  assert.ok(JSON.stringify(readPythonValue(`a = ${'['.repeat(50_000)}`, 'a')).length < 200)
})
