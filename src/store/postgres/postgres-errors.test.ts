import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../contract/errors.ts'
import { DatabaseRefusedError, UniqueViolationError } from '../database.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'

const withCode = (code: string): Error => Object.assign(new Error(code), { code })

for (const [code, meaning, isConnectionDropped] of [
  ['23505', 'unique-violation', false],
  ['40001', 'retry', false],
  ['40P01', 'retry', false],
  ['40003', 'unknown', true],
  ['26000', 'unprepared', false],
  ['25006', 'unavailable', true],
  ['55P03', 'unavailable', false],
  ['57014', 'unavailable', false],
  ['57P01', 'unavailable', true],
  ['57P03', 'unavailable', true],
  ['53300', 'unavailable', true],
  ['53100', 'unavailable', false],
  ['08006', 'unavailable', true],
  ['28P01', 'refused', true],
  ['3D000', 'refused', true],
  ['42601', 'ours', false],
  ['ECONNRESET', 'unavailable', true],
  ['EPIPE', 'unavailable', true],
  ['ECONNREFUSED', 'unavailable', true],
  ['ENOTFOUND', 'unavailable', true],
  ['ETIMEDOUT', 'unavailable', true],
  ['ERR_INVALID_ARG_TYPE', 'ours', false],
] as const) {
  test(`takes ${code} for ${meaning}${isConnectionDropped ? ', and drops the connection' : ''}`, () => {
    assert.deepEqual(describeFault(withCode(code)), { meaning, isConnectionDropped })
  })
}

test('takes the loss of a worker of a Citus for unavailable, which has no code of its own', () => {
  const meanings = [
    'failure on connection marked as essential: worker-1:5432',
    'server closed the connection unexpectedly',
    'another',
  ].map((message) => describeFault(Object.assign(new Error(message), { code: 'XX000' })).meaning)
  assert.deepEqual(meanings, ['unavailable', 'unavailable', 'ours'])
})

test('puts each meaning into an error of the interface, and leaves faults of ours', () => {
  for (const [code, type] of [
    ['23505', UniqueViolationError],
    ['40001', DatabaseUnavailableError],
    ['40003', UnknownOutcomeError],
    ['57P01', DatabaseUnavailableError],
    ['28P01', DatabaseRefusedError],
  ] as const) {
    const error = withCode(code)
    const put = toDatabaseError(error) as Error
    assert.ok(put instanceof type, code)
    assert.equal(put.cause, error)
  }
  const ours = new TypeError('ours')
  assert.equal(toDatabaseError(ours), ours)
})
