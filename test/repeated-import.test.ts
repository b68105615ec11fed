/** A repeated import that is under way while the first one is written gets the first one's answer. @module */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Viewer } from '../src/server/web/pages.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { type ComposedServer, startComposedServer } from './support/service/composed-server.ts'
import { send, validImport } from './support/service/test-server.ts'

let folder: string
let server: ComposedServer
let secondSaves: PromiseWithResolvers<void>
let firstWritten: PromiseWithResolvers<void>
let saves: number

before(async () => {
  folder = temporaryFolder()
  server = await startComposedServer({ dataDirectory: folder }, ({ wiki }) => ({
    viewer: (): Viewer => server.administrator,
    wikis: [
      {
        ...wiki,
        async savePage(...saving) {
          saves += 1
          if (saves === 2) {
            secondSaves.resolve()
            await firstWritten.promise
          }
          await secondSaves.promise
          const result = await wiki.savePage(...saving)
          firstWritten.resolve()
          return result
        },
      },
    ],
  }))
})
beforeEach(() => {
  secondSaves = Promise.withResolvers()
  firstWritten = Promise.withResolvers()
  saves = 0
})
after(() => server.stop())

test('over HTTP, with an Idempotency-Key', async () => {
  const body = JSON.stringify({ ...validImport(server), pageTitle: 'By key' })
  const headers = { authorization: `Bearer ${server.token}`, 'idempotency-key': 'same' }
  const answers = await Promise.all([
    send(server.endpoint, body, headers),
    send(server.endpoint, body, headers),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  assert.equal(saves, 2)
})

test('by the form', async () => {
  const submit = (): Promise<Response> => {
    const form = new FormData()
    const { spaceId, parentId, content } = validImport(server) as Record<string, string>
    const fields = { spaceId, parentId, content, pageTitle: 'By form', submission: 'same' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '')
    form.set('action', 'import')
    return fetch(`${server.url}/import`, {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
  }
  const answers = await Promise.all([submit(), submit()])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303],
  )
  assert.equal(saves, 2)
})
