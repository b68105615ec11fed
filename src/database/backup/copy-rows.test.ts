import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyRowCounter } from './copy-rows.ts'

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
