/** Forged forms: none of them changes anything, and the right one does, on every route that takes forms. @module */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { userGroups } from '../src/accounts/groups.ts'
import { newTotpSecret, secondFactors } from '../src/accounts/second-factors.ts'
import { credentialHash } from '../src/accounts/tokens/authorization.ts'
import type { User } from '../src/accounts/users.ts'
import { importPage } from '../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/service-requests.ts'
import { webMap } from '../src/server/web/web-pages.ts'
import { type Statement, sql } from '../src/store/sql.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { testBrowser } from './support/browser/browser.ts'
import { signedIn, type WebClient, webClient } from './support/browser/web-client.ts'
import { connectSample } from './support/delivery/sample-connection.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { codeAt } from './support/service/openid-service.ts'
import { followSample } from './support/service/sample-history.ts'

const browser = testBrowser()
const server = freshServer('sqlite', { allowsPrivateRepositories: true }, async () => {
  server.stopClock()
  const { database, space, createUser, createToken } = server
  await createUser('boss', { isAdministrator: true })
  target = await createUser('target')
  visitor = await signedIn(server, 'boss')
  await webClient(server.url).signIn('target', userPassword)
  const elsewhere = await signedIn(server, 'boss')
  const secret = newTotpSecret()
  const factors = secondFactors({ database, ids: server.ids, clock: server.clock })
  await factors.add(target.id, { secret, code: codeAt(secret, server.clock()) }, 'test')
  await connectSample(server, 'WORK')
  const { id } = await createToken('to-delete')
  const user = `/manage/users/${target.id}`
  const password = 'a long enough password'
  const save = async (pageTitle: string): Promise<string> => await server.save({ pageTitle })
  const [page, pages] = [await save('Trashed'), '/wiki/spaces/DOCS']
  await visitor.submit(`${pages}/report/${page}`, { message: 'wrong' })
  const [report] = await database.read<{ id: number }>(sql`select id from page_reports`)
  const parts = { database, ids: server.ids, clock: server.clock }
  await trashPage(parts, await save('In the trash'), 'test')
  const gone = await server.createSpace('GONE')
  const groups = userGroups({ database, ids: parts.ids, clock: server.clock })
  const crew = (await groups.create('crew', 'test')).id
  await groups.add(crew, 'boss', 'test')
  await groups.grant(crew, Number(space.id), 'read', 'test')
  const group = `/manage/groups/${crew}`
  const preview = await makePreview('to-end')
  await followSample(server, { id: 77 })
  await followSample(server, { id: 78, folder: 'other' })
  const sent: readonly (readonly [path: string, fields: Record<string, string>])[] = [
    ['/manage/tokens/new', { name: 'forged', days: '30', kind: 'api', rights: 'change' }],
    [`/manage/tokens/${id}/delete`, {}],
    ['/manage/license', { status: 'inactive' }],
    ['/manage/spaces/new', { key: 'FORGED', name: 'Forged' }],
    ['/manage/following/77/run', {}],
    ['/manage/following/78/remove', {}],
    ['/manage/users/new', { name: 'forged' }],
    [`${user}/grant`, { spaceId: space.id, access: 'write' }],
    [`${user}/revoke`, { spaceId: space.id }],
    [`${user}/link`, {}],
    [`${user}/end-sessions`, {}],
    [`${user}/remove-second-factor`, {}],
    ['/account/sessions/end', { session: credentialHash(elsewhere.cookies.get('markport') ?? '') }],
    [
      '/account/password',
      { present: userPassword, password: userPassword, repeated: userPassword },
    ],
    [
      '/account/second-factor',
      { present: userPassword, secret, code: codeAt(secret, server.clock()) },
    ],
    [await server.createLink(target), { password, repeated: password }],
    ['/manage/groups/new', { name: 'Forged' }],
    [`${group}/add`, { name: 'target' }],
    [`${group}/remove`, { name: 'boss' }],
    [`${group}/grant`, { spaceId: gone.id, access: 'write' }],
    [`${group}/revoke`, { spaceId: space.id }],
    [`${group}/delete`, {}],
    [`${user}/change`, { name: 'target', email: 'target@example.com' }],
    [`${user}/disable`, {}],
    [`${user}/enable`, {}],
    [`${pages}/report/${page}`, { message: 'forged' }],
    [`/manage/reports/${report?.id}`, { answer: 'forged' }],
    [`${pages}/trash/${page}`, {}],
    [`${pages}/restore/${page}`, {}],
    preview,
    ['/manage/spaces/DOCS/settings', { name: 'Another name', edits: 'refuse' }],
    ['/manage/spaces/GONE/delete', { typed: 'GONE' }],
    [`${user}/delete`, {}],
    ['/sign-in', { name: 'boss', password: userPassword }],
    ['/sign-out', {}],
  ]
  forms = sent.map(([path, fields]) => ({ route: routeOf(path), path, fields }))
})
let target: User
let visitor: WebClient
let forms: readonly { route: string; path: string; fields: Record<string, string> }[]

async function makePreview(name: string): Promise<readonly [string, Record<string, string>]> {
  const { endpoint, token, space } = server
  const connection = { endpoint, token, runId: name }
  await askPreview(connection, name, 'begin', { spaceId: space.key })
  const page = { parentId: space.homepageId, pageTitle: name, content: 'Seen before.' }
  const into = { ...connection, endpoint: previewEndpoint(endpoint, name) }
  await importPage(into, { spaceId: space.key, ...page })
  await askPreview(connection, name, 'show', { spaceId: space.key })
  return [`/wiki/previews/${name}/end`, { space: space.key }]
}

async function state(): Promise<string> {
  const tables: Statement[] = [
    sql`select * from users order by id`,
    sql`select * from one_time_links order by code_hash`,
    sql`select * from tokens order by id`,
    sql`select * from license`,
    sql`select * from spaces order by id`,
    sql`select * from space_connections order by space_id`,
    sql`select * from space_access order by space_id, user_id`,
    sql`select id, requested, imported_commit from followed_repositories order by id`,
    sql`select * from user_groups order by id`,
    sql`select * from group_members order by group_id, user_id`,
    sql`select * from group_grants order by space_id, group_id`,
    sql`select id_hash from sessions order by id_hash`,
    sql`select * from pages order by id`,
    sql`select * from page_reports order by id`,
    sql`select * from previews order by name`,
    sql`select * from audit_records order by id`,
    sql`select * from second_factors order by user_id`,
    sql`select * from password_tries order by key`,
  ]
  return JSON.stringify(await Promise.all(tables.map((one) => server.database.read(one))))
}

interface Forgery {
  readonly name: string
  /** An unguarded route would accept these, so they are enough to try every route. */
  readonly goesEverywhere?: true
  readonly headers?: Record<string, string>
  readonly body?: (fields: Record<string, string>) => string
}

const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
const ours = { 'sec-fetch-site': 'same-origin' }

const forgeries: readonly Forgery[] = [
  {
    name: 'from another site',
    goesEverywhere: true,
    headers: { 'sec-fetch-site': 'cross-site' },
  },
  { name: 'from a subdomain', headers: { 'sec-fetch-site': 'same-site' } },
  { name: 'from nowhere', headers: { 'sec-fetch-site': 'none' } },
  { name: 'with an unknown site', headers: { 'sec-fetch-site': 'Same-Origin, cross-site' } },
  { name: 'with a foreign origin', headers: { origin: 'https://evil.example' } },
  {
    name: 'with a foreign origin, as if ours',
    headers: { ...ours, origin: 'http://evil.example' },
  },
  { name: 'with another port', headers: { origin: 'http://127.0.0.1:1' } },
  { name: 'with the origin null', headers: { origin: 'null' } },
  { name: 'with an origin that is none', headers: { origin: 'evil' } },
  {
    name: 'as plain text',
    goesEverywhere: true,
    headers: { ...ours, 'content-type': 'text/plain' },
  },
  {
    name: 'as JSON',
    headers: { ...ours, 'content-type': 'application/json' },
    body: (fields) => JSON.stringify(fields),
  },
]

test('forms are sent to routes of the map', () => {
  const posted = new Set(postRoutes())
  assert.deepEqual(
    forms.filter(({ route }) => !posted.has(route)),
    [],
  )
})

for (const { name, goesEverywhere, headers, body } of forgeries) {
  const where = goesEverywhere ? 'every route' : 'one route'
  test(`a form ${name} is refused on ${where}, and changes nothing`, async () => {
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const before = await state()
    const paths = new Map(forms.map((form) => [form.route, form]))
    for (const route of goesEverywhere ? postRoutes() : ['/manage/license']) {
      const { path = route.replace(/:\w+/g, '1'), fields = {} } = paths.get(route) ?? {}
      const { status } = await fetch(`${server.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
        body: body?.(fields) ?? encode(fields),
      })
      assert.ok(status === 403 || status === 400, `${route}: ${status}`)
    }
    assert.equal(await state(), before)
  })
}

function routeOf(path: string): string {
  const isOf = (route: string): boolean =>
    new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const routes = postRoutes().filter(isOf)
  // An action has an address of its own beside those of all ids.
  return routes.find((route) => !route.includes(':')) ?? routes[0] ?? `none for ${path}`
}

function postRoutes(): string[] {
  return Object.keys(webMap)
    .filter((name) => name.startsWith('POST '))
    .map((name) => name.slice('POST '.length))
}

test('a program signs in by the form alone', async () => {
  const { status, headers } = await fetch(`${server.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'boss', password: userPassword }),
  })
  assert.equal(status, 303)
  assert.match(headers.get('set-cookie') ?? '', /SameSite=Lax/)
})

test('a real browser sends no form of another port or another site', async (t) => {
  const action = `${server.url}/manage/license`
  const page = await browser.open()
  await page.goto(`${server.url}/sign-in?next=/manage/license`)
  await page.fill('#name', 'boss')
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.waitForURL(action)
  const before = await state()
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${action}"><input name="status" value="inactive"></form><script>document.forms[0].submit()</script>`,
    )
  }).listen(0)
  t.after(() => evil.close())
  await once(evil, 'listening')
  const { port } = evil.address() as AddressInfo
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    await page.waitForURL(action)
    assert.match(
      (await page.textContent('main')) ?? '',
      /not sent by a page of this service|Sign in/,
    )
  }
  assert.equal(await state(), before)
})

test('no GET changes anything, whatever it brings', async () => {
  await visitor.get('/')
  const before = await state()
  for (const { path, fields } of forms) {
    const query = encode({ ...fields, _method: 'POST' })
    const headers = { 'x-http-method-override': 'POST', ...ours }
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const all = { ...headers, cookie }
    await fetch(`${server.url}${path}?${query}`, { headers: all, redirect: 'manual' })
  }
  assert.equal(await state(), before)
})

test('the right form changes something on every route', async () => {
  for (const { path, fields } of forms) {
    const sender = path === '/sign-in' ? webClient(server.url) : visitor
    await sender.get(path === '/sign-in' ? path : '/manage/license')
    const before = await state()
    const { status } = await sender.submit(path, fields)
    assert.ok(status === 303 || status === 201, `${path}: ${status}`)
    assert.notEqual(await state(), before, path)
  }
})
