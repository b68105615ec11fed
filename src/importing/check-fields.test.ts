/** Refusals of fields, as forms are told of them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError } from '../contract/errors.ts'
import { checkFields } from './check-fields.ts'

const valid = { spaceId: 'DOCS', parentId: '1', pageTitle: 'Title', content: 'x' }

const wrong: readonly (readonly [field: string, value: unknown])[] = [
  ['spaceId', undefined],
  ['parentId', 7],
  ['pageTitle', ' '],
  ['pageTitle', 'two\nlines'],
  ['pageTitle', 'x'.repeat(300)],
  ['content', '\0'],
  ['content', '\ud800'],
  ['content', 'x'.repeat(200)],
  ['overwrite', 'yes'],
  ['labels', 'one'],
  ['labels', Array.from({ length: 1_000 }, (_, index) => `label-${index}`)],
  ['labels', ['good', 1]],
  ['labels', ['good', 'x'.repeat(300)]],
  ['labels', ['not good']],
  ['position', '1'],
  ['position', -1],
  ['position', 1.5],
  ['position', 2 ** 53],
  ['position', null],
  ['pageId', 7],
  ['pageId', ''],
  ['dryRun', null],
  ['removeTitleHeading', 'no'],
]

test('a refusal names the field that its message begins with', () => {
  for (const [field, value] of wrong) {
    assert.throws(
      () => checkFields({ ...valid, [field]: value }, 100),
      (error) =>
        error instanceof RequestError && error.field === field && error.message.startsWith(field),
      `${field}: ${JSON.stringify(value)?.slice(0, 40)}`,
    )
  }
})

test('a refused pageId is not called required', () => {
  for (const pageId of ['', null, 0, false]) {
    assert.throws(
      () => checkFields({ ...valid, pageId }, 100),
      /^RequestError: pageId must be a non-empty string or be left out, got /,
    )
  }
})
