import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceWarnings } from './service-warnings.ts'

const relative = (line: number) =>
  ({ code: 'relative-address', severity: 'lost', message: 'm', line }) as const

test('leave out relative addresses that the client knows, by line of the file', () => {
  const shown = { ...relative(2), code: 'html-shown' }
  const asked = { ...relative(1), code: 'title-heading-removed' }
  const content = {
    addressLines: new Set([12, 14]),
    lineInFile: (line: number) => line + 10,
  }
  assert.deepEqual(serviceWarnings([...[2, 3, 4].map(relative), asked, shown], content), [
    relative(13),
    { ...shown, line: 12 },
  ])
})
