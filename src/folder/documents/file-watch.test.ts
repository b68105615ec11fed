/** No file keeps the others waiting: neither our own code nor the parser is waited for. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { generousMs } from '../../../test/support/base/wait-until.ts'
import { checkFolder } from '../check-folder.ts'
import type { FolderEvent } from '../folder-events.ts'
import { fileWatch, OutOfTimeError, parserTrials } from './file-watch.ts'

const tooLong = {
  constructor: OutOfTimeError,
  message: 'This file takes longer than 0.05 s to read (--file-timeout). Split it.',
}

test('ends work that never ends, in a regular expression as well', () => {
  const watch = fileWatch(50)
  for (const work of [() => endlessly(), () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)]) {
    assert.throws(() => watch.run(work), tooLong)
  }
  assert.equal(
    watch.run(() => 'done'),
    'done',
  )
})

test('tries the parser in a process on what could cost it more than its size', () => {
  const block = 'Some words.\n'.repeat(6_000)
  assert.ok(parserTrials()(block, generousMs))
  const parses = parserTrials()
  assert.ok(!parses(block, 1))
  assert.ok(!parses(block, generousMs), 'a text is tried once')
  assert.ok(!parses('> '.repeat(5_000), 1))
  assert.ok(parses('Some words.\n\n'.repeat(6_000), 1), 'short blocks need no process')
  assert.throws(() => fileWatch(50, () => false).parse(block, () => 'done'), tooLong)
})

test('fails a file that takes too long as plain Markdown as well', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'long.md'), 'Some *words*.\n\n'.repeat(60_000))
  const events: FolderEvent[] = []
  await checkFolder({
    paths: [folder],
    workingFolder: folder,
    fileTimeoutMs: 1,
    onEvent: (event) => events.push(event),
  })
  const failures = events.flatMap((event) =>
    event.type === 'page' && event.outcome === 'failed' ? [[event.file, event.message]] : [],
  )
  assert.deepEqual(failures, [
    ['long.md', 'This file takes longer than 0.001 s to read (--file-timeout). Split it.'],
  ])
})

function endlessly(): never {
  for (;;);
}
