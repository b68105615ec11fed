import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditRecords } from '../src/accounts/audit.ts'
import { connectionsSnapshot } from '../src/confluence/delivery/connections/connections-snapshot.ts'
import {
  listConnections,
  type SpaceConnection,
  spaceConnections,
} from '../src/confluence/delivery/connections/space-connections.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { sampleConnection } from './support/delivery/sample-connection.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'
import { addDelivery, addRemotePage } from './support/store/test-records.ts'

forEachEngine((_, engine) => {
  let store: PreparedStore
  let database: Database
  let connections: ReturnType<typeof spaceConnections>
  const removals: (() => Promise<void>)[] = []
  const clock = (): Date => new Date(1_000)
  before(async () => {
    const place = await createTestStore(engine)
    store = await prepareStore(place.options, clock)
    database = store.database
    removals.push(database.close, place.remove)
    connections = spaceConnections({ database, ids: idAllocator(database), clock })
  })
  after(async () => {
    for (const remove of removals) await remove()
  })
  let count = 0
  const connectNew = async (
    key: string,
    where: Partial<Parameters<typeof sampleConnection>[0]> = {},
  ): Promise<ReturnType<typeof sampleConnection>> => {
    count += 1
    const { id: spaceId } = await store.createSpace(key)
    const remote = { remoteId: `${count}`, remoteKey: `ENG${count}`, ...where }
    const connection = sampleConnection({ spaceId, ...remote })
    await connections.connect(connection, 'tester')
    return connection
  }
  const find = async (idOrKey: string): Promise<SpaceConnection | undefined> =>
    connectionsSnapshot(database).find(idOrKey)
  const keyOf = async (idOrKey: string): Promise<string | undefined> =>
    (await find(idOrKey))?.spaceKey

  test('a connection is kept whole, and changed by connecting again', async () => {
    const first = await connectNew('WHOLE')
    const added = { spaceKey: 'WHOLE', connectedAt: clock() }
    assert.deepEqual(await find('whole'), { ...first, ...added })
    const second = {
      ...first,
      email: undefined,
      tokenFile: undefined,
      cloudId: undefined,
      policies: {
        edits: 'keep-theirs',
        comments: 'refuse',
        titleClash: 'suffix',
      },
      settings: { diagramMacros: {}, formulaMacros: undefined },
    } as const
    await connections.connect(second, 'tester')
    assert.deepEqual(await listConnections(database), [{ ...second, ...added }])
  })

  test('spaces here are found first, then those at Confluence that are one alone', async () => {
    const { remoteSpace } = await connectNew('FOUND', { remoteId: '770001', remoteKey: 'Remote' })
    for (const name of ['FOUND', 'found', '770001', 'REMOTE', 'remote']) {
      assert.equal(await keyOf(name), 'FOUND', name)
    }
    assert.equal(remoteSpace.name, 'Space Remote')
    // The same id and key at another site is ambiguous.
    const baseUrl = 'https://other.test/wiki'
    await connectNew('FOUND2', { remoteId: '770001', remoteKey: 'REMOTE', baseUrl })
    assert.deepEqual([await keyOf('770001'), await keyOf('remote')], [undefined, undefined])
    assert.equal(await keyOf('found2'), 'FOUND2')
    await connectNew('TAKEN', { remoteKey: 'docs' })
    assert.equal(await keyOf('DOCS'), undefined)
    await connectNew('PERSONAL', { remoteKey: '~557058' })
    assert.equal(await keyOf('~557058'), 'PERSONAL')
    for (const name of ['', ' ', 'a\0', '%', 'NOWHERE', '9'.repeat(300), "'"]) {
      assert.equal(await keyOf(name), undefined, name)
    }
  })

  test('two spaces here are never one there, also when both connect at once', async () => {
    const taken = await connectNew('ONE')
    const { remoteSpace } = taken
    const again = connectNew('TWO', { remoteId: remoteSpace.id, remoteKey: 'ELSE' })
    await assert.rejects(again, { key: 'already-exists', message: /^The space ONE is connected/ })
    assert.equal(await keyOf('TWO'), undefined)
    const [a, b] = [await store.createSpace('RACEA'), await store.createSpace('RACEB')]
    const both = [a, b].map(({ id }) =>
      connections.connect(
        sampleConnection({ spaceId: id, remoteId: '880', remoteKey: 'RACE' }),
        'tester',
      ),
    )
    const settled = await Promise.allSettled(both)
    const lost = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.key] : []))
    assert.deepEqual(lost, ['already-exists'])
    const missing = sampleConnection({ spaceId: '1', remoteId: '5', remoteKey: 'NONE' })
    await assert.rejects(connections.connect(missing, 'tester'), { key: 'not-found' })
  })

  test('a space with recorded pages stays with them, also after it was disconnected', async () => {
    const first = await connectNew('STAYS')
    const { spaceId } = first
    const elsewhere = { ...first, remoteSpace: { ...first.remoteSpace, id: '990', key: 'NEW' } }
    await connections.connect(elsewhere, 'tester')
    await connections.connect(first, 'tester')
    await database.write(addRemotePage, { spaceId, id: '7', title: 'Setup' })
    const refused = { key: 'already-exists', message: /^The pages of STAYS are in ENG/ }
    await assert.rejects(connections.connect(elsewhere, 'tester'), refused)
    await connections.disconnect(spaceId, { mayLeaveOpen: false, disconnectedBy: 'tester' })
    await assert.rejects(connections.connect(elsewhere, 'tester'), refused)
    assert.equal(await keyOf('STAYS'), undefined)
    const { remoteSpace } = first
    const baseUrl = 'https://moved.test/wiki'
    // Fresh sites give their first space the same id.
    const foreign = { ...first, baseUrl, remoteSpace: { ...remoteSpace, homepageId: '3' } }
    await assert.rejects(connections.connect(foreign, 'tester'), refused)
    await connections.connect({ ...first, baseUrl }, 'tester')
    assert.equal((await find('STAYS'))?.baseUrl, baseUrl)
  })

  test('a space is not disconnected while imports are on their way, unless they may wait', async () => {
    const { spaceId } = await connectNew('BUSY')
    for (const state of ['recorded', 'written'] as const) {
      await database.write(addDelivery, { spaceId, title: state, state })
    }
    const strict = { mayLeaveOpen: false, disconnectedBy: 'tester' }
    await assert.rejects(connections.disconnect(spaceId, strict), {
      key: 'bad-request',
      message: /^2 imports are on the way from BUSY/,
    })
    assert.equal(await keyOf('BUSY'), 'BUSY')
    const forced = await connections.disconnect(spaceId, { ...strict, mayLeaveOpen: true })
    assert.deepEqual(forced, { openDeliveries: 2 })
    assert.equal(await keyOf('BUSY'), undefined)
    await assert.rejects(connections.disconnect(spaceId, strict), { key: 'not-found' })
    const [newest] = await listAuditRecords(database, { limit: 1, action: 'space-disconnect' })
    assert.equal(newest?.subject, 'BUSY')
  })
})
