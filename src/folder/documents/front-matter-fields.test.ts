/** Plain front matter: what is read without a parser is what the parser reads. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isScalar, LineCounter, parseDocument } from 'yaml'
import { readPlainYaml } from './front-matter-fields.ts'

function parsed(yaml: string): unknown[] {
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { schema: 'failsafe', uniqueKeys: false, lineCounter })
  assert.deepEqual(document.errors, [])
  const fields = new Map<string, unknown>()
  const items = (document.contents as unknown as { items: { key: unknown; value: unknown }[] })
    ?.items
  for (const { key, value } of items ?? []) {
    assert.ok(isScalar(key) && isScalar(value))
    const [start = 0, end = 0] = value.range ?? []
    const line = lineCounter.linePos(key.range?.[0] ?? 0).line - 1
    fields.set(String(key.value), { value: value.value, raw: yaml.slice(start, end), line })
  }
  return [...fields]
}

test('reads names with words and quoted texts', () => {
  const yaml =
    'title: A page, as it is\n\nweight: 4150\ndescription: "one: two # three"\nnote: \'\'\n'
  assert.deepEqual([...(readPlainYaml(yaml) ?? [])], parsed(yaml))
  assert.equal(readPlainYaml(yaml)?.get('description')?.value, 'one: two # three')
})

test('leaves all else to the parser', () => {
  const lists = ['- a', 'a: [b]', 'a: b\n  c', 'a: |\n b', 'a:', '? a', '%A']
  const values = ['a: b: c', 'a: b #c', 'a: "\\n"', 'a: *b', 'a: &b c', 'a: b ', 'a: b\r', 'a: \t']
  for (const yaml of [...lists, ...values]) assert.equal(readPlainYaml(yaml), undefined, yaml)
})

test('reads whatever it reads as the parser does', () => {
  const characters = [...'aB1é :\n#-.,"\'\\[{&*!|>%@`~/()\t\r_', 'a: ', 'b: ', '---']
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 })
  const start = fc.constantFrom('', 'a: ', 'b: ', 'a: "', "b: '")
  const line = fc.tuple(start, text, fc.constantFrom('', '"', "'")).map((parts) => parts.join(''))
  let known = 0
  const yamls = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(yamls, (yaml) => {
      const fields = readPlainYaml(yaml)
      if (fields === undefined || fields.size === 0) return
      known += 1
      assert.deepEqual([...fields], parsed(yaml))
    }),
    { numRuns: 5_000 },
  )
  assert.ok(known > 50, `${known} were plain`)
})
