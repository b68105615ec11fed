import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitPassword } from './postgres-dump.ts'

test('takes the password out of an address, wherever it stands, and keeps the rest', () => {
  const cases: readonly [url: string, address: string, password: string | undefined][] = [
    ['postgres://h/d', 'postgres://h/d', undefined],
    ['postgres://u@h:5433/d', 'postgres://u@h:5433/d', undefined],
    ['postgres://u:p%40%3A:x@h/d', 'postgres://u@h/d', 'p@::x'],
    ['postgresql://u@h/d?password=s%26t', 'postgresql://u@h/d', 's&t'],
    [
      'postgres://u:p@h1:1,h2:2/d?target_session_attrs=read-write',
      'postgres://u@h1:1,h2:2/d?target_session_attrs=read-write',
      'p',
    ],
    ['postgres://u:p@/d?host=/var/run', 'postgres://u@/d?host=%2Fvar%2Frun', 'p'],
    ['postgres://u:p@h/d?sslmode=no-verify&ssl=1', 'postgres://u@h/d?sslmode=require', 'p'],
  ]
  for (const [url, address, password] of cases) {
    assert.deepEqual(splitPassword(url), { address, password }, url)
  }
})
