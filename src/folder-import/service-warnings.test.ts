/** The conversion's warnings beside the client's own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordNotice } from './notices.ts'
import { serviceWarnings } from './service-warnings.ts'

const relative = (line: number) =>
  ({ code: 'relative-address', severity: 'lost', message: 'm', line }) as const

test('leave out relative addresses that the client has noticed, by line of the file', () => {
  const notices = [wordNotice('link-missing', 'a', 12), wordNotice('image-missing', 'b', 14)]
  const others = [wordNotice('label-changed', 'c', 13)]
  const warnings = [2, 3, 4].map(relative)
  const shown = { ...relative(2), code: 'html-shown' }
  assert.deepEqual(
    serviceWarnings([...warnings, shown], [...notices, ...others], (line) => line + 10),
    [relative(13), { ...shown, line: 12 }],
  )
})
