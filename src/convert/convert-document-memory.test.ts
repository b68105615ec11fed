/** What a conversion leaves behind is freed soon; what reaches V8's old space waits for long. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(
  new URL('../../test/support/conversion/promoted-bytes.ts', import.meta.url),
)

test('a conversion leaves little to a major collection', () => {
  // A function of each conversion in a field of the writer kept all of it: 79 kB for this page.
  const bytes = Number(execFileSync(process.execPath, ['--expose-gc', program]))
  assert.ok(bytes < 32 * 1024, `${bytes} bytes`)
})
