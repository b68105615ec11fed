import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePostgresAddress } from './postgres-address.ts'

test('takes an address of one server as it is', () => {
  const url = 'postgres://me:p%40ss@host:5432/wiki?sslmode=verify-full'
  assert.deepEqual(parsePostgresAddress(url), {
    servers: [{ name: 'host:5432', url }],
    isForWriting: false,
  })
})

test('makes one address for each of several servers, with everything that they share', () => {
  const { servers, isForWriting } = parsePostgresAddress(
    'postgresql://me:secret@one:5432,[::1]:5433,three/wiki?sslmode=require&target_session_attrs=primary',
  )
  assert.deepEqual(servers, [
    { name: 'one:5432', url: 'postgresql://me:secret@one:5432/wiki?sslmode=require' },
    { name: '[::1]:5433', url: 'postgresql://me:secret@[::1]:5433/wiki?sslmode=require' },
    { name: 'three', url: 'postgresql://me:secret@three/wiki?sslmode=require' },
  ])
  assert.equal(isForWriting, true)
})

test('wants one of several servers that takes writes, unless the address says otherwise', () => {
  const isForWriting = (search: string): boolean =>
    parsePostgresAddress(`postgres://one,two/wiki${search}`).isForWriting
  assert.equal(isForWriting(''), true)
  assert.equal(isForWriting('?target_session_attrs=any'), false)
})

test('takes the folder of a socket', () => {
  const url = 'postgres://me@/wiki?host=/var/run/postgresql'
  assert.equal(parsePostgresAddress(url).servers[0]?.name, '/var/run/postgresql')
})

test('says what is allowed, without the password', () => {
  for (const [text, message] of [
    ['mysql://me:secret@host/wiki', /postgres:\/\//],
    ['postgres://me:secret@one,,two/wiki', /comma/],
    ['postgres://me:secret@host:port/wiki', /comma/],
    ['postgres://me:secret@host/wiki?target_session_attrs=leader', /any, read-write or primary/],
  ] as const) {
    assert.throws(
      () => parsePostgresAddress(text),
      (error: Error) => {
        assert.ok(error instanceof RangeError)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  }
})
