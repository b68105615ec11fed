/** What the stylesheets weigh on their way to a browser: that of readers, and all of them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { stylesheet, workStylesheet } from './assets.ts'

async function weight(...sheets: readonly (typeof stylesheet)[]): Promise<number> {
  let bytes = 0
  for (const sheet of sheets) bytes += gzipSync(await sheet.bytes(undefined), { level: 9 }).length
  return bytes
}

test('what readers load is at most 10 KiB, and all styles are at most 15', async () => {
  const read = await weight(stylesheet)
  assert.ok(read <= 10 * 1024, `readers load ${read} bytes`)
  const all = await weight(stylesheet, workStylesheet)
  assert.ok(all > read && all <= 15 * 1024, `all are ${all} bytes`)
})
