/** What a site answers that nobody can read is told as that, and the import goes on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWikiServer } from './support/delivery/wiki-server.ts'

test('a caller is told that Confluence answered, and that nobody can read it', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  t.after(() => server.stop())
  const { site } = server
  assert.ok(site)
  site.watch = ({ when, method }) =>
    when === 'before' && method === 'POST' ? { status: 200 } : undefined
  const { status, json, headers } = await server.post({ pageTitle: 'Garbled' })
  assert.equal(status, 503)
  assert.match(
    json.body,
    /^Error: Confluence could not carry it out yet \(The site's answer cannot be read/,
  )
  assert.match(json.body, /The import goes on/)
  assert.ok(Number(headers.get('retry-after')) > 0)
  site.watch = () => undefined
})
