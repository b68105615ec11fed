import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkYaml, parseYaml } from './yaml-value.ts'

test('refuses what nests too deep, in brackets, marks or indentation', () => {
  const blocks = Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')
  for (const deep of [
    '{'.repeat(101),
    '[{a: '.repeat(60),
    '- '.repeat(100),
    '? '.repeat(100),
    blocks,
  ]) {
    assert.throws(() => checkYaml(`x:\n${deep}`), /nests deeper than 100 levels/)
  }
})

test('lets through what people write', () => {
  checkYaml(`${'a: [1, {b: [c]}]\n'.repeat(10_000)}d:\n${' '.repeat(80)}e: f\n---- \n`)
})

test('refuses more aliases than people write, however they are spread', () => {
  const many = Array.from({ length: 501 }, (_, at) => `k${at}: &a${at} x\nj${at}: {<<: *a${at}}\n`)
  for (const aliases of [`a: &a x\nb: [${'*a,'.repeat(501)}]`, many.join('')]) {
    assert.throws(() => checkYaml(aliases), /has more than 500 aliases/)
  }
  checkYaml(`a: &a x\nb: [${'*a,'.repeat(500)}]\nc: |\n${'  *words* &amp; *more*\n'.repeat(1_000)}`)
})

test('says where it is none, and nothing of what stands there', () => {
  for (const [text, place] of [
    ['a: b\nSECRET: "abc', /^line 2, column \d+: this is no YAML/],
    ['SECRET=abc\nx: y: z', /^line \d+, column \d+: this is no YAML/],
    ['a: *SECRET', /^line 1, column 4: this is no YAML|^an alias leads to nothing/],
  ] as const) {
    assert.throws(
      () => parseYaml(text),
      ({ message }: Error) => place.test(message) && !/SECRET|abc/.test(message),
    )
  }
})
