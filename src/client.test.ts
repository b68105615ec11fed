/** The client's surface. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from './client.ts'

test('offers exactly the documented names', () => {
  assert.deepEqual(Object.keys(client).sort(), [
    'ImportError',
    'PlanError',
    'checkFolder',
    'importFolder',
    'importPage',
  ])
})
