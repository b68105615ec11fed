/** Each run begins with its source, which tells whether its token and its space are good. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sentDigest } from '../src/contract/sent-digest.ts'
import { type DocsFolder, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import {
  answer,
  type Script,
  type ScriptedService,
  startScriptedService,
} from './support/network/scripted-service.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

let folder: DocsFolder
let service: ScriptedService
let check: Script

const missing: Script = (response) => answer(response, 404, { key: 'not-found' })
const endsAt = '2026-12-01T10:00:00.000Z'
const header = { 'Markport-Token-Expires': endsAt }
const remembered: object[] = []
const good: Script = (response) =>
  answer(response, 200, { key: 'source', pages: remembered, next: null }, header)

before(async () => {
  folder = docsFolder({ 'a.md': '# A\n', 'b.md': '# B\n' })
  service = await startScriptedService((response, number, request) => {
    const { path = '', fields } = request
    if (path.includes('/sources?')) return check(response, number, request)
    const placed = { spaceId: '1', parentId: '2', version: 1 }
    if (path.endsWith('/close')) {
      return answer(response, 200, {
        key: 'closed',
        trashed: [],
        kept: [],
        newWarnings: 0,
        oldWarnings: 0,
      })
    }
    if (path.endsWith('/reservations')) {
      const found = [{ ...placed, id: '2', title: 'Home', url: 'http://h/wiki/spaces/S/pages/2' }]
      if (fields.findPages) return answer(response, 200, { key: 'reserved', pages: [], found })
      return missing(response, number, request)
    }
    const id = String(100 + number)
    const title = fields.pageTitle
    const url = `http://h/wiki/spaces/S/pages/${id}`
    if (fields.source) {
      const { path: of } = fields.source as Record<string, unknown>
      const digest = sentDigest(fields)
      const { parentId, version } = placed
      remembered.push({ path: of, pageId: id, title, parentId, version, digest, edited: null })
    }
    answer(response, 201, { key: 'created', page: { ...placed, id, title, url }, warnings: [] })
  })
  check = good
  assert.equal((await run()).report.counts.created, 2)
})
after(async () => {
  await service.stop()
  folder.remove()
})

async function run(options: Parameters<typeof importDocs>[2] = {}) {
  const before = service.requests.length
  const space = { id: '1', key: 'S', homepageId: '2' } as TestServer['space']
  const target = { endpoint: service.endpoint, token: 'a.b.c', space }
  const imported = await importDocs(target, folder, options)
  return { ...imported, requests: service.requests.slice(before) }
}

describe('ends the run', () => {
  const refusals: readonly [status: number, key: string, headers: Record<string, string>][] = [
    [401, 'unauthorized', {}],
    [402, 'license-expired', {}],
    [403, 'forbidden', {}],
    // The token is valid, so the space is missing.
    [404, 'not-found', header],
  ]
  for (const [status, key, headers] of refusals) {
    test(key, async () => {
      check = (response) => answer(response, status, { key, body: 'Error: no.' }, headers)
      const { report, requests } = await run()
      assert.match(report.stoppedBy ?? '', /^no\./)
      assert.deepEqual([report.counts.failed, report.counts['not-sent']], [0, 2])
      assert.equal(requests.length, 1)
    })
  }
})

describe('imports by title where a service has no sources', () => {
  const older: readonly [what: string, script: Script][] = [
    ['404', missing],
    ['405', (response) => answer(response, 405, { key: 'method-not-allowed' })],
    ['400', (response) => answer(response, 400, { key: 'bad-request' })],
    ['a page for people', (response) => void response.end('<!doctype html>')],
    [
      '404 and a page for people',
      (response) => void response.writeHead(404).end('<!doctype html>'),
    ],
  ]
  for (const [what, script] of older) {
    test(what, async () => {
      check = script
      const { report } = await run()
      assert.deepEqual([report.counts.created, report.stoppedBy], [2, undefined])
      assert.equal('tokenExpiresAt' in report, false)
    })
  }

  test('a time that is none is not told', async () => {
    for (const text of ['soon', '', '99999999999999999']) {
      const said = { 'Markport-Token-Expires': text }
      check = (response) =>
        answer(response, 200, { key: 'source', pages: remembered, next: null }, said)
      assert.equal('tokenExpiresAt' in (await run()).report, false)
    }
  })
})

test('an interruption while the token is checked ends the run', async () => {
  const interruption = new AbortController()
  check = () => interruption.abort()
  const { report } = await run({ signal: interruption.signal })
  assert.match(report.stoppedBy ?? '', /interrupted/)
  assert.equal(report.counts['not-sent'], 2)
})

test('a real service takes a request for no pages, and looks at the token and the space', async () => {
  const server = await startFreshServer('sqlite')
  const files = docsFolder({ 'a.md': '# A\n' })
  try {
    const target = { ...server, endpoint: `${server.url}/` }
    assert.equal((await importDocs(target, files)).report.counts.created, 1)
    const whole = await importDocs(server, files)
    assert.equal(whole.report.counts.unchanged, 1, 'known by one endpoint')
    const dead = await importDocs(server, files, { token: `${server.token}x` })
    assert.match(dead.report.stoppedBy ?? '', /signature|token/)
    assert.equal(dead.report.counts['not-sent'], 1)
  } finally {
    await server.stop()
    files.remove()
  }
})
