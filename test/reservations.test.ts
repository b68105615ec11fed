/** Pages get their ids and addresses before they are made, on both engines. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { untilNotBusy } from './support/base/wait-until.ts'
import { dayMs } from './support/prepared-store.ts'
import { startComposedServer } from './support/service/composed-server.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { send, type TestAnswer, type TestServer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

interface Asked {
  readonly ref: string
  readonly pageTitle: string
  readonly parentId?: string
  readonly parentRef?: string
}

function endpointOf({ endpoint }: { readonly endpoint: string }): string {
  return endpoint.replace(/webtrigger$/, 'reservations')
}

forEachEngine((_, engine) => {
  let server: TestServer
  let top: string

  before(async () => {
    server = await startFreshServer(engine)
    top = server.space.homepageId
  })
  after(() => server.stop())

  const reserve = (pages?: readonly unknown[], fields: object = {}): Promise<TestAnswer> =>
    send(endpointOf(server), JSON.stringify({ spaceId: 'DOCS', pages, ...fields }), {
      authorization: `Bearer ${server.token}`,
    })
  const reserveOne = async (pageTitle: string, parentId = top): Promise<string> => {
    const { status, json } = await reserve([{ ref: 'one', pageTitle, parentId }])
    assert.equal(status, 200, json.body)
    return json.pages[0].id
  }
  const idsOf = async (pages: readonly Asked[]): Promise<string[]> => {
    const { json } = await reserve(pages)
    assert.equal(json.key, 'reserved', json.body)
    return json.pages.map(({ id }: { id: string }) => id)
  }

  test('gives ids and addresses, in the order of the request and whatever it is', async () => {
    const { status, json } = await reserve([
      { ref: 'leaf', pageTitle: 'Leaf', parentRef: 'branch' },
      { ref: 'branch', pageTitle: 'Branch', parentId: top },
    ])
    assert.equal(status, 200)
    assert.equal(json.key, 'reserved')
    assert.match(json.body, /^Success: /)
    assert.match(json.requestId, /^[0-9a-f-]{36}$/)
    const [leaf, branch] = json.pages
    for (const [page, ref] of [
      [leaf, 'leaf'],
      [branch, 'branch'],
    ]) {
      const url = `${server.url}/wiki/spaces/DOCS/pages/${page.id}`
      assert.deepEqual(page, { ref, id: page.id, url, exists: false })
    }
    assert.notEqual(leaf.id, branch.id)
  })

  test('no pages are reserved where the space can be written to, and nowhere else', async () => {
    const { status, json } = await reserve([])
    assert.deepEqual([status, json.key, json.pages], [200, 'reserved', []])
    assert.equal((await reserve([], { spaceId: 'NONE' })).status, 404)
    const authorization = `Bearer ${server.token}x`
    const body = JSON.stringify({ spaceId: 'DOCS', pages: [] })
    assert.equal((await send(endpointOf(server), body, { authorization })).status, 403)
  })

  test('gives the same ids again, also below a reservation by its id', async () => {
    const pages = [
      { ref: 'a', pageTitle: 'Again', parentId: top },
      { ref: 'b', pageTitle: 'Again below', parentRef: 'a' },
      { ref: 'c', pageTitle: 'Again below', parentRef: 'b' },
    ]
    const [a = '', b = '', c = ''] = await idsOf(pages)
    assert.equal(new Set([a, b, c]).size, 3)
    assert.deepEqual(await idsOf(pages.toReversed()), [c, b, a])
    assert.deepEqual(await idsOf([{ ref: 'x', pageTitle: 'Again below', parentId: a }]), [b])
    const two = [
      { ref: 'x', pageTitle: 'Same place', parentId: a },
      { ref: 'y', pageTitle: ' Same place ', parentId: a },
      { ref: 'z', pageTitle: 'Below both', parentRef: 'x' },
      { ref: 'w', pageTitle: 'Below both', parentRef: 'y' },
    ]
    const [x, y, z, w] = await idsOf(two)
    assert.deepEqual([x, z], [y, w])
  })

  test('a page that is there keeps its id, and so do those below it', async () => {
    const made = await server.post({ pageTitle: 'Is there' })
    const below = await server.post({ pageTitle: 'Below', parentId: made.json.page.id })
    const { json } = await reserve([
      { ref: 'a', pageTitle: 'Is there', parentId: top },
      { ref: 'b', pageTitle: 'Below', parentRef: 'a' },
      { ref: 'c', pageTitle: 'Not there', parentRef: 'a' },
    ])
    const told = json.pages.map(({ id, exists }: { id: string; exists: boolean }) => [id, exists])
    assert.deepEqual(told.slice(0, 2), [
      [made.json.page.id, true],
      [below.json.page.id, true],
    ])
    assert.equal(told[2][1], false)
  })

  test('60 at once are given one id', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        untilNotBusy(() => reserve([{ ref: 'one', pageTitle: 'By many', parentId: top }])),
      ),
    )
    const ids = new Set(answers.map(({ json }) => json.pages[0].id))
    assert.equal(ids.size, 1)
  })

  test('pageId makes the page, which then is a page like any other', async () => {
    const pageId = await reserveOne('Made')
    const url = `${server.url}/wiki/spaces/DOCS/pages/${pageId}`
    assert.equal((await fetch(url)).status, 404)
    const dry = await server.post({ pageId, pageTitle: 'Made', dryRun: true })
    assert.deepEqual([dry.json.outcome, dry.json.page], ['created', undefined])
    const { status, json } = await server.post({ pageId, pageTitle: 'Made', position: 3 })
    assert.equal(status, 201)
    assert.deepEqual([json.page.id, json.page.url, json.page.version], [pageId, url, 1])
    assert.equal((await fetch(url)).status, 200)
    const again = await server.post({ pageId, pageTitle: 'Made' })
    assert.equal(again.json.key, 'already-exists')
    assert.equal(await reserveOne('Made'), pageId)
  })

  test('an import of a place that is reserved takes the id', async () => {
    const pageId = await reserveOne('By its title')
    const { json } = await server.post({ pageTitle: 'By its title' })
    assert.deepEqual([json.key, json.page.id, json.page.version], ['created', pageId, 1])
    const other = await server.post({ pageTitle: 'By its title', overwrite: true, content: 'New.' })
    assert.deepEqual([other.json.key, other.json.page.id], ['updated', pageId])
  })

  test('imports of one reserved place at once make one page, by title and by id', async () => {
    const pageId = await reserveOne('Raced')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        untilNotBusy(() =>
          server.post({ pageTitle: 'Raced', ...(index % 2 === 0 ? { pageId } : {}) }),
        ),
      ),
    )
    const keys = answers.map(({ json }) => json.key).sort()
    assert.deepEqual([...new Set(keys)], ['already-exists', 'created'])
    assert.equal(keys.filter((key) => key === 'created').length, 1)
    assert.equal(answers.find(({ status }) => status === 201)?.json.page.id, pageId)
  })

  test('a reservation may be used for another title and parent', async () => {
    const parent = await server.post({ pageTitle: 'Elsewhere' })
    const pageId = await reserveOne('As reserved')
    const place = { pageTitle: 'As made', parentId: parent.json.page.id }
    const { json } = await server.post({ pageId, ...place })
    assert.deepEqual([json.key, json.page.id, json.page.title], ['created', pageId, 'As made'])
    assert.notEqual(await reserveOne('As reserved'), pageId)
  })

  test('a title that has been taken since is refused', async () => {
    const pageId = await reserveOne('First')
    const other = await reserveOne('Second')
    await server.post({ pageId: other, pageTitle: 'First' })
    const { status, json } = await server.post({ pageId, pageTitle: 'First' })
    assert.deepEqual([status, json.key], [400, 'already-exists'])
    assert.match(json.body, /^Error: Another page than the one that pageId names/)
  })

  test('a reservation is no parent until its page is made', async () => {
    const parentId = await reserveOne('Later a parent')
    assert.equal((await server.post({ parentId, pageTitle: 'Child' })).json.key, 'not-found')
    await server.post({ pageId: parentId, pageTitle: 'Later a parent' })
    assert.equal((await server.post({ parentId, pageTitle: 'Child' })).json.key, 'created')
  })

  test('a reservation lapses after a day, and its id is not given again', async () => {
    const first = await reserveOne('Lapses')
    server.advanceClock(dayMs / 2)
    assert.equal(await reserveOne('Lapses'), first, 'asking again begins its day anew')
    const { token } = await server.createToken('of tomorrow'.replaceAll(' ', '-'), {
      lifetimeMs: 10 * dayMs,
    })
    const headers = { authorization: `Bearer ${token}` }
    server.advanceClock(dayMs)
    const late = await server.post({ pageId: first, pageTitle: 'Lapses' }, headers)
    assert.equal(late.json.key, 'not-found')
    const pages = [{ ref: 'a', pageTitle: 'Lapses', parentId: top }]
    const body = JSON.stringify({ spaceId: 'DOCS', pages })
    const again = await send(endpointOf(server), body, headers)
    assert.notEqual(again.json.pages[0].id, first)
    server.advanceClock(-1.5 * dayMs)
  })

  test('a wrong request is refused by the field that is wrong', async () => {
    const page = { ref: 'a', pageTitle: 'Wrong', parentId: top }
    const many = Array.from({ length: 1_001 }, (_, index) => ({ ...page, ref: `${index}` }))
    const cases: readonly [string, readonly unknown[] | unknown][] = [
      ['pages', undefined],
      ['pages', {}],
      ['pages', many],
      ['pages[0]', [7]],
      ['pages[0].ref', [{ ...page, ref: '' }]],
      ['pages[1].ref', [page, page]],
      ['pages[0].pageTitle', [{ ...page, pageTitle: 'two\nlines' }]],
      ['pages[0].pageTitle', [{ ...page, pageTitle: 'x'.repeat(256) }]],
      ['pages[0].parentId', [{ ref: 'a', pageTitle: 'Wrong' }]],
      ['pages[0].parentId', [{ ...page, parentId: 7 }]],
      ['pages[0]', [{ ...page, parentRef: 'a' }]],
      ['pages[1].parentRef', [page, { ref: 'b', pageTitle: 'B', parentRef: 'none' }]],
      ['pages[0].parentRef', [{ ref: 'a', pageTitle: 'A', parentRef: 'a' }]],
      [
        'pages[1].parentRef',
        [
          page,
          { ref: 'b', pageTitle: 'B', parentRef: 'd' },
          { ref: 'c', pageTitle: 'C', parentRef: 'b' },
          { ref: 'd', pageTitle: 'D', parentRef: 'c' },
        ],
      ],
    ]
    for (const [field, pages] of cases) {
      const { status, json } = await reserve(pages as unknown[])
      assert.deepEqual([status, json.key], [400, 'bad-request'], `${field}: ${json.body}`)
      assert.ok(json.body.startsWith(`Error: ${field} `), `${field}: ${json.body}`)
    }
    assert.match((await reserve([page], { spaceId: ' ' })).json.body, /^Error: spaceId /)
    const { json } = await reserve()
    assert.equal(json.body, 'Error: pages is required: an array of objects.')
  })

  test('what the token may not write below is not found, whatever the reason', async () => {
    const made = await server.post({ pageTitle: 'To be trashed' })
    await trashPage(server, made.json.page.id, 'test')
    const closed = await server.createSpace(`CLOSED`)
    const user = await server.createUser('reader')
    await server.grant(user, server.space, 'read')
    const { token } = await server.createToken('of-a-reader', { owner: 'reader' })
    const page = { ref: 'a', pageTitle: 'Hidden' }
    const expected = (await server.post({ parentId: '999' })).json.body
    for (const parentId of ['999', 'none', made.json.page.id, closed.homepageId]) {
      const { status, json } = await reserve([{ ...page, parentId }])
      assert.deepEqual([status, json.key, json.body], [404, 'not-found', expected], parentId)
    }
    const body = JSON.stringify({ spaceId: 'DOCS', pages: [{ ...page, parentId: top }] })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await send(endpointOf(server), body, headers)
    assert.deepEqual([answer.status, answer.json.body], [404, expected])
  })

  test('the order of checks is that of the import', async () => {
    const got = await fetch(endpointOf(server))
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST'])
    const answer = await send(endpointOf(server), '{', { authorization: 'Bearer x' })
    assert.equal(answer.status, 401)
    assert.equal((await reserve([], { spaceId: 'NONE' })).status, 404)
    const elsewhere = endpointOf(server).replace(/apps\/[^/]+/, 'apps/other')
    assert.equal((await send(elsewhere, '{}', {})).status, 404)
  })

  test('a thousand pages are reserved at once, below one page or each below the last', async () => {
    for (const kind of ['wide', 'deep']) {
      const pages = Array.from({ length: 1_000 }, (_, index) => ({
        ref: `${kind} ${index}`,
        pageTitle: `${kind} ${index}`,
        ...(kind === 'wide' || index === 0
          ? { parentId: top }
          : { parentRef: `${kind} ${index - 1}` }),
      }))
      const ids = await idsOf(pages)
      assert.equal(new Set(ids).size, 1_000)
      assert.deepEqual(await idsOf(pages), ids)
    }
  })
})

test('a space whose wiki reserves nothing is not found', async (t) => {
  const dataDirectory = temporaryFolder()
  const server = await startComposedServer({ dataDirectory }, ({ wiki }) => {
    const { reservePages: _, ...without } = wiki
    return { wikis: [without] }
  })
  t.after(async () => {
    await server.stop()
  })
  const page = { ref: 'a', pageTitle: 'A', parentId: server.space.homepageId }
  const body = JSON.stringify({ spaceId: 'DOCS', pages: [page] })
  const headers = { authorization: `Bearer ${server.token}` }
  const { status, json } = await send(endpointOf(server), body, headers)
  assert.deepEqual([status, json.key], [404, 'not-found'])
})
