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
