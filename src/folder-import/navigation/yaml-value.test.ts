/** YAML that no parser should see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkYamlNesting } from './yaml-value.ts'

test('refuses what nests too deep, in brackets, marks or indentation', () => {
  const blocks = Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')
  for (const deep of [
    '{'.repeat(101),
    '[{a: '.repeat(60),
    '- '.repeat(100),
    '? '.repeat(100),
    blocks,
  ]) {
    assert.throws(() => checkYamlNesting(`x:\n${deep}`), /nests deeper than 100 levels/)
  }
})

test('lets through what people write', () => {
  checkYamlNesting(`${'a: [1, {b: [c]}]\n'.repeat(10_000)}d:\n${' '.repeat(80)}e: f\n---- \n`)
})
