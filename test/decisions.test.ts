/** What becomes of imports: generated ones against a model, and beside changes of the trash. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { toRequestError } from '../src/contract/errors.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { sql } from '../src/store/sql.ts'
import { embeddedWiki } from '../src/wiki/embedded-wiki.ts'
import { importLedger } from '../src/wiki/import/ledger/ledger.ts'
import { type Imported, importByRequest } from '../src/wiki/import/run-import.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { restorePage, trashPage } from '../src/wiki/store/trash-page.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { prepareStore } from './support/prepared-store.ts'
import { testWorkers } from './support/service/test-workers.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { createTestStore } from './support/store/test-engines.ts'

const clock = (): Date => new Date()

interface Wanted {
  readonly pageTitle: string
  readonly parentId: string
  readonly content?: string
  readonly overwrite?: boolean
  readonly dryRun?: boolean
  readonly pageId?: string
  readonly labels?: readonly string[]
}

type Importer = (wanted: Wanted, ifMatch?: string) => Promise<Imported>

function importerTo(database: Database, space: Space, userId: number): Importer {
  const ids = idAllocator(database)
  const workers = testWorkers(database.engine)
  const publicUrl = (): string => 'https://wiki.example'
  const wikis = [embeddedWiki({ database, ids, clock, workers, publicUrl, isCrowded: () => false })]
  const ledger = importLedger({ database, ids, clock })
  let requests = 0
  return (wanted, ifMatch) => {
    requests += 1
    const { signal } = new AbortController()
    const body = Buffer.from(JSON.stringify({ spaceId: space.key, content: 'Words.', ...wanted }))
    return importByRequest(
      { wikis, ledger, workers },
      { body, ifMatch, idempotencyKeys: [], signal },
      {
        userId,
        apiTokenId: '7',
        via: 'import',
        tokenName: 'robot',
        requestId: `request ${requests}`,
        startedAt: clock(),
        arrivedAtMs: performance.now(),
        progress: {},
      },
    )
  }
}

async function keyOf(importing: Promise<Imported>): Promise<string> {
  try {
    const imported = await importing
    return imported.kind === 'repeated' ? 'repeated' : imported.outcome
  } catch (error) {
    return toRequestError(error).key
  }
}

interface ModelPage {
  title: string
  parentId: string
  content: string
  labels: string
  version: number
}

/** What the documentation promises, said once more. */
function expectedOf(
  pages: ReadonlyMap<string, ModelPage>,
  homepageId: string,
  wanted: Wanted,
  ifMatch: string | undefined,
): { readonly key: string; readonly id: string | undefined } {
  const { parentId, pageTitle, pageId, content, labels } = wanted
  const refused = (key: string) => ({ key, id: undefined })
  if (parentId !== homepageId && !pages.has(parentId)) return refused('not-found')
  const titled = [...pages].find(
    ([, page]) => page.parentId === parentId && page.title === pageTitle,
  )
  const id = pageId ?? titled?.[0]
  const page = id === undefined ? undefined : pages.get(id)
  if (pageId !== undefined && page === undefined) return refused('not-found')
  if (page !== undefined && !wanted.overwrite) return refused('already-exists')
  const isMet = page !== undefined && (ifMatch === '*' || ifMatch === `"${page.version}"`)
  if (ifMatch !== undefined && !isMet) return refused('precondition-failed')
  for (let above: string | undefined = parentId; above; above = pages.get(above)?.parentId) {
    if (above === pageId) return refused('bad-request')
  }
  if (pageId !== undefined && titled && titled[0] !== pageId) return refused('already-exists')
  if (page === undefined) return { key: 'created', id: undefined }
  const hasLabels = labels === undefined || labels.join() === page.labels
  const isSame = page.title === pageTitle && page.content === content && hasLabels
  return { key: isSame ? 'unchanged' : 'updated', id }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(engine, () => {
    let databases: readonly [Database, Database]
    let importPage: Importer
    let remove: () => Promise<void>
    let space: Space
    const actor = { name: 'admin', address: '' }

    before(async () => {
      const place = await createTestStore(engine)
      const store = await prepareStore(place.options)
      databases = [store.database, await openTestDatabase(place.options)]
      remove = place.remove
      space = store.space
      const [admin] = await store.database.read<{ id: number }>(sql`select id from users`)
      importPage = importerTo(store.database, space, admin?.id as number)
    })
    after(async () => {
      for (const database of databases) await database.close()
      await remove()
    })

    const readStore = () =>
      databases[0].read(sql`
        select p.id, p.parent_id, p.title, p.status, p.version, p.labels, p.position,
          (select count(*) from page_versions v where v.space_id = p.space_id and v.page_id = p.id)
            as versions, (select count(*) from changes) as changes
        from pages p where p.space_id = ${Number(space.id)} order by p.id`)
    const changing = () => ({ database: databases[1], ids: idAllocator(databases[1]), clock })
    const countPages = async (title: string): Promise<number> => {
      const [row] = await databases[0].read<{ pages: number }>(sql`
        select count(*) as pages from pages where title = ${title} and status = 'current'`)
      return Number(row?.pages)
    }
    test('is what the dry run says and what the table says, and a refusal changes nothing', async () => {
      const random = seededRandom(20)
      const pick = <Item>(items: readonly Item[]): Item =>
        items[Math.floor(random() * items.length)] as Item
      const { homepageId } = space
      const pages = new Map<string, ModelPage>()
      const told = new Set<string>()
      for (let step = 0; step < 250; step += 1) {
        const ids = [...pages.keys()]
        const pageId = random() < 0.5 ? undefined : pick([...ids, '404'])
        const labels = pick([undefined, undefined, ['one'], []])
        const wanted: Wanted = {
          pageTitle: pick(['A', 'B', 'C']),
          parentId: pick([homepageId, homepageId, ...ids, '404']),
          content: pick(['One.', 'Two.']),
          overwrite: random() < 0.8,
          ...(pageId && { pageId }),
          ...(labels && { labels }),
        }
        const ifMatch = random() < 0.7 ? undefined : pick(['*', '"1"', '"2"', '"3"'])
        const { key, id } = expectedOf(pages, homepageId, wanted, ifMatch)
        const before = await readStore()
        const foreseen = await keyOf(importPage({ ...wanted, dryRun: true }, ifMatch))
        assert.equal(foreseen, key, `${step}: ${JSON.stringify({ ...wanted, ifMatch })}`)
        assert.deepEqual(await readStore(), before)
        const importing = importPage(wanted, ifMatch)
        assert.equal(await keyOf(importing), key, `${step}: ${JSON.stringify(wanted)}`)
        told.add(key)
        const imported = await importing.catch(() => undefined)
        if (imported === undefined) {
          assert.deepEqual(await readStore(), before)
          continue
        }
        const { page } = imported as Extract<Imported, { kind: 'saved' }>
        const old = id === undefined ? undefined : pages.get(id)
        if (id !== undefined) assert.equal(page.id, id)
        assert.equal(page.version, (old?.version ?? 0) + (key === 'unchanged' ? 0 : 1))
        pages.set(page.id, {
          title: wanted.pageTitle,
          parentId: wanted.parentId,
          content: wanted.content ?? '',
          labels: labels?.join() ?? old?.labels ?? '',
          version: page.version,
        })
        const standing = await readStore()
        assert.equal(standing.length, pages.size + 1)
        const row = standing.find((stored) => stored.id === Number(page.id))
        const { parentId: parent, title, version } = pages.get(page.id) as ModelPage
        const stored = [String(row?.parent_id), row?.title, row?.version, Number(row?.versions)]
        assert.deepEqual(stored, [parent, title, version, version])
      }
      assert.deepEqual([...told].sort(), [
        'already-exists',
        'bad-request',
        'created',
        'not-found',
        'precondition-failed',
        'unchanged',
        'updated',
      ])
    })

    test('keeps one page of a title where one comes back from the trash beside an import', async () => {
      for (let round = 0; round < 6; round += 1) {
        const wanted = { pageTitle: `Back ${round}`, parentId: space.homepageId, overwrite: true }
        const { page } = (await importPage(wanted)) as { page: { id: string } }
        await trashPage(changing(), page.id, actor)
        const [restored, key] = await Promise.all([
          restorePage(changing(), page.id, actor).then(
            () => 'restored',
            (error) => toRequestError(error).key,
          ),
          keyOf(importPage({ ...wanted, content: 'Other.' })),
        ])
        assert.ok(
          ['restored updated', 'already-exists created'].includes(`${restored} ${key}`),
          `${restored} ${key}`,
        )
        assert.equal(await countPages(wanted.pageTitle), 1)
      }
    })

    test('makes no page below one that goes to the trash at once', async () => {
      for (let round = 0; round < 6; round += 1) {
        const above = { pageTitle: `Going ${round}`, parentId: space.homepageId }
        const { page } = (await importPage(above)) as { page: { id: string } }
        const child = { pageTitle: `Child ${round}`, parentId: page.id }
        const [, key] = await Promise.all([
          trashPage(changing(), page.id, actor),
          keyOf(importPage(child)),
        ])
        assert.ok(['created', 'not-found'].includes(key), key)
        assert.equal(await countPages(child.pageTitle), 0)
      }
    })
  })
}
