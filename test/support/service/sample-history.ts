/** A service with something on each of its administration pages. @module */
import type { User } from '../../../src/auth/users.ts'
import { askPreview, previewEndpoint } from '../../../src/http-client/ask-preview.ts'
import { importPage } from '../../../src/http-client/import-page.ts'
import type { TestServer } from './test-server.ts'

export interface SampleHistory {
  readonly administrator: User
  readonly writer: User
  readonly previews: readonly string[]
}

export async function sampleHistory(server: TestServer): Promise<SampleHistory> {
  const administrator = await server.createUser('Ada Admin', { isAdministrator: true })
  const writer = await server.createUser('mia')
  await server.createUser('Björn with a rather long name, as some people have')
  const handbook = await server.createSpace('HANDBOOK')
  await server.grant(writer, server.space, 'write')
  await server.grant(writer, handbook, 'read')
  await server.createToken('ci-docs', { owner: 'mia' })
  await server.createToken('release-notes-of-the-desktop-application', { owner: 'mia' })
  await server.post({ pageTitle: 'Setup' })
  await server.post({ pageTitle: 'Setup' })
  await server.post({ pageTitle: 'Setup', content: 'New words', overwrite: true })
  const warned = '<video src="a.mp4"></video>\n\n<blink>Hi</blink>\n\n<object>x</object>'
  await server.post({ pageTitle: 'How to install it on every machine', content: warned })
  await server.post({ pageTitle: 'Nowhere', parentId: '999' })
  await server.post({ pageTitle: '' })
  return { administrator, writer, previews: await samplePreview(server) }
}

async function samplePreview({ endpoint, token, space }: TestServer): Promise<string[]> {
  const connection = { endpoint, token, runId: 'sample' }
  const into = { ...connection, endpoint: previewEndpoint(endpoint, 'pr-1') }
  const place = { spaceId: space.id, parentId: space.homepageId, overwrite: true }
  await askPreview(connection, 'pr-1', 'begin', { spaceId: space.key })
  await importPage(into, { ...place, pageTitle: 'Introduced', content: '- [ ] to do' })
  const content = '[nowhere](#nowhere) and other words\n\n```js\nlet x = 1\n```'
  const { page } = await importPage(into, { ...place, pageTitle: 'Setup', content })
  const what = { code: 'image-missing', severity: 'lost', message: 'There is no a.png.' }
  const warnings = [{ file: 'a.md', line: 3, ...what }]
  await askPreview(connection, 'pr-1', 'show', { spaceId: space.key, warnings })
  const address = '/wiki/previews/pr-1'
  return [address, `${address}/pages/${page?.id}`, `${address}/changes/${page?.id}`]
}
