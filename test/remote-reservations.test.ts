import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { connectedSites } from '../src/confluence/delivery/connections/connected-site.ts'
import {
  listConnections,
  type SpaceConnection,
  spaceConnections,
} from '../src/confluence/delivery/connections/space-connections.ts'
import { listLapsedReservations } from '../src/confluence/delivery/reservations/reservation-changes.ts'
import { dropLapsedReservations } from '../src/confluence/delivery/reservations/reservations.ts'
import { openSite } from '../src/confluence/open-site.ts'
import type { ConfluenceSite } from '../src/confluence/site.ts'
import { sql } from '../src/store/sql.ts'
import { untilNotBusy } from './support/base/wait-until.ts'
import type {
  ConfluenceSimulator,
  SimulatedPage,
  SimulatorSwitches,
} from './support/confluence/simulator.ts'
import {
  changePolicies,
  connectSpace,
  startWikiServer,
  type WikiServer,
} from './support/delivery/wiki-server.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { dayMs } from './support/prepared-store.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'

interface Started {
  readonly server: WikiServer
  readonly site: ConfluenceSimulator
  reserve(pages: readonly object[]): Promise<TestAnswer>
  reserveTitles(...titles: readonly string[]): Promise<string[]>
  asked(): string[]
  made(): readonly SimulatedPage[]
  /** Pages of one line, which wait for their texts. */
  waiting(): readonly SimulatedPage[]
  dropLapsed(inMs?: number): Promise<void>
  open(): ConfluenceSite
  readonly folder: DocsFolder
  run(files: DocsFiles, options?: Parameters<typeof importDocs>[2]): ReturnType<typeof importDocs>
}

const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')

async function start(
  t: TestContext,
  server: WikiServer,
  switches: Partial<SimulatorSwitches> = {},
): Promise<Started> {
  const { site } = server
  assert.ok(site)
  const usual = { ...site.switches }
  Object.assign(site.switches, switches)
  // The rate limit has refilled.
  server.advanceClock(2_000)
  site.requests.splice(0)
  const earlier = new Set(site.pages().map(({ id }) => id))
  const folder = docsFolder()
  t.after(() => {
    folder.remove()
    site.watch = () => undefined
    Object.assign(site.switches, usual)
    // What is known of the site is cached for minutes.
    server.advanceClock(10 * 60_000)
  })
  const reserve = (pages: readonly object[]): Promise<TestAnswer> =>
    send(
      server.endpoint.replace(/webtrigger$/, 'reservations'),
      JSON.stringify({ spaceId: 'DOCS', pages }),
      { authorization: `Bearer ${server.token}` },
    )
  const open = (): ConfluenceSite =>
    openSite({
      kind: site.kind,
      address: { baseUrl: site.baseUrl, cloudId: undefined },
      readCredential: async () => ({ email: site.email, token: site.token }),
      patience: { maxReads: 1 },
    })
  const [installation = ''] = server.endpoint.split('/').slice(-2)
  const made = (): SimulatedPage[] => site.pages().filter(({ id }) => !earlier.has(id))
  return {
    server,
    site,
    folder,
    reserve,
    made,
    async reserveTitles(...titles) {
      const wanted = titles.map((pageTitle) => ({ pageTitle, parentId: site.homepageId }))
      const pages = wanted.map((page, index) => ({ ref: `${index}`, ...page }))
      const { status, json } = await untilNotBusy(() => reserve(pages))
      assert.equal(status, 200, json.body)
      return json.pages.map(({ id }: { id: string }) => id)
    },
    asked: () =>
      site.requests
        .splice(0)
        .map(({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/^\/wiki/, '')}`),
    waiting: () => made().filter(isWaiting),
    open,
    async dropLapsed(inMs = 0) {
      const clock = (): Date => new Date(server.clock().getTime() + inMs)
      const tools = { database: server.database, clock, installation, planBody: neverPlanned }
      await dropLapsedReservations(tools, connectedSites(tools, open))
    },
    run(files, options) {
      folder.write(files)
      return importDocs({ ...server, space: { ...server.space, key: 'DOCS' } }, folder, options)
    },
  }
}

const neverPlanned = () => Promise.reject(new Error('a reservation has no text to plan'))

function isWaiting({ status, versions }: SimulatedPage): boolean {
  return (
    status === 'current' &&
    versions.length === 1 &&
    versions[0]?.body.includes('Markport is importing this page') === true
  )
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(kind, () => {
    let server: WikiServer
    before(async () => {
      server = await startWikiServer('sqlite', kind)
    })
    after(() => server.stop())

    test('a reservation is a page of one line, which gets its text as the next version', async (t) => {
      const { site, reserve, waiting } = await start(t, server)
      const pages = [
        { ref: 'below', pageTitle: 'Below', parentRef: 'top' },
        { ref: 'top', pageTitle: 'Top (1)', parentId: site.homepageId },
      ]
      const { json } = await reserve(pages)
      const [below, top] = json.pages
      assert.deepEqual([below.exists, top.exists, below.ref], [false, false, 'below'])
      assert.deepEqual(
        waiting()
          .map(({ id }) => id)
          .toSorted(),
        [below.id, top.id].toSorted(),
      )
      const early = await server.post({ pageTitle: 'Below', parentId: top.id, pageId: below.id })
      assert.equal(early.status, 404, 'a reservation is no parent')
      for (const [{ id, url }, parentId] of [
        [top, site.homepageId],
        [below, top.id],
      ]) {
        const { pageTitle } = pages.find(({ ref }) => (id === top.id ? 'top' : 'below') === ref)!
        const made = await server.post({ pageTitle, parentId, pageId: id })
        assert.deepEqual([made.status, made.json.page.id], [201, id])
        // Sites may encode titles differently.
        assert.equal(decodeURIComponent(made.json.page.url), decodeURIComponent(url))
        assert.deepEqual([site.page(id).parentId, site.page(id).versions.length], [parentId, 2])
      }
      const again = await reserve(pages)
      assert.deepEqual(
        again.json.pages.map((page: { id: string; exists: boolean }) => [page.id, page.exists]),
        [
          [below.id, true],
          [top.id, true],
        ],
      )
      assert.equal(waiting().length, 0)
    })

    test('a place has one id, however many ask for it at once', async (t) => {
      const { reserveTitles, waiting, made } = await start(t, server, { delayMs: 20 })
      const all = await Promise.all(
        Array.from({ length: 4 }, () => reserveTitles('Once', 'Twice', 'Once')),
      )
      const [[one, two] = []] = all
      assert.notEqual(one, two)
      for (const ids of all) assert.deepEqual(ids, [one, two, one])
      assert.equal(waiting().length, 2)
      assert.equal(made().length, 2)
    })

    test('no second page is made while the site cannot tell of the first', async (t) => {
      const { site, reserve, reserveTitles, made, dropLapsed } = await start(t, server)
      const page = { ref: 'a', pageTitle: 'Lost, and not told of', parentId: site.homepageId }
      site.switches.dropAnswers = 1
      assert.equal((await reserve([page])).status, 503)
      site.switches.titleLookupLagMs = 60_000
      assert.equal((await reserve([page])).status, 503, 'its title is taken, and by whom?')
      site.switches.titleLookupLagMs = 0
      const [answered] = await reserveTitles(page.pageTitle)
      assert.deepEqual(
        made().map(({ id }) => id),
        [answered],
      )
      await dropLapsed(dayMs + 1_000)
    })

    test('a page whose answer was lost for good goes when its reservation lapses', async (t) => {
      const { site, reserve, waiting, dropLapsed } = await start(t, server)
      site.switches.dropAnswers = 1
      const page = { ref: 'a', pageTitle: 'Lost for good', parentId: site.homepageId }
      assert.equal((await reserve([page])).status, 503)
      await dropLapsed()
      assert.equal(waiting().length, 1, 'who asked for it may ask again')
      await dropLapsed(dayMs + 1_000)
      assert.equal(waiting().length, 0)
    })

    test('a page that the site does not let go stays known', async (t) => {
      const { site, reserveTitles, waiting, dropLapsed } = await start(t, server)
      const [id] = await reserveTitles('Kept by the site')
      site.watch = ({ when, method }) =>
        when === 'before' && method === 'DELETE' ? { status: 403 } : undefined
      await dropLapsed(dayMs + 1_000)
      site.watch = () => undefined
      assert.deepEqual(
        waiting().map((page) => page.id),
        [id],
      )
      await dropLapsed(dayMs + 2 * 3_600_000)
      assert.equal(waiting().length, 0)
    })

    test('a page that is about to go gets no text', async (t) => {
      const { site, reserveTitles, waiting, dropLapsed } = await start(t, server)
      const [lapsed] = await reserveTitles('Going')
      site.switches.failures = { count: 9, status: 503 }
      await dropLapsed(dayMs + 1_000)
      site.switches.failures = { count: 0, status: 503 }
      const early = await server.post({ pageTitle: 'Other title', pageId: lapsed })
      assert.equal(early.status, 404)
      const made = await untilNotBusy(() => server.post({ pageTitle: 'Going' }))
      assert.equal(made.status, 201, made.json.body)
      assert.notEqual(made.json.page.id, lapsed)
      assert.equal(site.page(lapsed as string).status, 'trashed')
      assert.equal(waiting().length, 0)
    })

    test('what somebody wrote in it as it lapses is not taken away', async (t) => {
      const { site, reserveTitles, dropLapsed, waiting } = await start(t, server)
      const [late = '', early = ''] = await reserveTitles('Late', 'Early')
      site.humanEdit(early, 0, () => 'By hand.')
      site.watch = ({ when, method, path }) => {
        const isRemoval = when === 'before' && method === 'DELETE' && path.includes(late)
        if (isRemoval) site.humanEdit(late, 0, () => 'By hand.')
        return undefined
      }
      await dropLapsed(dayMs + 1_000)
      for (const id of [late, early]) {
        const { status, versions } = site.page(id)
        assert.deepEqual([status, versions.length], ['current', 2])
      }
      assert.equal(waiting().length, 0)
    })

    test('the page of an import that is refused in the end goes', async (t) => {
      const { site, dropLapsed, waiting } = await start(t, server)
      site.watch = ({ when, method, path }) =>
        when === 'before' && method === 'PUT' && !path.includes('propert')
          ? { status: 400 }
          : undefined
      const content = `![A dot](data:image/png;base64,${png})`
      const { json } = await server.post({ pageTitle: 'Refused in the end', content })
      assert.equal(json.key, 'bad-request')
      assert.equal(waiting().length, 1)
      await dropLapsed()
      assert.equal(waiting().length, 0)
    })

    test('pages that are there keep their ids, whoever made them', async (t) => {
      const { site, reserveTitles, asked, dropLapsed } = await start(t, server)
      const { id: byHand } = site.addPage({ title: 'By hand' })
      const imported = (await server.post({ pageTitle: 'Imported' })).json.page.id
      const trashed = (await server.post({ pageTitle: 'Trashed' })).json.page.id
      site.trash(trashed)
      site.addPage({ title: 'Elsewhere', parentId: byHand })
      asked()
      const ids = await reserveTitles('By hand', 'Imported', 'Trashed', 'Elsewhere')
      assert.deepEqual(ids.slice(0, 2), [byHand, imported])
      assert.ok(ids.slice(2).every((id) => isWaiting(site.page(id))))
      assert.match(site.page(ids[3] as string).title, /^Elsewhere \(import \w+\)$/)
      const clash = await server.post({ pageTitle: 'Elsewhere', pageId: ids[3] })
      assert.deepEqual([clash.status, clash.json.key], [400, 'already-exists'])
      assert.match(clash.json.body, /titled "Elsewhere" already/)
      await dropLapsed()
      assert.equal(site.page(ids[3] as string).status, 'trashed', 'it has no use')
      await changePolicies(server, { titleClash: 'suffix' })
      const [pageId] = await reserveTitles('Elsewhere')
      const { title } = site.page(pageId as string)
      const suffixed = await server.post({ pageTitle: 'Elsewhere', pageId })
      assert.equal(suffixed.status, 201, suffixed.json.body)
      assert.deepEqual(
        [suffixed.json.page.id, suffixed.json.page.title, title],
        [pageId, title, 'Elsewhere (Engineering)'],
      )
    })

    test('a tree costs three requests for each page, and two versions', async (t) => {
      const { run, asked, waiting, made } = await start(t, server)
      const names = Array.from({ length: 12 }, (_, index) => `p${index}.md`)
      const files = names.map((name, index) => {
        const next = names[(index + 5) % names.length]
        return [`guide/${name}`, `# P${index}\n\nSee [next](${next}).\n`]
      })
      asked()
      const { report, warnings } = await run(Object.fromEntries(files))
      assert.deepEqual([report.counts.created, warnings], [13, []])
      const wanted = asked()
      const isCounted = (one: string): boolean => !/\/move|movepage/.test(one)
      // Beyond the pages: homepage, the folder page's title and that page as a parent.
      assert.ok(wanted.filter(isCounted).length <= 3 * 13 + 4, wanted.join('\n'))
      assert.deepEqual(new Set(made().map(({ versions }) => versions.length)), new Set([2]))
      assert.equal(waiting().length, 0)
    })

    test('a page that somebody removed meanwhile is restored, or made anew', async (t) => {
      const { site, reserveTitles } = await start(t, server)
      const pictured = `![A dot](data:image/png;base64,${png})`
      for (const [content, restore] of [
        ['Plain.', 'works'],
        ['Plain.', 'refused'],
        [pictured, 'works'],
        [pictured, 'refused'],
      ] as const) {
        site.switches.restore = restore
        const pageTitle = `Removed: ${content.length}, ${restore}`
        const [pageId = ''] = await reserveTitles(pageTitle)
        site.trash(pageId)
        const { status, json } = await server.post({ pageTitle, pageId, content })
        assert.equal(status, 201, json.body)
        assert.equal(json.page.id === pageId, restore === 'works' && content !== pictured)
        const [page, ...others] = site
          .pages()
          .filter((one) => one.title === pageTitle && one.status === 'current')
        assert.deepEqual([page?.id, others], [json.page.id, []])
        assert.ok(page && !isWaiting(page))
      }
    })

    test('one id is one page, whatever titles it is imported by at once', async (t) => {
      const { site, reserveTitles, made } = await start(t, server, { delayMs: 20 })
      const [pageId] = await reserveTitles('Raced')
      const answers = await Promise.all(
        ['Raced', 'Raced too', 'Raced as well'].map((pageTitle) =>
          untilNotBusy(() => server.post({ pageTitle, pageId })),
        ),
      )
      assert.deepEqual(answers.map(({ json }) => json.key).toSorted(), [
        'already-exists',
        'already-exists',
        'created',
      ])
      const first = answers.find(({ status }) => status === 201)
      const { title, versions } = site.page(pageId as string)
      assert.deepEqual([title, versions.length], [first?.json.page.title, 2])
      assert.equal(made().length, 1)
    })

    test('a reservation lapses, and its page goes to the trash', async (t) => {
      const { site, reserveTitles, waiting, dropLapsed } = await start(t, server)
      const { token } = await server.createToken('lasting', { lifetimeMs: 10 * dayMs })
      const headers = { authorization: `Bearer ${token}` }
      const [kept, lapsed] = await reserveTitles('Kept', 'Lapsed')
      server.advanceClock(dayMs / 2)
      assert.deepEqual(await reserveTitles('Kept'), [kept], 'it begins anew')
      server.advanceClock(dayMs / 2 + 1_000)
      const late = await server.post({ pageTitle: 'Lapsed', pageId: lapsed }, headers)
      assert.equal(late.status, 404)
      const { database } = server
      site.switches.failures = { count: 1, status: 503 }
      await dropLapsed()
      assert.ok(
        waiting().some(({ id }) => id === lapsed),
        'the site was away',
      )
      await dropLapsed()
      assert.deepEqual(
        waiting().map(({ id }) => id),
        [kept],
      )
      const rows = await database.read<{ page_id: string }>(
        sql`select page_id from remote_reservations`,
      )
      assert.ok(rows.every((row) => row.page_id !== lapsed))
      const made = await server.post({ pageTitle: 'Kept', pageId: kept }, headers)
      assert.equal(made.json.page.id, kept)
      assert.equal((await server.post({ pageTitle: 'Lapsed' }, headers)).status, 201)
      server.advanceClock(-dayMs - 1_000)
    })
  })
}

test('nothing is reserved for a space that has been disconnected meanwhile', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  t.after(() => server.stop())
  const { site, reserve, waiting } = await start(t, server)
  const { database, clock } = server
  const connections = spaceConnections({ database, ids: server.ids, clock })
  const [{ spaceId }] = (await listConnections(database)) as [SpaceConnection]
  site.watch = async ({ when, method }) => {
    if (when !== 'carried-out' || method !== 'POST') return undefined
    await connections.disconnect(spaceId, { mayLeaveOpen: false, disconnectedBy: 'test' })
    return undefined
  }
  const page = { ref: '1', pageTitle: 'Too late', parentId: site.homepageId }
  const { status } = await reserve([page])
  assert.deepEqual([status, waiting()], [404, []])
  assert.deepEqual(await database.read(sql`select page_id from remote_reservations`), [])
  site.watch = () => undefined
  // The service has not looked again yet.
  assert.equal((await reserve([page])).status, 404)
})

test('reservations of a site that is away for long keep none of another space', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  t.after(async () => {
    await server.stop()
  })
  const { site, reserveTitles } = await start(t, server)
  const { id: spaceId, ...space } = site.addSpace('MORE')
  const other = Object.assign(Object.create(site), { ...space, spaceId, spaceKey: space.key })
  await connectSpace(server, await server.createSpace('MORE'), other)
  const first = await reserveTitles('One', 'Two')
  const pages = [{ ref: '1', pageTitle: 'Three', parentId: space.homepageId }]
  const body = JSON.stringify({ spaceId: 'MORE', pages })
  const headers = { authorization: `Bearer ${server.token}` }
  const { json } = await send(server.endpoint.replace(/webtrigger$/, 'reservations'), body, headers)
  const later = new Date(server.clock().getTime() + 2 * dayMs)
  const lapsed = await listLapsedReservations(server.database, later, 1)
  assert.deepEqual(
    lapsed.map(({ pageId }) => first.includes(pageId) || pageId),
    [true, json.pages[0].id],
  )
})
