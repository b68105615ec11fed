import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkRecordings, type RecordingsReport } from './support/recordings/check-recordings.ts'
import { type Likeness, likenesses } from './support/recordings/likenesses.ts'
import { answerReaders } from './support/recordings/read-answers.ts'
import { readRecordings } from './support/recordings/recording.ts'

function check(t: TestContext, wanted: readonly Likeness[]): Promise<RecordingsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'markport-recordings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const items = wanted.map(({ answer, text, ...item }) => {
    const file = `${item.id}.json`
    const whole = { request: null, status: 200, headers: {}, ...answer }
    const body = typeof text === 'string' ? text : JSON.stringify(text ?? whole)
    writeFileSync(join(folder, file), body)
    return { ...item, file }
  })
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ items }))
  return checkRecordings(readRecordings(folder))
}

test('answers and bodies are read as they are', async (t) => {
  const { read, shortened, unasked, failures } = await check(t, likenesses)
  assert.deepEqual(
    { failures, shortened, unasked },
    { failures: [], shortened: [], unasked: ['restrictions'] },
  )
  const kinds = new Set(read.keys())
  for (const kind of [...Object.keys(answerReaders), 'adf-body', 'storage-body']) {
    assert.ok(kinds.has(kind), `there is a likeness of ${kind}`)
  }
})

const others: readonly [id: string, change: (one: Likeness) => Likeness, told: RegExp][] = [
  ['live-page', withBody({ spaceId: undefined }), /The answer has no id spaceId/],
  ['files', withBody({ _links: { next: '/wiki/api/v2/x?limit=1' } }), /The list goes on nowhere/],
  ['search', withBody({ _links: { next: 'https://c.example/?cursor=1' }, results: [{}] }), /no id/],
  ['stale', (one) => ({ ...one, expect: { read: 'conflict', write: 'unknown' } }), /otherwise/],
  [
    'long-title',
    (one) => ({ ...one, expect: { ...one.expect, says: 'short' } as never }),
    /too long/,
  ],
  ['editor-save', (one) => ({ ...one, typedBlocks: [] }), /1 of 3 otherwise: \[\[0\],1\]/],
  ['api-save', (one) => ({ ...one, sent: [{ block: 1, node: { type: 'rule' } }] }), /otherwise/],
  ['hand-made', (one) => ({ ...one, sameAs: 'api-save' }), /An example page/],
]

for (const [id, change, told] of others) {
  test(`a recording of another kind is told of: ${id}`, async (t) => {
    const { failures } = await check(
      t,
      likenesses.map((one) => (one.id === id ? change(one) : one)),
    )
    assert.equal(failures.length, 1)
    assert.match(failures[0] ?? '', told)
    assert.ok(failures[0]?.startsWith(id))
  })
}

test('what a source has left out is no failure of a reader', async (t) => {
  const wanted = likenesses.map((one) =>
    one.id === 'live-page'
      ? { ...withBody({ spaceId: undefined })(one), evidence: 'recorded, and shortened' }
      : one,
  )
  const { shortened, failures } = await check(t, wanted)
  assert.deepEqual([shortened.length, failures], [1, []])
})

function withBody(changed: object): (one: Likeness) => Likeness {
  return (one) => ({
    ...one,
    answer: { ...one.answer, body: { ...(one.answer?.body as object), ...changed } },
  })
}
