/** Lists of two thousand spaces, hundreds of users and tokens: each comes in parts, on both engines. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { addMany, crewId } from './support/store/test-records.ts'

const maxPageBytes = 100_000
const spaces = 2_000

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let boss: WebClient
  let reader: WebClient
  let readerId: number

  before(async () => {
    await server.createUser('boss', { isAdministrator: true })
    readerId = (await server.createUser('rita')).id
    const atMs = Date.now() - 1_000_000
    await server.database.write(addMany, { spaces, users: 300, tokens: 120, readerId, atMs })
    boss = await signedIn(server, 'boss')
    reader = await signedIn(server, 'rita')
  })

  const readThrough = async (
    visitor: WebClient,
    path: string,
    entry: RegExp,
  ): Promise<{ parts: number; found: string[] }> => {
    const found: string[] = []
    let parts = 0
    for (let next: string | undefined = path; next !== undefined; parts += 1) {
      const answer = await visitor.get(next)
      assert.equal(answer.status, 200, next)
      assert.ok(answer.html.length < maxPageBytes, `${next}: ${answer.html.length}`)
      const links = answer.elements('a').filter(({ attrs }) => entry.test(attrs.href ?? ''))
      found.push(...links.map(({ attrs }) => attrs.href as string))
      next = answer.elements('a').find(({ attrs }) => attrs.rel === 'next')?.attrs.href
    }
    return { parts, found }
  }

  test('no page is long, however many spaces, users and tokens there are', async () => {
    const paths = [
      '/',
      '/search?q=start',
      '/manage/spaces',
      '/manage/users',
      `/manage/users/${readerId}`,
      '/manage/groups',
      `/manage/groups/${crewId}`,
      '/manage/tokens',
      '/manage/tokens/new',
      '/manage/imports',
      '/import',
    ]
    for (const path of paths) {
      const { status, html } = await boss.get(path)
      assert.equal(status, 200, path)
      assert.ok(html.length < maxPageBytes, `${path}: ${html.length}`)
    }
  })

  test('every space is in one part of the list, in order', async () => {
    const link = /^\/wiki\/spaces\/\w+$/
    const home = await readThrough(boss, '/', link)
    assert.equal(home.found.length, spaces + 1)
    assert.equal(new Set(home.found).size, spaces + 1)
    assert.equal(home.parts, 21)
    const managed = await readThrough(boss, '/manage/spaces?find=manual+no.+12', link)
    assert.equal(managed.found.length, 111)
    assert.equal(managed.parts, 3)
  })

  test('a space is found by its name in any case and by the start of its key', async () => {
    const find = async (text: string): Promise<string[]> => {
      const { found } = await readThrough(
        boss,
        `/?${new URLSearchParams({ find: text })}`,
        /^\/wiki\/spaces\/\w+$/,
      )
      return found.map((href) => href.split('/').at(-1) as string)
    }
    assert.deepEqual(await find('mANUAL no. 1999'), ['M1999'])
    assert.deepEqual(await find('m199'), [
      'M199',
      ...Array.from({ length: 10 }, (_, digit) => `M199${digit}`),
    ])
    assert.deepEqual(await find('docs'), ['DOCS'])
    for (const nothing of ['%', '_', '!', '\\', "'", '\0x', '\ud800']) {
      assert.deepEqual(await find(nothing), [], nothing)
    }
    assert.match((await boss.get('/?find=no+such+space')).html, /No space fits\./)
  })

  test('a reader sees the spaces that they were given, and what changed last in those', async () => {
    const { found } = await readThrough(reader, '/', /^\/wiki\/spaces\/\w+$/)
    assert.equal(found.length, spaces / 2)
    assert.ok(found.every((href) => Number(href.slice('/wiki/spaces/M'.length)) % 2 === 0))
    const changes = (await reader.get('/'))
      .elements('a')
      .filter(({ attrs }) => attrs.href?.includes('/pages/'))
    assert.deepEqual(
      changes.map(({ text }) => text),
      Array.from({ length: 20 }, (_, index) => `Start ${spaces - 2 * index}`),
    )
    const all = (await boss.get('/'))
      .elements('a')
      .filter(({ attrs }) => attrs.href?.includes('/pages/'))
    assert.equal(all.length, 20)
    assert.ok(all.some(({ text }) => text === `Start ${spaces - 1}`))
  })

  test('a search in many spaces finds only what the reader may read', async () => {
    const { token } = server
    const title = 'Zebras of the zoo'
    const place = { spaceId: server.space.id, parentId: server.space.homepageId }
    assert.ok(token)
    assert.equal((await server.post({ ...place, pageTitle: title })).status, 201)
    assert.match((await boss.get('/search?q=zebras')).html, /One page/)
    assert.match((await reader.get('/search?q=zebras')).html, /No page has all of these words/)
    assert.equal((await reader.get('/search?q=zebras&space=DOCS')).status, 404)
    assert.equal((await reader.get('/search?q=zebras&space=m2')).status, 200)
    const { html } = await boss.get('/search?q=zebras&space=docs')
    assert.match(html, /<input id="space" name="space" value="DOCS"/)
    assert.match(html, /One page/)
    await server.grant({ id: readerId } as never, server.space, 'read')
    assert.match((await reader.get('/search?q=zebras')).html, /One page/)
  })

  test('the import form offers some spaces, and any that a link names', async () => {
    const offered = async (path: string): Promise<string[]> => {
      const { html, elements } = await boss.get(path)
      assert.match(html, /Only 200 spaces are listed/)
      return elements('option').map(({ text }) => text)
    }
    assert.equal((await offered('/import')).length, 200)
    const named = await offered('/import?space=m1999')
    assert.deepEqual([named.length, named[0]], [201, 'Manual No. 1999 (M1999)'])
    const chosen = (await boss.get('/import?space=m1999')).elements('option')
    assert.deepEqual(
      chosen.flatMap(({ attrs, text }) => (attrs.selected === undefined ? [] : [text])),
      ['Manual No. 1999 (M1999)'],
    )
    assert.equal((await offered('/import?space=nowhere')).length, 200)
  })

  test('users and tokens come in parts and are found', async () => {
    const users = await readThrough(boss, '/manage/users', /^\/manage\/users\/\d+$/)
    assert.equal(new Set(users.found).size, 303)
    assert.equal(users.parts, 7)
    const some = await readThrough(boss, '/manage/users?find=PERSON29', /^\/manage\/users\/\d+$/)
    assert.equal(some.found.length, 11)
    const address = await readThrough(
      boss,
      '/manage/users?find=n7@EXAMPLE',
      /^\/manage\/users\/\d+$/,
    )
    assert.equal(address.found.length, 1)
    const link = /^\/manage\/tokens\/\d+\/delete$/
    const tokens = await readThrough(reader, '/manage/tokens', link)
    assert.equal(new Set(tokens.found).size, 120)
    assert.equal(tokens.parts, 3)
    assert.equal((await readThrough(boss, '/manage/tokens?find=Token-12', link)).found.length, 2)
    assert.equal((await boss.get(tokens.found[0] as string)).status, 200)
  })

  test('every group is in the list', async () => {
    for (let number = 1; number <= 52; number += 1) {
      await boss.submit('/manage/groups/new', { name: `Group ${number}` })
    }
    const groups = await readThrough(boss, '/manage/groups', /^\/manage\/groups\/\d+$/)
    assert.equal(groups.found.length, 54)
  })
})
