/** The library's surface. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as library from './library.ts'

test('offers exactly the documented names', () => {
  assert.deepEqual(Object.keys(library).sort(), [
    'MarkdownLimitError',
    'adfToHtml',
    'adfToStorage',
    'adfToText',
    'markdownToAdf',
    'problems',
  ])
})
