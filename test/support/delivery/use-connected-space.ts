/** Uses a connected space of a service for all that imports do there, so that every statement about it is sent. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spaceConnections } from '../../../src/confluence/delivery/connections/space-connections.ts'
import { importPage } from '../../../src/folder/client/import-page.ts'
import {
  askPreview,
  previewEndpoint,
  requestReservations,
} from '../../../src/folder/client/service-requests.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { waitUntil } from '../base/wait-until.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import type { TestServer } from '../service/test-server.ts'
import { sampleConnection } from './sample-connection.ts'

export async function useConnectedSpace(server: TestServer, image: string): Promise<void> {
  const { database, clock, createSpace } = server
  const folder = temporaryFolder()
  const site = await startConfluence('cloud')
  try {
    const tokenFile = join(folder, 'token')
    writeFileSync(tokenFile, site.token)
    const { id: spaceId } = await createSpace('WORK')
    const { spaceId: remoteId, spaceKey: remoteKey, homepageId, baseUrl, email } = site
    const sample = sampleConnection({ spaceId, remoteId, remoteKey, baseUrl, homepageId })
    const policies = { ...sample.policies, edits: 'overwrite-imported' } as const
    const connection = { ...sample, email, tokenFile, cloudId: undefined, policies }
    const connections = spaceConnections(database, idAllocator(database), clock)
    await connections.connect(connection, 'test')
    await connections.setPolicies(spaceId, policies, 'test')
    const ask = (fields: object, headers: Record<string, string> = {}) => {
      const place = { spaceId: 'WORK', parentId: homepageId, overwrite: true }
      return server.post({ ...place, ...fields }, headers)
    }
    const save = async (fields: object, headers?: Record<string, string>): Promise<string> => {
      const { status, json } = await ask(fields, headers)
      assert.ok(status < 300, JSON.stringify(json))
      return json.page.id
    }
    const first = { pageTitle: 'There', content: image, labels: ['red'], position: 2 }
    await waitUntil('it is connected', async () => (await ask(first)).status === 201)
    const id = await save({ ...first, content: 'more words', labels: ['blue'], position: 1 })
    const same = { pageTitle: 'There', content: 'more words' }
    for (const headers of [{}, { 'markport-run': 'one' }, { 'idempotency-key': 'there' }]) {
      await save(same, headers)
    }
    await ask({ pageTitle: 'There', dryRun: true })
    await save({ pageTitle: 'Renamed there', pageId: id, content: 'other words' })
    site.humanEdit(id, 0, () => 'words of theirs')
    await save({ pageTitle: 'Renamed there', content: 'last words' })
    await save({ pageTitle: 'Below there', parentId: id, position: 1 })
    await ask({ pageTitle: 'Nowhere', parentId: '999' })
    await usePreview(server, { homepageId, pageId: id, image })
    Object.assign(site.switches, { failing: 'writes', failures: { count: 2, status: 503 } })
    await waitUntil('it arrives', async () => (await ask({ pageTitle: 'Late' })).status < 300)
  } finally {
    await site.stop()
  }
}

async function usePreview(
  { endpoint, token }: TestServer,
  { homepageId, pageId, image }: { homepageId: string; pageId: string; image: string },
): Promise<void> {
  const name = 'shown-there'
  const run = { endpoint, token, runId: 'preview-there' }
  const into = { ...run, endpoint: previewEndpoint(endpoint, name) }
  const space = { spaceId: 'WORK' }
  const place = { ...space, parentId: homepageId, overwrite: true }
  await askPreview(run, name, 'begin', space)
  const wanted = [{ ref: 'one', pageTitle: 'Made there', parentId: homepageId }]
  const [made] = await requestReservations(into, 'WORK', wanted)
  const madeId = made?.id ?? ''
  await importPage(into, { ...place, pageTitle: 'Made there', content: image, pageId: madeId })
  const low = { ...place, parentId: madeId, pageTitle: 'Low there' }
  await importPage(into, { ...low, content: 'words' })
  const changed = { ...place, pageTitle: 'Renamed there', content: 'words of the preview' }
  await importPage(into, { ...changed, pageId })
  await askPreview(run, name, 'show', { ...space, gone: [] })
}
