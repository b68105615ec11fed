/** A connection to a site that nobody asks. @module */
import {
  type NewConnection,
  spaceConnections,
} from '../../../src/confluence/delivery/connections/space-connections.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import type { TestServer } from '../service/test-server.ts'
import { addDelivery, addImport, addRemotePage } from '../store/test-records.ts'

export function sampleConnection({
  spaceId,
  remoteId: id,
  remoteKey: key,
  baseUrl = 'https://acme.test/wiki',
}: {
  spaceId: string
  remoteId: string
  remoteKey: string
  baseUrl?: string
}): NewConnection {
  return {
    spaceId,
    kind: 'cloud',
    baseUrl,
    cloudId: 'b663b32a-0000-4000-8000-000000000000',
    remoteSpace: { id, key, name: `Space ${key}`, homepageId: `${id}00` },
    account: { id: 'account-1', name: 'Build robot' },
    email: 'robot@acme.test',
    tokenFile: '/run/secrets/confluence',
    policies: {
      edits: 'refuse',
      comments: 'detach',
      titleClash: 'refuse',
    },
    settings: {
      diagramMacros: { mermaid: 'mermaid-cloud' },
      formulaMacros: { block: 'mathblock', inline: 'mathinline' },
    },
  }
}

export async function connectSample(
  { database, clock, createSpace }: Pick<TestServer, 'database' | 'clock' | 'createSpace'>,
  key: string,
): Promise<Space> {
  const space = await createSpace(key)
  const { id: spaceId } = space
  const now = clock().getTime()
  const connection = sampleConnection({ spaceId, remoteId: spaceId, remoteKey: 'ENG' })
  await spaceConnections({ database, ids: idAllocator(database), clock }).connect(
    connection,
    'test',
  )
  await database.write(addRemotePage, { spaceId, id: '7', title: 'Setup', updatedAtMs: now })
  const standing = { createdAtMs: now, nextTryAtMs: now + 60 * 60_000 }
  const problem = 'Confluence answers 503 to every request, and asks to be left alone for a while.'
  await database.write(addDelivery, {
    spaceId,
    title: 'Errors',
    tries: 3,
    problem,
    ...standing,
  })
  const written = { spaceId, title: 'Install', state: 'written', ...standing } as const
  await database.write(addDelivery, written)
  const warnings = ['edited-there', 'comment-detached', 'comment-kept']
  const edited = { spaceId, title: 'Setup', result: 'updated', warnings }
  await database.write(addImport, { ...edited, id: Number(spaceId) + 1, startedAtMs: now })
  const refused = { spaceId, title: 'API <notes>', result: 'bad-request' }
  await database.write(addImport, { ...refused, id: Number(spaceId) + 2, startedAtMs: now + 1 })
  return space
}
