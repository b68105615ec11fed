/** The bar: it fits, and it says how far a run is. @module */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { drawBar, progressBar } from './import-output.ts'

function terminal(env: Record<string, string>, isTTY: boolean) {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 60 })
  let now = 0
  const clock = (): Date => {
    now += 1_000
    return new Date(now)
  }
  return { stderr, bar: progressBar({ stderr, env, clock }) }
}

test('keeps lines above itself, and leaves nothing behind', () => {
  const { stderr, bar } = terminal({}, true)
  bar.update({ done: 1, pages: 2 })
  bar.above(() => stderr.write('line\n'))
  bar.end()
  const shown = drawBar({ done: 1, pages: 2 }, 1_000, 59)
  const clear = '\r\u001b[K'
  assert.equal(String(stderr.read()), `${clear}${shown}${clear}line\n${shown}${clear}`)
})

test('is not drawn where there is no terminal, or in CI', () => {
  for (const [env, isTTY] of [
    [{}, false],
    [{ CI: 'true' }, true],
    [{ TERM: 'dumb' }, true],
  ] as const) {
    const { stderr, bar } = terminal(env, isTTY)
    bar.update({ done: 1, pages: 2 })
    bar.end()
    assert.equal(stderr.read(), null)
  }
})
