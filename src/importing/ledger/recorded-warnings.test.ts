/** What the ledger keeps of warnings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecordedWarnings } from './recorded-warnings.ts'

test('gives warnings that were recorded without a severity the one of their code', () => {
  const codes = ['image-dropped', 'html-shown', 'front-matter', 'unknown-field', 'toString']
  const recorded = codes.map((code) => ({ code, message: 'm', line: 1 }))
  assert.deepEqual(
    readRecordedWarnings(JSON.stringify(recorded)).map(({ severity }) => severity),
    ['lost', 'changed', 'note', 'note', 'note'],
  )
})

test('keeps the severity that was recorded', () => {
  const recorded = [{ code: 'more-warnings', severity: 'lost', message: 'm', line: 1 }] as const
  assert.deepEqual(readRecordedWarnings(JSON.stringify(recorded)), recorded)
})
