import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { storeProblem } from './store.ts'

const place = { dataDirectory: '/data' }

function fullDisk(): unknown {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec('pragma max_page_count = 1; create table t (a); create table u (a)')
  } catch (error) {
    return error
  } finally {
    database.close()
  }
  return undefined
}

test('a full disk is not told as a matter of permissions', () => {
  for (const error of [fullDisk(), new DatabaseUnavailableError('x', { cause: fullDisk() })]) {
    const { message = '' } = storeProblem(error, place) ?? {}
    assert.match(message, /^the disk that holds the store in \/data is full, .* Free 16 MiB/)
    assert.doesNotMatch(message, /permissions/)
  }
  const other = storeProblem(new DatabaseUnavailableError('disk I/O error'), place)
  assert.match(other?.message ?? '', /Check the folder and its permissions/)
})
