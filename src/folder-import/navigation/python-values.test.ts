/** Literals of Python. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPythonValue } from './python-values.ts'

for (const [fact, program, value] of [
  ['texts', `a = 'b\\'c' # d`, "b'c"],
  ['texts beside each other', 'a = ("b"\n     r"\\c")', 'b\\c'],
  ['texts of several lines', 'a: str = """b\nc"""', 'b\nc'],
  ['lists and tuples', 'a = ["b", (1, -2.5), True, None,]\nc', ['b', [1, -2.5], true, null]],
  ['tables', 'a = {\n  "b": "c",  # d\n  "e": {"f": [],},\n}\n', { b: 'c', e: { f: [] } }],
  ['what is computed counts for nothing', 'a = ["b", c(1, [2]), *d, "e" + f, g]', ['b']],
  ['only that', 'a = b()', undefined],
  ['not what is chosen', 'a = "b" if c else "d"', undefined],
  ['sums of texts', 'a = "b" "c" + ("d" + r"\\e")', 'bcd\\e'],
  ['sums of lists', 'a = ["b"] + c + ("d",)', ['b', 'd']],
  ['names', 'b: str = "0"\nb = "1"  # c\na = [b, d]\nb = "2"', ['1']],
  [
    'names of names',
    'b = "1"; d = 2\nc = b + ".2"\na = {"c": c, "d": [c]}',
    { c: '1.2', d: ['1.2'] },
  ],
  ['no name that is made of itself', 'b = b + "c"\na = a + b', undefined],
  ['parts of a version', "b = '1.2.3'\na = '.'.join(b.split('.')[:2])", '1.2'],
  [
    'its first and last',
    "b = '1.2.3'\na = [b.split('.', 1), b.rsplit('.', 1)[0], b[-1]]",
    [['1', '2.3'], '1.2', '3'],
  ],
  ['texts that are mended', "a = ' vB-c '.strip().lstrip('v').replace('-', '+').lower()", 'b+c'],
  ['texts that are filled in', "b = '1'\nc = 2\na = f'v{b}.{c} {{d}}\\n'", 'v1.2 {d}\n'],
  [
    'no texts that format or compute',
    "b = 1\na = [f'{b:02}', f'{b!r}', f'{c}', f'{}', '%s' % b]",
    [],
  ],
  ['no methods of other values', 'a = [[].join(["b"]), 1 .lower(), "b".c(), "b".d.lower()]', []],
  ['comparisons are none', 'a == "b"', undefined],
  ['broken ones end', 'a = [[["b"', [[['b']]]],
] as const) {
  test(fact, () => assert.deepEqual(readPythonValue(program, 'a'), value))
}

test('deep ones are cut off', () => {
  assert.ok(JSON.stringify(readPythonValue(`a = ${'['.repeat(50_000)}`, 'a')).length < 200)
  assert.equal(readPythonValue(`a = ${'b('.repeat(50_000)}`, 'a'), undefined)
})

test('short programs make no long texts', () => {
  const doubled = Array.from({ length: 60 }, (_, at) => `b${at + 1} = b${at} + b${at}`)
  const replaced = Array.from({ length: 60 }, (_, at) => `b${at + 1} = b${at}.replace('c', b${at})`)
  for (const lines of [doubled, replaced]) {
    const program = `b0 = '${'c'.repeat(1_000)}'\n${lines.join('\n')}\na = b60`
    assert.equal(readPythonValue(program, 'a'), undefined)
  }
})
