/** Data Center over a real socket: every method against a simulated site, and sites that answer anything. @module */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { ConfluenceError, type ConfluenceErrorKind } from '../src/confluence/confluence-error.ts'
import { openSite } from '../src/confluence/open-site.ts'
import type { ConfluenceSite, RemoteSpace } from '../src/confluence/site.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { listenLocally } from './support/network/listen-locally.ts'

const png = { mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }
const key = 'markport'

function open(baseUrl: string, token: string): ConfluenceSite {
  return openSite({
    kind: 'data-center',
    address: { baseUrl, cloudId: undefined },
    readCredential: async () => ({ email: undefined, token }),
    patience: { firstDelayMs: 1, maxReads: 2 },
  })
}

const isKind =
  (kind: ConfluenceErrorKind) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof ConfluenceError, String(error))
    assert.equal(error.kind, kind, error.message)
    return true
  }

describe('a site of Data Center', () => {
  let simulator: ConfluenceSimulator
  let site: ConfluenceSite
  let space: RemoteSpace

  before(async () => {
    simulator = await startConfluence('data-center')
    site = open(simulator.baseUrl, simulator.token)
    space = (await site.findSpace(simulator.spaceKey)) as RemoteSpace
  })
  after(() => simulator.stop())

  const create = (title: string) =>
    site.createPage({
      spaceId: space.id,
      spaceKey: space.key,
      parentId: simulator.homepageId,
      title,
      body: '<p>one<br/>two</p>',
    })
  const update = (id: string, version: number, parentId = simulator.homepageId) =>
    site.updatePage({
      id,
      spaceKey: space.key,
      parentId,
      title: simulator.page(id).title,
      body: `<p>version ${version}</p>`,
      version,
      message: 'Markport 1',
    })

  test('finds pages by their title in any case, archived ones too', async () => {
    const { id } = simulator.addPage({ title: 'Setup & "more"' })
    const [found, ...others] = await site.findPagesByTitle(space, 'setup & "MORE"')
    assert.deepEqual([found?.id, found?.title, others], [id, 'Setup & "more"', []])
    assert.equal(found?.parentId, simulator.homepageId)
    simulator.archive(id)
    const [archived] = await site.findPagesByTitle(space, 'Setup & "more"')
    assert.equal(archived?.status, 'archived')
    assert.deepEqual(await site.findPagesByTitle(space, ''), [])
  })

  test('writes a property that somebody else has written meanwhile', async () => {
    const { id } = await create('Property races')
    await site.putProperty(id, { key, value: 1, current: undefined })
    simulator.switches.propertyConflicts = 1
    await site.putProperty(id, { key, value: 2, current: undefined })
    assert.equal(simulator.page(id).properties[key], 2)
    simulator.switches.propertyConflicts = 9
    const writing = site.putProperty(id, { key, value: 3, current: undefined })
    await assert.rejects(writing, isKind('conflict'))
    simulator.switches.propertyConflicts = 0
  })

  test('moves no page where the dialog is closed to programs', async () => {
    simulator.switches.moveAction = 'closed'
    const parent = await create('Closed')
    const [one, two] = [await create('Closed one'), await create('Closed two')]
    await assert.rejects(site.movePage(two.id, 'append', parent.id), isKind('bad-request'))
    await assert.rejects(site.movePage(one.id, 'before', two.id), isKind('bad-request'))
    simulator.switches.moveAction = 'works'
  })

  for (const knowsIds of [true, false]) {
    test(`finds versions of many pages, ${knowsIds ? 'all at once' : 'one by one'}`, async () => {
      simulator.switches.knowsIds = knowsIds
      const own = open(simulator.baseUrl, simulator.token)
      const ids = Array.from(
        { length: 120 },
        (_, at) => simulator.addPage({ title: `Many ${knowsIds} ${at}` }).id,
      )
      simulator.trash(ids[7] as string)
      simulator.requests.length = 0
      const versions = await own.findVersions([...ids, '999999', 'x', '../1'])
      assert.deepEqual([...versions.keys()].sort(), ids.toSpliced(7, 1).sort())
      assert.equal(versions.get(ids[0] as string)?.version.number, 1)
      // Two lists that include the trash, and one lookup of the page that they left out.
      if (knowsIds) assert.equal(simulator.requests.length, 3)
      else assert.ok(simulator.requests.length > 120)
      simulator.requests.length = 0
      await own.findVersions([ids[0] as string])
      assert.equal(simulator.requests.length, 1)
      simulator.switches.knowsIds = true
    })
  }

  test('says what is wrong', async () => {
    const page = await create('Taken')
    await assert.rejects(create('TAKEN'), isKind('title-taken'))
    await update(page.id, 2)
    await assert.rejects(update(page.id, 2), isKind('conflict'))
    await assert.rejects(update(page.id, 3, '999999'), isKind('not-found'))
    const long = { ...page, spaceKey: space.key, parentId: simulator.homepageId }
    const body = `<p>${'x'.repeat(5_300_000)}</p>`
    await assert.rejects(site.createPage({ ...long, title: 'Long', body }), isKind('bad-request'))
    await assert.rejects(
      site.createPage({ ...long, title: 'Broken', body: '<p>' }),
      isKind('bad-request'),
    )
    await assert.rejects(site.addLabels(page.id, ['a(b']), isKind('bad-request'))
    await assert.rejects(site.trashPage('999999'), isKind('not-found'))
    await assert.rejects(site.listChildren('999999'), isKind('not-found'))
  })

  test('tells a credential that it does not take from a page that is missing', async () => {
    const stranger = open(simulator.baseUrl, 'wrong')
    await assert.rejects(stranger.findAccount(), isKind('credential'))
    await assert.rejects(stranger.findSpace(space.key), isKind('credential'))
    await assert.rejects(stranger.readPage(simulator.homepageId, key), isKind('credential'))
    await assert.rejects(stranger.findVersions(['1', '2']), isKind('credential'))
    await assert.rejects(stranger.findPagesByTitle(space, 'Page'), isKind('credential'))
    await assert.rejects(stranger.listOpenComments(simulator.homepageId), isKind('credential'))
    await assert.rejects(stranger.trashPage(simulator.homepageId), isKind('credential'))
  })
})

describe('what a site may answer instead', () => {
  const page = {
    id: '1',
    type: 'page',
    status: 'current',
    title: 'T',
    space: { id: 2, key: 'K', name: 'N' },
    ancestors: [],
    version: { number: 1 },
  }

  async function answered<Result>(
    reply: unknown | ((path: string) => unknown),
    ask: (site: ConfluenceSite) => Promise<Result>,
  ): Promise<Result> {
    const server = createServer((request, response) => {
      const said = typeof reply === 'function' ? reply(request.url ?? '') : reply
      request.resume()
      response.end(typeof said === 'string' ? said : JSON.stringify(said))
    })
    const origin = await listenLocally(server)
    try {
      return await ask(open(origin, 'token'))
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  const shapes: readonly [what: string, reply: unknown][] = [
    ['nothing', ''],
    ['a page of the web', '<html><title>Log in</title></html>'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a list', []],
    ['no members', {}],
    [
      'members of other types',
      { ...page, id: {}, title: 3, version: [], ancestors: 'x', results: 9 },
    ],
    ['ids that lead elsewhere', { ...page, id: '../1', results: [{ ...page, id: '../1' }] }],
    ['depth', `${'['.repeat(100_000)}`],
  ]
  const asks: readonly [what: string, ask: (site: ConfluenceSite) => Promise<unknown>][] = [
    ['accounts', (site) => site.findAccount()],
    ['spaces', (site) => site.findSpace('K')],
    ['parents', (site) => site.findParent('1')],
    [
      'titles',
      (site) => site.findPagesByTitle({ id: '2', key: 'K', name: '', homepageId: '3' }, 'T'),
    ],
    ['versions', (site) => site.findVersions(['1', '2'])],
    ['pages', (site) => site.readPage('1', key)],
    ['comments', (site) => site.listOpenComments('1')],
    ['files', (site) => site.listAttachments('1')],
    ['uploads', (site) => site.attachFiles('1', [{ name: 'a', ...png }])],
    ['moves', (site) => site.movePage('1', 'after', '2')],
    ['children', (site) => site.listChildren('1')],
    [
      'search',
      (site) => site.searchPages({ id: '2', key: 'K', name: '', homepageId: '3' }, 'x', 3),
    ],
  ]
  for (const [what, ask] of asks) {
    test(`is an error of the site for ${what}`, async () => {
      for (const [shape, reply] of shapes) {
        const asking = answered(reply, ask)
        await assert.rejects(asking, (error) => error instanceof ConfluenceError, shape)
      }
    })
  }

  test('a list that leads to another host, or nowhere, is refused', async () => {
    for (const next of [
      'https://evil.example/x?start=200',
      '//evil.example/?start=200',
      '/x?start=0',
      '/x',
      'x?start=-1',
    ]) {
      const reply = { results: [], _links: { next } }
      await assert.rejects(
        answered(reply, (site) => site.listChildren('1')),
        isKind('unavailable'),
      )
    }
  })

  test('a page of another site is no address', async () => {
    const links = { base: 'javascript:alert(1)', webui: '//evil.example' }
    const read = await answered({ ...page, _links: links }, (site) => site.readPage('1', key))
    assert.match(read?.url ?? '', /^http:\/\/127\.0\.0\.1:\d+\//)
  })

  test('comments that do not tell their markers are no list', async () => {
    const comments = { results: [{ id: '5', extensions: { location: 'inline' } }] }
    const found = await answered(
      () => comments,
      (site) => site.listOpenComments('1'),
    )
    assert.equal(found, undefined)
  })
})
