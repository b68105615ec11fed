import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { spaceAccess } from '../src/auth/access.ts'
import { firstAdministrator, initializeStore } from '../src/auth/initialize-store.ts'
import { passwords } from '../src/auth/passwords/passwords.ts'
import { readerOfAll } from '../src/auth/reader.ts'
import { type User, users } from '../src/auth/users.ts'
import type { SiteKind } from '../src/confluence/site.ts'
import type { Database } from '../src/database/database.ts'
import { type IdAllocator, idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { embeddedWiki } from '../src/embedded-wiki/embedded-wiki.ts'
import { findPageHere } from '../src/embedded-wiki/pages/find-page.ts'
import { createSpace } from '../src/embedded-wiki/store/create-space.ts'
import { listImports } from '../src/importing/ledger/import-history.ts'
import { importLedger, type Ledger } from '../src/importing/ledger/ledger.ts'
import { type Imported, importByRequest } from '../src/importing/run-import.ts'
import type { Space, TargetWiki } from '../src/importing/target-wiki.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { connectedProcess, connectToSimulator } from './support/delivery/connected-bench.ts'
import { testWorkers } from './support/service/test-workers.ts'
import { updateTestPage } from './support/store/save-test-page.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { runStatement } from './support/store/test-transactions.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = `![dot](data:image/png;base64,${png})`

interface Wanted {
  readonly pageTitle?: string
  readonly content?: string
  readonly overwrite?: boolean
  readonly labels?: readonly string[]
  readonly dryRun?: boolean
  readonly parentId?: string
  readonly position?: number
  readonly pageId?: string
  readonly spaceId?: string
  readonly key?: string
  readonly userId?: number
  readonly spaceIds?: readonly number[]
  readonly isCreateOnly?: boolean
}

interface Bench {
  readonly database: Database
  readonly ids: IdAllocator
  readonly space: Space
  readonly userId: number
  readonly stranger: User
  readonly wiki: TargetWiki
  readonly ledger: Ledger
  import(wanted: Wanted): Promise<Imported>
  readonly clock: () => Date
}

type BenchParts = Pick<Bench, 'database' | 'ids' | 'clock' | 'space'>

async function openBench(
  database: Database,
  makeWiki: (parts: BenchParts) => Promise<{ wiki: TargetWiki; space: Space }>,
): Promise<Bench> {
  const clock = (): Date => new Date()
  const ids = idAllocator(database)
  await initializeStore(database, ids, clock)
  const keeper = users(database, ids, clock, passwords())
  const { id: userId } = (await keeper.findByName(firstAdministrator)) as User
  const stranger = await keeper.create({
    name: 'sam',
    isAdministrator: false,
    password: undefined,
    createdBy: 'test',
  })
  const made = await createSpace(database, ids, clock, { key: 'DOCS', name: 'Docs', userId })
  const { wiki, space } = await makeWiki({ database, ids, clock, space: made })
  const ledger = importLedger(database, ids, clock)
  let requests = 0
  const workers = testWorkers(database.engine)
  return {
    ...{ database, ids, space, userId, stranger, wiki, ledger, clock },
    import(wanted) {
      const { key, spaceIds, isCreateOnly = false, userId: writerId = userId, ...fields } = wanted
      const place = { spaceId: 'DOCS', parentId: space.homepageId, pageTitle: 'Page' }
      const body = Buffer.from(JSON.stringify({ ...place, content: 'Hello.', ...fields }))
      const idempotencyKeys = key === undefined ? [] : [key]
      const { signal } = new AbortController()
      requests += 1
      return importByRequest(
        { wikis: [wiki], ledger, workers },
        { body, idempotencyKeys, signal },
        {
          userId: writerId,
          spaceIds,
          isCreateOnly,
          apiTokenId: '7',
          via: 'import',
          tokenName: 'robot',
          requestId: `request ${requests}`,
          startedAt: clock(),
          arrivedAtMs: performance.now(),
          progress: {},
        },
      )
    },
  }
}
interface Subject {
  readonly name: string
  make(parts: BenchParts): Promise<{ wiki: TargetWiki; space: Space }>
  readonly path: RegExp
  readonly image: RegExp
  edit(bench: Bench, pageId: string): Promise<void>
  versionOf(bench: Bench, pageId: string): Promise<number>
  bodyOf(bench: Bench, pageId: string): Promise<string>
  stop(): Promise<void>
}

const embedded: Subject = {
  name: 'the embedded wiki',
  path: /^\/wiki\/spaces\/DOCS\/pages\/\d+$/,
  image: /"type":"media".*"type":"mediaInline"/,
  make: async ({ database, ids, clock, space }) => {
    const workers = testWorkers(database.engine)
    const publicUrl = (): string => 'https://wiki.example'
    return { wiki: embeddedWiki({ database, ids, clock, workers, publicUrl }), space }
  },
  async edit({ database, ids, space, userId }, pageId) {
    const page = await findPageHere(readerOfAll(database), pageId)
    const place = { spaceId: space.id, pageId, parentId: space.homepageId, title: 'Page', userId }
    const saved = await updateTestPage(database, ids, { ...place, adf: page?.adf ?? '' })
    assert.equal(saved.outcome, 'updated')
    // Written without an import.
    await database.write(runStatement, {
      statement: sql`update pages set imported_version = version - 1 where id = ${Number(pageId)}`,
    })
  },
  versionOf: async ({ database }, pageId) =>
    (await findPageHere(readerOfAll(database), pageId))?.version.number ?? 0,
  bodyOf: async ({ database }, pageId) =>
    (await findPageHere(readerOfAll(database), pageId))?.adf ?? '',
  stop: async () => {},
}

function confluence(kind: SiteKind): Subject {
  let site: ConfluenceSimulator
  return {
    name: kind === 'cloud' ? 'Confluence Cloud' : 'Confluence Data Center',
    path: /^http:\/\/127\.0\.0\.1:\d+\/(?:wiki\/spaces\/ENG\/pages\/\d+\/New|confluence\/\S+)$/,
    image:
      kind === 'cloud' ? /"type":"media".*"type":"mediaInline"/ : /<ac:image.*<p>Look: <ac:image/,
    async make({ database, clock, space }) {
      site = await startConfluence(kind)
      await connectToSimulator({ database, clock, site }, space)
      const { wiki } = connectedProcess({ database, clock, site })
      return { wiki, space: { ...space, homepageId: site.homepageId } }
    },
    edit: async (_, pageId) => site.humanEdit(pageId, 0, (text) => `${text} Edited.`),
    versionOf: async (_, pageId) => site.page(pageId).versions.at(-1)?.number ?? 0,
    bodyOf: async (_, pageId) => site.page(pageId).versions.at(-1)?.body ?? '',
    stop: () => site.stop(),
  }
}

async function outcomeOf(importing: Promise<Imported>): Promise<string> {
  try {
    const imported = await importing
    return imported.kind === 'saved' ? imported.outcome : imported.kind
  } catch (error) {
    return (error as { key?: string }).key ?? (error as Error).name
  }
}

async function savedBy(importing: Promise<Imported>) {
  const imported = await importing
  assert.ok(imported.kind !== 'foreseen')
  return imported
}

forEachEngine((open) => {
  for (const subject of [embedded, confluence('cloud'), confluence('data-center')]) {
    describe(subject.name, () => {
      let bench: Bench
      before(async () => {
        bench = await openBench(await open(), subject.make)
      })
      after(() => subject.stop())

      test('creates a page once, and says where it is', async () => {
        const { outcome, page } = await savedBy(bench.import({ pageTitle: 'New' }))
        assert.equal(outcome, 'created')
        assert.equal(page.version, 1)
        assert.match(page.path, subject.path)
        assert.equal(await outcomeOf(bench.import({ pageTitle: 'New' })), 'already-exists')
        assert.equal(await subject.versionOf(bench, page.id), 1)
      })

      test('makes a version where something is new, and none where nothing is', async () => {
        const wanted = { pageTitle: 'Versions', overwrite: true }
        const { page } = await savedBy(bench.import(wanted))
        assert.equal(await outcomeOf(bench.import(wanted)), 'unchanged')
        assert.equal(await outcomeOf(bench.import({ ...wanted, content: 'Other.' })), 'updated')
        assert.equal(await outcomeOf(bench.import({ ...wanted, content: 'Other.' })), 'unchanged')
        assert.equal(await subject.versionOf(bench, page.id), 2)
      })

      test('takes labels as a part of the page', async () => {
        const wanted = { pageTitle: 'Labels', overwrite: true }
        await bench.import({ ...wanted, labels: ['one', 'two'] })
        assert.equal(await outcomeOf(bench.import(wanted)), 'unchanged')
        assert.equal(
          await outcomeOf(bench.import({ ...wanted, labels: ['one', 'two'] })),
          'unchanged',
        )
        assert.equal(await outcomeOf(bench.import({ ...wanted, labels: ['one'] })), 'updated')
        assert.equal(await outcomeOf(bench.import({ ...wanted, labels: [] })), 'updated')
      })

      test('renames and moves the page that its id names', async () => {
        const old = await savedBy(bench.import({ pageTitle: 'Old place' }))
        const above = await savedBy(bench.import({ pageTitle: 'New place' }))
        const pageId = old.page.id
        const wanted = { pageId, overwrite: true }
        const renamed = await savedBy(bench.import({ ...wanted, pageTitle: 'Renamed' }))
        assert.deepEqual(
          [renamed.outcome, renamed.page.id, renamed.page.title, renamed.page.version],
          ['updated', pageId, 'Renamed', 2],
        )
        assert.equal(
          await outcomeOf(bench.import({ ...wanted, pageTitle: 'Renamed' })),
          'unchanged',
        )
        const parentId = above.page.id
        const moved = await savedBy(bench.import({ ...wanted, pageTitle: 'Renamed', parentId }))
        assert.deepEqual(
          [moved.outcome, moved.page.id, moved.page.parentId, moved.page.version],
          ['unchanged', pageId, parentId, 2],
        )
        assert.equal(await outcomeOf(bench.import({ pageTitle: 'Old place' })), 'created')
        const taken = { pageTitle: 'Renamed', parentId }
        assert.equal(await outcomeOf(bench.import(taken)), 'already-exists')
      })

      test('refuses a page that cannot stand where it is wanted, also in a dry run', async () => {
        const { page } = await savedBy(bench.import({ pageTitle: 'Stays' }))
        const below = { pageTitle: 'Stays below', parentId: page.id }
        const child = await savedBy(bench.import(below))
        await bench.import({ pageTitle: 'Has its title' })
        const named = { pageId: page.id, pageTitle: 'Stays', overwrite: true }
        const refused: readonly [string, Wanted][] = [
          ['already-exists', { ...named, overwrite: false }],
          ['already-exists', { ...named, pageTitle: 'Has its title' }],
          ['bad-request', { ...named, parentId: page.id }],
          ['bad-request', { ...named, parentId: child.page.id }],
          ['bad-request', { ...named, pageId: child.page.id, parentId: child.page.id }],
          ['not-found', { ...named, pageId: '999999' }],
          ['not-found', { ...named, pageId: 'none' }],
          ['not-found', { ...named, parentId: '999999' }],
          ['not-found', { ...named, userId: 999 }],
        ]
        for (const [key, wanted] of refused) {
          const told = JSON.stringify(wanted)
          assert.equal(await outcomeOf(bench.import(wanted)), key, told)
          assert.equal(await outcomeOf(bench.import({ ...wanted, dryRun: true })), key, told)
        }
        assert.equal(await subject.versionOf(bench, page.id), 1)
      })

      test('foresees a rename, and shows the page as it is', async () => {
        const { page } = await savedBy(bench.import({ pageTitle: 'As it is' }))
        const wanted = { pageId: page.id, pageTitle: 'As it will be', overwrite: true }
        const foreseen = await bench.import({ ...wanted, dryRun: true })
        assert.ok(foreseen.kind === 'foreseen')
        assert.deepEqual([foreseen.outcome, foreseen.page], ['updated', page])
      })

      test('gives the first answer again to a rename by the same key', async () => {
        const { page } = await savedBy(bench.import({ pageTitle: 'Before the key' }))
        const wanted = { pageId: page.id, pageTitle: 'Behind the key', overwrite: true }
        const first = await savedBy(bench.import({ ...wanted, key: 'rename' }))
        const again = await savedBy(bench.import({ ...wanted, key: 'rename' }))
        assert.deepEqual([again.kind, again.page], ['repeated', first.page])
        assert.equal(await subject.versionOf(bench, page.id), 2)
      })

      test('sees that somebody wrote a version since the last import', async () => {
        const wanted = { pageTitle: 'Page', overwrite: true }
        const { page } = await savedBy(bench.import(wanted))
        await subject.edit(bench, page.id)
        assert.equal(await outcomeOf(bench.import({ ...wanted, dryRun: true })), 'foreseen')
        assert.equal(await outcomeOf(bench.import(wanted)), 'updated')
        assert.equal(await subject.versionOf(bench, page.id), 3)
        assert.equal(await outcomeOf(bench.import(wanted)), 'unchanged')
      })

      test('finds pages by their ids, in the one space and for those who may write there', async () => {
        const { page } = await savedBy(bench.import({ pageTitle: 'Found by its id' }))
        const { homepageId } = bench.space
        const ids = [page.id, page.id, homepageId, '999999', '0', 'none', `${page.id} or 1=1`]
        const find = async (spaceIdOrKey: string, { id: userId } = { id: bench.userId }) => {
          const found = await bench.wiki.findPages({ spaceIdOrKey, ids, writer: { userId } })
          return found?.toSorted((one, other) => Number(one.id) - Number(other.id))
        }
        const [top, made, ...more] = (await find('DOCS')) ?? []
        assert.deepEqual([made, more], [page, []])
        assert.deepEqual([top?.id, top?.parentId], [homepageId, homepageId])
        assert.equal(await find('NONE'), undefined)
        assert.equal(await find('DOCS', { id: 999 }), undefined)
      })

      test('finds no place that is not there, or is closed to who asks', async () => {
        for (const wanted of [
          { spaceId: 'NONE' },
          { parentId: '999999' },
          { parentId: 'none' },
          { userId: bench.stranger.id },
        ]) {
          assert.equal(await outcomeOf(bench.import(wanted)), 'not-found', JSON.stringify(wanted))
        }
        const access = spaceAccess(bench.database, bench.ids, bench.clock)
        const grant = { userId: bench.stranger.id, spaceId: Number(bench.space.id) }
        await access.grant({ ...grant, access: 'read', grantedBy: 'test' })
        const pageTitle = 'By a stranger'
        const asked = { userId: bench.stranger.id, pageTitle }
        assert.equal(await outcomeOf(bench.import(asked)), 'not-found')
        await access.grant({ ...grant, access: 'write', grantedBy: 'test' })
        assert.equal(await outcomeOf(bench.import(asked)), 'created')
      })

      test('finds no place in a space that is closed to the token, and one in another', async () => {
        const id = Number(bench.space.id)
        for (const spaceIds of [[], [id + 1]]) {
          for (const dryRun of [false, true]) {
            const asked = { pageTitle: 'Out of reach', spaceIds, dryRun }
            assert.equal(await outcomeOf(bench.import(asked)), 'not-found')
          }
        }
        const open = { pageTitle: 'Out of reach', spaceIds: [id + 1, id] }
        assert.equal(await outcomeOf(bench.import(open)), 'created')
      })

      test('creates for a token that may only create, and changes nothing for it', async () => {
        const asked = { pageTitle: 'Create only', overwrite: true, isCreateOnly: true }
        assert.equal(await outcomeOf(bench.import(asked)), 'created')
        for (const more of [{}, { content: 'Other.' }, { dryRun: true }, { overwrite: false }]) {
          await assert.rejects(bench.import({ ...asked, ...more }), {
            key: 'already-exists',
            message: /this API token may only create pages/,
          })
        }
        const other = { ...asked, isCreateOnly: false }
        assert.equal(await outcomeOf(bench.import(other)), 'unchanged')
      })

      test('makes one page of many imports at once', async () => {
        const many = Array.from({ length: 12 }, () =>
          outcomeOf(bench.import({ pageTitle: 'Once' })),
        )
        const outcomes = await Promise.all(many)
        const refused = outcomes.filter((outcome) => outcome === 'already-exists')
        assert.deepEqual([outcomes.includes('created'), refused.length], [true, 11])
        const [page] = await bench.wiki.listParents({
          ...{ spaceId: bench.space.id, search: 'Once', chosenId: undefined },
          ...{ userId: bench.userId, limit: 10 },
        })
        assert.equal(await subject.versionOf(bench, page?.id ?? ''), 1)
      })

      test('gives the first answer again to the same key, and refuses it to another request', async () => {
        const wanted = { pageTitle: 'Key', key: 'one' }
        const first = await savedBy(bench.import(wanted))
        const again = await savedBy(bench.import(wanted))
        assert.equal(again.kind, 'repeated')
        assert.deepEqual([again.outcome, again.page], [first.outcome, first.page])
        assert.equal(await outcomeOf(bench.import({ ...wanted, content: 'Else.' })), 'bad-request')
        const at = { pageTitle: 'Key', key: 'two' }
        assert.equal(await outcomeOf(bench.import(at)), 'already-exists')
        const putRight = { ...at, overwrite: true, content: 'Right.' }
        assert.equal(await outcomeOf(bench.import(putRight)), 'updated', 'a refusal frees its key')
      })

      test('keeps images', async () => {
        const wanted = {
          pageTitle: 'Images',
          content: `${image}\n\nLook: ${image}`,
          overwrite: true,
        }
        const { page } = await savedBy(bench.import(wanted))
        assert.match(await subject.bodyOf(bench, page.id), subject.image)
        assert.equal(await outcomeOf(bench.import(wanted)), 'unchanged')
      })

      test('foresees what it would do, and does nothing', async () => {
        const wanted = { pageTitle: 'Foreseen', dryRun: true }
        const foreseen = await bench.import(wanted)
        assert.ok(foreseen.kind === 'foreseen')
        assert.deepEqual([foreseen.outcome, foreseen.page], ['created', undefined])
        assert.match(foreseen.adf(), /Hello\./)
        const { page } = await savedBy(bench.import({ ...wanted, dryRun: false }))
        const other = { ...wanted, content: 'Other.', overwrite: true }
        const { outcome } = (await bench.import(other)) as typeof foreseen
        assert.equal(outcome, 'updated')
        assert.equal(await subject.versionOf(bench, page.id), 1)
      })

      test('has an entry in the ledger for each import', async () => {
        await bench.import({ pageTitle: 'Recorded', labels: ['a'] })
        await outcomeOf(bench.import({ pageTitle: 'Recorded' }))
        await bench.import({ pageTitle: 'Recorded', overwrite: true, content: 'New.' })
        const entries = await listImports(bench.database, {}, { limit: 3 })
        const told = entries.map(({ result, version, space }) => [result, version, space?.key])
        assert.deepEqual(told, [
          ['updated', 2, 'DOCS'],
          ['already-exists', undefined, undefined],
          ['created', 1, 'DOCS'],
        ])
      })

      test('lists where a page may stand, to who may write there', async () => {
        await bench.import({ pageTitle: 'A parent' })
        const search = { spaceId: bench.space.id, chosenId: undefined, limit: 10 }
        const asked = { ...search, search: 'A par', userId: bench.userId }
        const [parent] = await bench.wiki.listParents(asked)
        assert.equal(parent?.title, 'A parent')
        assert.equal(parent?.ancestors.length, 1)
        assert.deepEqual(await bench.wiki.listParents({ ...asked, userId: 12 }), [])
        const below = { parentId: parent?.id ?? '', pageTitle: 'Below' }
        assert.equal(await outcomeOf(bench.import(below)), 'created')
      })
    })
  }
})
