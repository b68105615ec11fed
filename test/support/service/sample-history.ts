/** A service with something on each of its administration pages. @module */
import type { User } from '../../../src/accounts/users.ts'
import { importPage } from '../../../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../../../src/folder/client/service-requests.ts'
import type { FollowRun } from '../../../src/server/following/follow-changes.ts'
import type { Database } from '../../../src/store/database.ts'
import type { IdAllocator } from '../../../src/store/ids.ts'
import { sql } from '../../../src/store/sql.ts'
import { createSpace } from '../../../src/wiki/store/create-space.ts'
import { execute } from '../store/test-transactions.ts'
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

export async function followSample(
  { database, space }: Pick<TestServer, 'database' | 'space'>,
  { id, folder = 'docs' }: { readonly id: number; readonly folder?: string },
): Promise<string> {
  const [user] = await database.read<{ id: number }>(sql`select id from users where name = 'admin'`)
  const counts = { created: 12, updated: 3, trashed: 0, newWarnings: 2 }
  const error = 'The branch has no folder docs.'
  const runs: FollowRun[] = [
    { at: 2, commit: null, error, created: 0, updated: 0, trashed: 0, newWarnings: 0 },
    { at: 1, commit: 'a'.repeat(40), error: null, ...counts },
  ]
  const statement = sql`
    insert into followed_repositories (id, space_id, parent_id, url, branch, folder, every_ms,
        user_id, created_at, next_at, runs, lease_until)
      values (${id}, ${Number(space.id)}, ${space.homepageId}, 'https://git.example/acme/docs.git',
        'main', ${folder}, 300000, ${user?.id ?? 0}, 1, 1, ${JSON.stringify(runs)}, 9000000000000000)`
  await execute(database, statement)
  return String(id)
}

/** @returns The administrator of a fresh store, in whose name it has a space. */
export async function createSpaceFor(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
): Promise<number> {
  const [user] = await database.read<{ id: number }>(sql`select id from users where name = 'admin'`)
  const userId = user?.id ?? 0
  await createSpace({ database, ids, clock }, { key: 'DOCS', name: 'Docs', userId })
  return userId
}
