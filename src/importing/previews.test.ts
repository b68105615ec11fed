/** Requests about previews are checked as strictly as those of imports. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PreviewFields, readPreview } from './previews.ts'

function read(fields: object): PreviewFields {
  const body = Buffer.from(JSON.stringify({ spaceId: 'DOCS', ...fields }))
  return readPreview({ value: null, parts: [body] }).value as PreviewFields
}

test('names the fields that nobody documents, those of rows by their index', () => {
  const { unknownFields } = read({
    colour: 1,
    gone: [{ pageId: '1', version: 1, title: 'T' }],
    warnings: [{ file: 'a.md', size: 1 }],
    staying: [{ file: 'a.md' }, { because: 'x' }],
  })
  assert.deepEqual(unknownFields, [
    'colour',
    'gone[0].title',
    'warnings[0].size',
    'staying[1].because',
  ])
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x${index}`, 1]))
  assert.throws(() => read(many), { key: 'bad-request' })
})

test('refuses lists and rows of another type', () => {
  for (const name of ['gone', 'warnings', 'failures', 'staying']) {
    for (const [value, message] of [
      ['x', `${name} must be an array of objects, got a string.`],
      [{}, `${name} must be an array of objects, got an object.`],
      [[[]], `${name}[0] must be an object, got an array.`],
      [[null], `${name}[0] must be an object, got null.`],
    ] as const) {
      assert.throws(() => read({ [name]: value }), { key: 'bad-request', message })
    }
  }
})
