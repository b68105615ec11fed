import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyRowCounter, splitPassword } from './postgres-dump.ts'

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

const dump = `CREATE TABLE public.pages (
    id bigint NOT NULL
);
CREATE TABLE public.empty (
);
CREATE TABLE public.migrations (
);
COPY public.migrations (version, applied_at) FROM stdin;
2	20
1	10
\\.
COPY public.pages (id, text) FROM stdin;
1	COPY public.empty (id) FROM stdin;
2	a\u2028b\r${'long '.repeat(200)}
\\.
ALTER TABLE ONLY public.pages
`

test('counts the rows of each table, wherever the output is cut', () => {
  for (const size of [1, 7, 64, 100_000]) {
    const counter = copyRowCounter()
    const bytes = Buffer.from(dump)
    for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size))
    assert.deepEqual(Object.fromEntries(counter.counts()), { pages: 2, empty: 0, migrations: 2 })
    assert.equal(counter.schema(), 2)
  }
})
