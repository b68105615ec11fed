/** What can be done about warnings, beside the tables of all. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warningTable } from '../../convert/warnings.ts'
import { noticeTable } from '../../folder/notices.ts'
import { mendOf } from './import-summary.ts'

test('something can be done about whatever readers lose', () => {
  for (const [code, { severity }] of [
    ...Object.entries(warningTable),
    ...Object.entries(noticeTable),
  ]) {
    if (severity === 'lost') assert.match(mendOf(code) ?? '', /^[A-Z].*\.$/, code)
  }
  assert.equal(mendOf('toString'), undefined)
})
