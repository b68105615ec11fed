import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { signedIn, type WebAnswer, type WebClient } from './support/browser/web-client.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { callCli } from './support/service/run-cli.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'

let folder: string
let site: ConfluenceSimulator
let server: TestServer
let boss: WebClient
const logged: string[] = []

before(async () => {
  folder = temporaryFolder()
  site = await startConfluence('cloud')
  server = await startTestServer({ dataDirectory: folder }, { readers: 'users' }, logged)
  await server.createUser('boss', { isAdministrator: true })
  boss = await signedIn(server, 'boss')
  const tokenFile = join(folder, 'confluence-token')
  writeFileSync(tokenFile, site.token, { mode: 0o600 })
  const { code, stderr } = await callCli([
    'space',
    'connect',
    'WORK',
    '--to',
    site.baseUrl,
    '--remote',
    site.spaceKey,
    ...['--token-file', tokenFile, '--email', site.email ?? '', '--data', folder],
  ])
  assert.equal(code, 0, stderr)
})
after(async () => {
  await server.stop()
  await site.stop()
})

const text = (answer: WebAnswer): string => answer.elements('main')[0]?.text ?? ''
const rowsOf = (answer: WebAnswer): string[] => answer.elements('tr').map((row) => row.text)
const place = (): object => ({ spaceId: 'WORK', parentId: site.homepageId })

test('an import lands in Confluence, and the pages tell of it and lead there', async () => {
  const fields = { ...place(), pageTitle: 'Setup', content: 'First words' }
  // The service polls for connections that others made.
  await waitUntil('it is imported', async () => (await server.post(fields)).status === 201)
  const made = site.pages().find(({ title }) => title === 'Setup')
  site.humanEdit(made?.id ?? '', 0, (words) => `${words} of theirs`)
  const { status, json } = await server.post({ ...fields, content: 'New words', overwrite: true })
  assert.equal(status, 200, json.body)
  const list = await boss.get('/manage/connections')
  assert.match(rowsOf(list).find((row) => /WORK/.test(row)) ?? '', /Markport Botnothing$/)
  const page = await boss.get('/manage/connections/WORK')
  assert.match(text(page), /No import is on its way/)
  const links = page.elements('a').map(({ attrs }) => attrs.href)
  assert.ok(links.includes('/manage/imports?space=WORK'))
})

test('the form offers the space with its pages in Confluence, and imports there', async () => {
  const form = await boss.get(`/import?space=WORK&parent=${site.homepageId}`)
  const space = form.elements('option').find(({ text: words }) => /WORK/.test(words))
  assert.ok(space !== undefined && 'selected' in space.attrs)
  const parents = form
    .elements('input')
    .filter(({ attrs }) => attrs.name === 'parentId')
    .map(({ attrs }) => attrs.value)
  assert.ok(parents.includes(site.homepageId), String(parents))
  const body = new FormData()
  const fields = {
    spaceId: space.attrs.value ?? '',
    parentId: site.homepageId,
    pageTitle: 'By form',
    content: 'Typed words',
    action: 'import',
  }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const cookie = [...boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' }
  const init: RequestInit = { method: 'POST', body, headers, redirect: 'manual' }
  const sent = await fetch(`${server.url}/import`, init)
  assert.equal(sent.status, 303)
  const done = await boss.get(sent.headers.get('location') ?? '')
  const made = site.pages().find(({ title }) => title === 'By form')
  const links = done.elements('a').map(({ attrs }) => attrs.href ?? '')
  assert.ok(
    links.some((href) => href.startsWith(site.baseUrl) && href.includes(made?.id ?? '?')),
    links.join(' '),
  )
})

test('what waits for Confluence is shown with its problem, until it is there', async () => {
  Object.assign(site.switches, { failing: 'writes', failures: { count: 1_000, status: 503 } })
  const fields = { ...place(), pageTitle: 'Waits', content: 'Words' }
  const asked = server.post(fields)
  await waitUntil('it waits', async () => {
    const page = await boss.get('/manage/connections/WORK')
    return rowsOf(page).some((row) => /^Waits.*Not written yet.*[1-9].*503/s.test(row))
  })
  const { code, stderr } = await callCli(['space', 'disconnect', 'WORK', '--data', folder])
  assert.equal(code, 1)
  assert.match(stderr, /1 import is on the way from WORK to Confluence/)
  site.switches.failures.count = 0
  assert.ok([201, 503].includes((await asked).status))
  await waitUntil('it has arrived', async () =>
    ['created', 'already-exists'].includes((await server.post(fields)).json.key),
  )
  assert.match(text(await boss.get('/manage/connections/WORK')), /No import is on its way/)
})

test('neither log nor store nor backup holds what opens Confluence', async () => {
  const backup = join(folder, 'copy.db')
  const { code, stderr } = await callCli(['backup', backup, '--data', folder])
  assert.equal(code, 0, stderr)
  const basic = Buffer.from(`${site.email}:${site.token}`).toString('base64')
  const files = readdirSync(folder).filter((name) => name !== 'confluence-token')
  for (const secret of [site.token, basic]) {
    assert.equal(logged.join('\n').includes(secret), false, 'log')
    for (const name of files) {
      assert.equal(readFileSync(join(folder, name)).includes(secret), false, name)
    }
  }
  assert.ok(logged.length > 0)
})
