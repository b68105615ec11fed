/** Log lines: JSON that terminals may show as it is. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './log.ts'

test('keeps what others wrote, and spells what terminals would obey', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const host = 'a\u009b31m\u202e\u2028\u001b[2J\n::x ##vso[y]\ud800'
  log.info({ host, error: new Error(host) }, 'event')
  const [line = ''] = lines
  assert.equal(lines.length, 1)
  assert.match(line, /^\{[\x20-\x7e]+\}\n$/)
  assert.doesNotMatch(line, /##\w*\[/)
  assert.equal(JSON.parse(line).host, host)
})
