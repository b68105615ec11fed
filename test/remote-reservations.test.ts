import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { openSite } from '../src/confluence/open-site.ts'
import type { ConfluenceSite } from '../src/confluence/site.ts'
import { siteKinds } from '../src/confluence/site-kinds.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { connectedSites } from '../src/delivery/connections/connected-site.ts'
import type { SpaceConnection } from '../src/delivery/connections/space-connection.ts'
import { spaceConnections } from '../src/delivery/connections/space-connections.ts'
import {
  listLapsedReservations,
  remoteReservations,
} from '../src/delivery/reservations/reservations.ts'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import { waitUntil } from './support/base/wait-until.ts'
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
import { untilNotBusy } from './support/service/until-not-busy.ts'

interface Started {
  readonly server: WikiServer
  readonly site: ConfluenceSimulator
  reserve(pages: readonly object[]): Promise<TestAnswer>
  reserveTitles(...titles: readonly string[]): Promise<string[]>
  asked(): string[]
  made(): readonly SimulatedPage[]
  drafts(): readonly SimulatedPage[]
  dropDrafts(inMs?: number): Promise<void>
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
      ...{ kind: site.kind, address: { baseUrl: site.baseUrl, cloudId: undefined } },
      readCredential: async () => ({ email: site.email, token: site.token }),
      patience: { maxReads: 1 },
    })
  const [installation = ''] = server.endpoint.split('/').slice(-2)
  const openConnected = connectedSites(open, server.clock, installation)
  const made = (): SimulatedPage[] => site.pages().filter(({ id }) => !earlier.has(id))
  return {
    ...{ server, site, folder, reserve, made },
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
    drafts: () => made().filter(({ status }) => status === 'draft'),
    open,
    async dropDrafts(inMs = 0) {
      const clock = (): Date => new Date(server.clock().getTime() + inMs)
      const reservations = remoteReservations(server.database, clock)
      await reservations.noteLoose(openConnected)
      await reservations.dropLapsed(openConnected)
    },
    run(files, options) {
      folder.write(files)
      return importDocs({ ...server, space: { ...server.space, key: 'DOCS' } }, folder, options)
    },
  }
}

async function publish(
  client: ConfluenceSite,
  { kind, spaceKey, homepageId: parentId }: ConfluenceSimulator,
  draft: { readonly id: string; readonly title: string },
): Promise<void> {
  const body = kind === 'cloud' ? '{"type":"doc","version":1,"content":[]}' : ''
  await client.updatePage({ ...draft, spaceKey, parentId, body, message: '', version: 1 })
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(kind, () => {
    let server: WikiServer
    before(async () => {
      server = await startWikiServer('sqlite', kind)
    })
    after(() => server.stop())

    test('ids are those of drafts, addresses those of the pages that they become', async (t) => {
      const { site, reserve, drafts } = await start(t, server)
      const pages = [
        { ref: 'below', pageTitle: 'Below', parentRef: 'top' },
        { ref: 'top', pageTitle: 'Top (1)', parentId: site.homepageId },
      ]
      const { json } = await reserve(pages)
      const [below, top] = json.pages
      assert.deepEqual([below.exists, top.exists, below.ref], [false, false, 'below'])
      assert.deepEqual(
        drafts()
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
        assert.deepEqual([site.page(id).parentId, site.page(id).versions.length], [parentId, 1])
      }
      const again = await reserve(pages)
      assert.deepEqual(
        again.json.pages.map((page: { id: string; exists: boolean }) => [page.id, page.exists]),
        [
          [below.id, true],
          [top.id, true],
        ],
      )
      assert.equal(drafts().length, 0)
    })

    test('a place has one id, however many ask for it at once', async (t) => {
      const { reserveTitles, drafts, made } = await start(t, server, { delayMs: 20 })
      const all = await Promise.all(
        Array.from({ length: 4 }, () => reserveTitles('Once', 'Twice', 'Once')),
      )
      const [[one, two] = []] = all
      assert.notEqual(one, two)
      for (const ids of all) assert.deepEqual(ids, [one, two, one])
      assert.equal(drafts().length, 2)
      assert.ok(made().every(({ status }) => status === 'draft' || status === 'trashed'))
    })

    test('who asks for a page while it is made gets the id of the page', async (t) => {
      const { site, reserveTitles, drafts } = await start(t, server)
      let isFirst = true
      let made: TestAnswer | undefined
      site.watch = async ({ when, method, path }) => {
        const isLooking = when === 'carried-out' && method === 'GET' && path.includes('title=Race')
        if (!isLooking || !isFirst) return undefined
        isFirst = false
        const [pageId] = await reserveTitles('Race')
        made = await server.post({ pageTitle: 'Race', pageId })
        return undefined
      }
      assert.deepEqual(await reserveTitles('Race'), [made?.json.page.id])
      assert.equal(drafts().length, 0)
    })

    test('a draft that is not wanted goes, also where the site is away at first', async (t) => {
      const { site, reserveTitles, drafts, dropDrafts } = await start(t, server, { delayMs: 300 })
      let lost = 0
      site.watch = ({ when, method }) => {
        const isLost = when === 'before' && method === 'DELETE'
        if (isLost) lost += 1
        return isLost ? { status: 503 } : undefined
      }
      const [[one], [other]] = await Promise.all([
        reserveTitles('Unwanted'),
        reserveTitles('Unwanted'),
      ])
      assert.equal(one, other)
      assert.deepEqual([drafts().length, lost], [2, 1])
      site.watch = () => undefined
      await dropDrafts()
      assert.deepEqual(
        drafts().map(({ id }) => id),
        [one],
      )
    })

    test('a draft stays known while the site refuses the credential', async (t) => {
      const { site, reserveTitles, drafts, dropDrafts } = await start(t, server)
      await reserveTitles('Refused')
      site.watch = ({ when, method }) => {
        const isRefused = when === 'before' && method === 'DELETE'
        if (isRefused) site.switches.refuseCredential = kind === 'cloud' ? 'bare-404' : 'anonymous'
        return undefined
      }
      await dropDrafts(dayMs + 1_000)
      site.watch = () => undefined
      site.switches.refuseCredential = 'no'
      assert.equal(drafts().length, 1)
      await dropDrafts(dayMs + 1_000)
      assert.equal(drafts().length, 0)
    })

    test('a draft whose answer was lost is found by the next try, and no other is made', async (t) => {
      const { site, reserveTitles, drafts, made, dropDrafts } = await start(t, server)
      site.switches.dropAnswers = 1
      const answered = await reserveTitles('Lost once')
      assert.deepEqual(
        made().map(({ id }) => id),
        answered,
      )
      await dropDrafts(dayMs + 1_000)
      assert.equal(drafts().length, 0)
    })

    test('no second draft is made while the site cannot tell of the first', async (t) => {
      const { site, reserve, reserveTitles, made, dropDrafts } = await start(t, server)
      const page = { ref: 'a', pageTitle: 'Lost, and not told of', parentId: site.homepageId }
      site.switches.dropAnswers = 1
      assert.equal((await reserve([page])).status, 503)
      let refused = 0
      site.watch = ({ when, method, path }) => {
        const isList = when === 'before' && method === 'GET' && /status=draft|search\?/.test(path)
        if (isList) refused += 1
        return isList ? { status: 503 } : undefined
      }
      const isSought = async (): Promise<boolean> => {
        assert.equal((await reserve([page])).status, 503)
        return refused > 0
      }
      await waitUntil('the draft is sought', isSought, { pauseMs: 500 })
      site.watch = () => undefined
      const [answered] = await reserveTitles(page.pageTitle)
      assert.deepEqual(
        made().map(({ id }) => id),
        [answered],
      )
      await dropDrafts(dayMs + 1_000)
    })

    test('a draft that is about to go is not found again', async (t) => {
      const { site, reserveTitles, drafts, dropDrafts } = await start(t, server)
      const [lapsed] = await reserveTitles('Going')
      site.switches.failures = { count: 9, status: 503 }
      await dropDrafts(dayMs + 1_000)
      site.switches.failures = { count: 0, status: 503 }
      site.switches.dropAnswers = 1
      const [reserved] = await reserveTitles('Going')
      assert.notEqual(reserved, lapsed)
      await dropDrafts()
      assert.deepEqual(
        drafts().map(({ id }) => id),
        [reserved],
      )
    })

    test('a draft whose answer was lost goes later, where the site tells of it only then', async (t) => {
      const { site, open, reserveTitles, drafts, dropDrafts } = await start(t, server)
      site.switches.listsDrafts = false
      const { spaceId, spaceKey, homepageId: parentId } = site
      const place = { spaceId, spaceKey, parentId, body: siteKinds[kind].emptyBody }
      const persons = await open().createPage({ ...place, title: 'Lost', status: 'draft' })
      site.switches.dropAnswers = 1
      const [pageId] = await reserveTitles('Lost').catch(() => reserveTitles('Lost'))
      const content = `![a](data:image/png;base64,${png})`
      site.switches.dropAnswers = 1
      const shown = await untilNotBusy(() => server.post({ pageTitle: 'Shown', content }))
      assert.equal(shown.status, 201, shown.json.body)
      assert.equal((await server.post({ pageTitle: 'Lost', pageId })).status, 201)
      assert.equal(drafts().length, 3)
      await dropDrafts()
      await dropDrafts(dayMs + 1_000)
      site.switches.listsDrafts = true
      await dropDrafts()
      assert.equal(drafts().length, 3, 'who made it may still be told')
      await dropDrafts(dayMs + 1_000)
      assert.deepEqual(
        drafts().map(({ id }) => id),
        [persons.id],
      )
      await open().removeDraft(persons.id)
    })

    test('a page that is made of a draft as it lapses is not taken away', async (t) => {
      const { site, open, reserveTitles, dropDrafts, drafts } = await start(t, server)
      const [id = ''] = await reserveTitles('Late')
      site.watch = async ({ when, method }) => {
        if (when === 'carried-out' || method !== 'DELETE') return undefined
        site.watch = () => undefined
        await publish(open(), site, { id, title: 'Late' })
        return undefined
      }
      await dropDrafts(dayMs + 1_000)
      assert.equal(site.page(id).status, 'current')
      const [aside = ''] = await reserveTitles('Aside')
      await publish(open(), site, { id: aside, title: 'Aside' })
      site.archive(aside)
      const removed: string[] = []
      site.watch = ({ method, path }) => {
        if (method === 'DELETE') removed.push(path)
        return undefined
      }
      await dropDrafts(dayMs + 1_000)
      assert.deepEqual([site.page(aside).status, removed], ['archived', []])
      assert.equal(drafts().length, 0)
    })

    test('the draft of an import that is refused in the end goes', async (t) => {
      const { site, dropDrafts, drafts } = await start(t, server)
      site.watch = ({ method, path }) => {
        if (method !== 'POST' || !path.includes('attachment')) return undefined
        site.watch = () => undefined
        const elsewhere = site.addPage({ title: 'Another parent' })
        site.addPage({ title: 'Taken', parentId: elsewhere.id })
        return undefined
      }
      const content = `![A dot](data:image/png;base64,${png})`
      const { status, json } = await server.post({ pageTitle: 'Taken', content })
      assert.deepEqual([status, json.key], [400, 'already-exists'])
      assert.equal(drafts().length, 1)
      await dropDrafts()
      assert.equal(drafts().length, 0)
    })

    test('an id whose page got another one names that page', async (t) => {
      const { reserveTitles } = await start(t, server, { draftPublish: 'refused' })
      const [pageId] = await reserveTitles('Another')
      const first = await server.post({ pageTitle: 'Another', pageId, overwrite: true })
      assert.equal(first.status, 201)
      const content = 'Something else.'
      const second = await server.post({ pageTitle: 'Another', pageId, overwrite: true, content })
      assert.deepEqual(
        [second.status, second.json.page?.id, second.json.key],
        [200, first.json.page.id, 'updated'],
        second.json.body,
      )
    })

    test('pages that are there keep their ids, whoever made them', async (t) => {
      const { site, reserveTitles, asked } = await start(t, server)
      const { id: byHand } = site.addPage({ title: 'By hand' })
      const imported = (await server.post({ pageTitle: 'Imported' })).json.page.id
      const trashed = (await server.post({ pageTitle: 'Trashed' })).json.page.id
      site.trash(trashed)
      site.addPage({ title: 'Elsewhere', parentId: byHand })
      asked()
      const ids = await reserveTitles('By hand', 'Imported', 'Trashed', 'Elsewhere')
      assert.deepEqual(ids.slice(0, 2), [byHand, imported])
      assert.ok(
        !site.pages().some(({ id, status }) => ids.slice(2).includes(id) && status !== 'draft'),
      )
      const clash = await server.post({ pageTitle: 'Elsewhere', pageId: ids[3] })
      assert.deepEqual([clash.status, clash.json.key], [400, 'already-exists'])
      assert.match(clash.json.body, /titled "Elsewhere" already/)
      await changePolicies(server, { titleClash: 'suffix' })
      const suffixed = await server.post({ pageTitle: 'Elsewhere', pageId: ids[3] })
      assert.equal(suffixed.status, 201, suffixed.json.body)
      assert.notEqual(site.page(suffixed.json.page.id).title, 'Elsewhere')
    })

    test('a page that is reserved is made by its title too, with its images', async (t) => {
      const { site, reserveTitles } = await start(t, server)
      const [plain, pictured] = await reserveTitles('Plain', 'Pictured')
      const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
      const content = `![A dot](data:image/png;base64,${png})`
      assert.equal((await server.post({ pageTitle: 'Plain' })).json.page.id, plain)
      const made = await server.post({ pageTitle: 'Pictured', pageId: pictured, content })
      assert.equal(made.json.page.id, pictured)
      const { attachments, versions } = site.page(pictured as string)
      assert.deepEqual([attachments.length, versions.length], [1, 1])
    })

    test('a tree costs three requests for each page, and one version', async (t) => {
      const { run, asked, drafts, made } = await start(t, server)
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
      assert.deepEqual(new Set(made().map(({ versions }) => versions.length)), new Set([1]))
      assert.equal(drafts().length, 0)
    })

    test('a run asks for each thing once, whatever it knows', async (t) => {
      const { run, site, asked } = await start(t, server)
      const kindOf = (one: string): string => {
        // Drafts are made in parallel and ordered later; parents are cached for a minute.
        if (/move/.test(one) || one.endsWith(`/${site.homepageId}`)) return 'other'
        if (!one.startsWith('GET ')) return 'writes'
        if (/child/.test(one)) return 'order'
        return /(?:pages|content)$/.test(one) ? 'heads' : 'pages'
      }
      const count = (): Record<string, number> => {
        const { other: _, ...groups } = Object.groupBy(asked(), kindOf)
        const counts = Object.entries(groups)
        return Object.fromEntries(counts.map(([name, some = []]) => [name, some.length]))
      }
      const runOnce = async (files: DocsFiles, options: Partial<FolderOptions> = {}) => {
        await run(files, options)
        return count()
      }
      const name = (index: number): string => `q${10 + (index % 12)}.md`
      const text = (index: number): string => `# Q${10 + index}\n\nSee [one](${name(index + 7)}).\n`
      const files = Array.from({ length: 12 }, (_, index) => [name(index), text(index)])
      const first = await runOnce(Object.fromEntries(files))
      /** Versions and addresses of known pages are asked for in batches; Cloud lists pages below too. */
      const isAsked = (
        { heads = 0, ...rest }: Record<string, number>,
        max: number,
        all: object,
      ) => {
        assert.deepEqual(rest, all)
        assert.ok(heads <= max + (kind === 'cloud' ? 2 : 0), `${heads} batches`)
      }
      isAsked(first, 0, { order: 2, writes: 3 * 12 })
      isAsked(await runOnce({}), 2, { order: 1 })
      isAsked(await runOnce({}, { resend: true }), 3, { order: 1 })
      const changed = (words: string): DocsFiles => ({ [name(3)]: `${text(3)}\n${words}\n` })
      const writesOne = { pages: 1, writes: 2 }
      isAsked(await runOnce(changed('More.')), 2, { order: 1, ...writesOne })
    })

    for (const draftParent of ['as-sent', 'as-created'] as const) {
      test(`a page comes to stand where it is wanted, drafts being published ${draftParent}`, async (t) => {
        const { run, site } = await start(t, server, { draftParent })
        const { pages } = await run({
          [`${draftParent}/b/c.md`]: `# C ${draftParent}\n\nText.\n`,
          [`${draftParent}/b/index.md`]: `# B ${draftParent}\n`,
        })
        const idOf = (file: string): string => pages[file]?.page?.id as string
        const [leaf, middle, top] = ['b/c.md', 'b/index.md', ''].map((file) =>
          idOf(`${draftParent}/${file}`),
        )
        assert.equal(site.page(leaf as string).parentId, middle)
        assert.equal(site.page(middle as string).parentId, top)
        assert.equal(site.page(top as string).parentId, site.homepageId)
      })
    }

    for (const draftCreate of ['refused', 'published'] as const) {
      test(`without drafts (${draftCreate}) it is said, and folders are imported in two passes`, async (t) => {
        const { reserve, run, site, made } = await start(t, server, { draftCreate })
        const wanted = [{ ref: '1', pageTitle: 'Refused', parentId: site.homepageId }]
        const { status, json } = await reserve(wanted)
        assert.deepEqual([status, json.key], [400, 'bad-request'])
        assert.match(json.body, /takes no drafts/)
        assert.ok(made().every((one) => one.status === 'trashed'))
        const files = {
          'a.md': `# A ${draftCreate}\n\n[b](b.md)\n`,
          'b.md': `# B ${draftCreate}\n\n[a](a.md)\n`,
        }
        const { report, warnings } = await run(files)
        assert.deepEqual([report.counts.created, report.counts.failed, warnings], [2, 0, []])
      })
    }

    test('a draft that is published as it is made goes later where it cannot go now, and no other is made', async (t) => {
      const { site, reserve, made, dropDrafts } = await start(t, server, {
        draftCreate: 'published',
      })
      const shown = (): string[] =>
        made().flatMap((page) => (page.status === 'current' ? [page.title] : []))
      const titles = ['One', 'Two', 'Three']
      const [first = '', ...others] = titles
      const asking = (pageTitle: string) =>
        reserve([{ ref: '1', pageTitle, parentId: site.homepageId }])
      site.watch = ({ method, when }) =>
        method === 'DELETE' && when !== 'carried-out' ? { status: 403 } : undefined
      assert.match((await asking(first)).json.body, /takes no drafts/)
      for (const title of others) await asking(title)
      assert.equal(shown().length, 1)
      assert.match(shown()[0] ?? '', /^Markport draft mp\w+ d\w+: One$/)
      await dropDrafts()
      assert.equal(shown().length, 1, 'it is tried again')
      site.watch = () => undefined
      await dropDrafts()
      assert.deepEqual(shown(), [])
      const left = await server.database.read<{ page_id: string }>(
        sql`select page_id from remote_reservations`,
      )
      const ids = new Set(made().map(({ id }) => id))
      assert.ok(!left.some((row) => ids.has(row.page_id)))
    })

    test('a draft that the site does not publish is made a page of another id', async (t) => {
      const { run, site, drafts } = await start(t, server, { draftPublish: 'refused' })
      const { report, pages } = await run({
        'a.md': '# A\n\n[b](b.md)\n',
        'b.md': '# B\n\n[a](a.md)\n',
      })
      assert.deepEqual([report.counts.created, report.counts.failed], [2, 0])
      const idOf = (file: string): string => pages[file]?.page?.id as string
      for (const [file, other] of [
        ['a.md', 'b.md'],
        ['b.md', 'a.md'],
      ] as const) {
        assert.equal(site.page(idOf(file)).status, 'current')
        assert.ok(site.page(idOf(file)).versions.at(-1)?.body.includes(idOf(other)))
      }
      assert.equal(drafts().length, 0)
    })

    test('a draft that somebody published or removed meanwhile is no obstacle', async (t) => {
      const { site, open, reserveTitles } = await start(t, server)
      const [published, removed] = await reserveTitles('Published', 'Removed')
      const other = open()
      await publish(other, site, { id: published!, title: 'Published' })
      await other.removeDraft(removed!)
      const first = await server.post({ pageTitle: 'Published', pageId: published })
      assert.deepEqual([first.status, first.json.page.id], [201, published], first.json.body)
      const second = await server.post({ pageTitle: 'Removed', pageId: removed })
      assert.equal(second.status, 201, second.json.body)
      assert.equal(site.page(second.json.page.id).status, 'current')
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
      assert.deepEqual([title, versions.length], [first?.json.page.title, 1])
      assert.equal(made().length, 1)
    })

    test('a page that cannot be made yet keeps its id', async (t) => {
      const { site, reserve, reserveTitles, drafts } = await start(t, server)
      const { id: parentId } = site.addPage({ title: 'Leaving' })
      const below = { ref: '1', pageTitle: 'Below it', parentId }
      const pageId = (await reserve([below])).json.pages[0].id
      const [refused] = await reserveTitles('Refused')
      site.trash(parentId)
      const other = await reserve([{ ...below, pageTitle: 'Below it too' }])
      assert.deepEqual([other.status, other.json.key], [404, 'not-found'], other.json.body)
      const early = await server.post({ pageTitle: 'Below it', parentId, pageId })
      assert.equal(early.status, 404, early.json.body)
      site.watch = ({ when, method }) =>
        when === 'before' && ['POST', 'PUT'].includes(method) ? { status: 400 } : undefined
      const { json } = await server.post({ pageTitle: 'Refused', pageId: refused })
      site.watch = () => undefined
      assert.equal(json.key, 'bad-request')
      assert.equal(drafts().length, 2)
      for (const [pageTitle, id] of [
        ['Below it', pageId],
        ['Refused', refused],
      ]) {
        const made = await server.post({ pageTitle, pageId: id })
        assert.deepEqual([made.status, made.json.page.id], [201, id])
      }
    })

    test('a dry run tells that a title is taken', async (t) => {
      const { site, reserveTitles } = await start(t, server)
      const [pageId] = await reserveTitles('Wanted')
      await changePolicies(server, { titleClash: 'refuse' })
      const dry = { pageTitle: 'Wanted', pageId, dryRun: true }
      assert.equal((await server.post(dry)).json.outcome, 'created')
      site.addPage({ title: 'Wanted', parentId: site.addPage({ title: 'Over it' }).id })
      assert.equal((await server.post(dry)).json.key, 'already-exists')
    })

    test('a reservation lapses, and its draft goes', async (t) => {
      const { site, reserveTitles, drafts, dropDrafts } = await start(t, server)
      const { token } = await server.createToken('lasting', { lifetimeMs: 10 * dayMs })
      const headers = { authorization: `Bearer ${token}` }
      const [kept, lapsed] = await reserveTitles('Kept', 'Lapsed')
      server.advanceClock(dayMs / 2)
      assert.deepEqual(await reserveTitles('Kept'), [kept], 'it begins anew')
      server.advanceClock(dayMs / 2 + 1_000)
      const late = await server.post({ pageTitle: 'Lapsed', pageId: lapsed }, headers)
      assert.equal(late.status, 404)
      const { database } = server
      site.switches.failures = { count: 2, status: 503 }
      await dropDrafts()
      assert.ok(
        drafts().some(({ id }) => id === lapsed),
        'the site was away',
      )
      await dropDrafts()
      assert.deepEqual(
        drafts().map(({ id }) => id),
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

    test('a parent that is missing is a 404, and nothing is reserved', async (t) => {
      const { reserve, drafts, site } = await start(t, server)
      for (const parentId of ['4711', '0', 'x', '9'.repeat(19)]) {
        const { status } = await reserve([{ ref: '1', pageTitle: 'One', parentId }])
        assert.equal(status, 404, parentId)
      }
      site.switches.refuseCredential = kind === 'cloud' ? 'bare-404' : 'anonymous'
      const pages = [{ ref: '1', pageTitle: 'One', parentId: site.homepageId }]
      const { status, json } = await reserve(pages)
      assert.deepEqual([status, json.key], [503, 'unavailable'])
      assert.equal(drafts().length, 0)
    })
  })
}

test('nothing is reserved for a space that has been disconnected meanwhile', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  t.after(() => server.stop())
  const { site, reserve, drafts } = await start(t, server)
  const { database, clock } = server
  const connections = spaceConnections(database, idAllocator(database), clock)
  const [{ spaceId }] = (await connections.list()) as [SpaceConnection]
  site.watch = async ({ when, method }) => {
    if (when !== 'carried-out' || method !== 'POST') return undefined
    await connections.disconnect(spaceId, { mayLeaveOpen: false, disconnectedBy: 'test' })
    return undefined
  }
  const page = { ref: '1', pageTitle: 'Too late', parentId: site.homepageId }
  const { status } = await reserve([page])
  assert.deepEqual([status, drafts()], [404, []])
  assert.deepEqual(await database.read(sql`select page_id from remote_reservations`), [])
  site.watch = () => undefined
  // The service has not looked again yet.
  assert.equal((await reserve([page])).status, 404)
})

test('drafts of a site that is away for long keep none of another space', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  const folder = mkdtempSync(join(tmpdir(), 'markport-credential-'))
  t.after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  const { site, reserveTitles } = await start(t, server)
  const { id: spaceId, ...space } = site.addSpace('MORE')
  const other = Object.assign(Object.create(site), { ...space, spaceId, spaceKey: space.key })
  await connectSpace(server, await server.createSpace('MORE'), { site: other, folder })
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
