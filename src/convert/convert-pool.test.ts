/** The pool converts as the direct call does, within its limits, without holding up the caller. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Converter, type ConvertPoolOptions, convertPool } from './convert-pool.ts'
import { ConverterBusyError } from './converter-busy-error.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { markdownToAdf } from './markdown-to-adf.ts'

const workerFile = new URL('../../test/support/endless-worker.ts', import.meta.url)
const open: Converter[] = []
after(() => Promise.all(open.map((pool) => pool.close())))

function start(options: Partial<ConvertPoolOptions> = {}): Converter {
  const limits = {
    maxDepth: 90,
    maxMarkdownBytes: 8 * 1024 * 1024,
    maxAdfBytes: 5 * 1024 * 1024,
    timeoutMs: 3_000,
  }
  const pool = convertPool({ ...limits, threads: 1, ...options })
  open.push(pool)
  return pool
}

const large = '# Part\n\nSome *words* and a [link](/u).\n\n- [ ] a\n'.repeat(4_000)

test('gives what the direct call gives, in this thread and in another', async () => {
  const pool = start()
  for (const markdown of [large.slice(0, 500), large]) {
    const { adf, warnings } = markdownToAdf(markdown)
    const expected = { adf: JSON.stringify(adf), warnings, markdown, images: [] }
    assert.deepEqual(await pool.convert(markdown), expected)
  }
})

test('refuses by the same limits in this thread and in another', async () => {
  const pool = start()
  for (const markdown of [`${'> '.repeat(91)}x`, `${'> '.repeat(91)}x\n\n${large}`]) {
    await assert.rejects(pool.convert(markdown), (error) => {
      assert.ok(error instanceof MarkdownLimitError)
      assert.match(error.message, /^content nests 91 levels deep at line 1; at most 90/)
      return true
    })
  }
})

test('refuses ADF beyond its limit', async () => {
  const pool = start({ maxAdfBytes: 1_000 })
  await assert.rejects(pool.convert('word '.repeat(250)), {
    constructor: MarkdownLimitError,
    message: /^content becomes \d+ bytes of ADF; at most 1000 are allowed\. .*--max-adf\.$/,
  })
})

test('stops a conversion at its deadline, and converts the next one', async () => {
  const pool = start({ timeoutMs: 300, workerFile, inlineLength: 0 })
  await pool.convert('warm')
  await assert.rejects(pool.convert('endless'), {
    constructor: MarkdownLimitError,
    message: /^content takes longer than 300 ms to convert\. .*--conversion-timeout\.$/,
  })
  assert.match((await pool.convert('next')).adf, /"next"/)
})

test('says that it is busy when too many wait', async () => {
  const pool = start({ workerFile, inlineLength: 0, timeoutMs: 10_000 })
  await pool.convert('warm')
  const waiting = Array.from({ length: 300 }, () => pool.convert('asleep'))
  const settled = Promise.allSettled(waiting)
  await assert.rejects(waiting.at(-1) as Promise<unknown>, {
    constructor: ConverterBusyError,
    message: 'Too many large documents wait for conversion.',
  })
  await pool.close()
  const results = await settled
  const errors = results.map((result) => (result as PromiseRejectedResult).reason)
  const busy = errors.filter((error) => error instanceof ConverterBusyError)
  assert.ok(busy.length >= 300 - 257 && busy.length < 300, `${busy.length} busy`)
})

test('leaves the calling thread free while a document converts', async () => {
  const pool = start({ timeoutMs: 300, workerFile, inlineLength: 0 })
  await pool.convert('warm')
  let turns = 0
  const ended = pool.convert('endless').catch(() => 'ended')
  while ((await Promise.race([ended, wait(1)])) !== 'ended') turns += 1
  assert.ok(turns > 0)
})
