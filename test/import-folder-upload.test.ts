/** Folders that browsers send: unpacked, imported by a process with bounds, and gone afterwards. @module */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setLicense } from '../src/accounts/license.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { untilNotBusy, waitUntil } from './support/base/wait-until.ts'
import { signedIn } from './support/browser/web-client.ts'
import { eventsOf, folderBody, folderSender, outcomesOf } from './support/folders/sent-folder.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { createTestStore } from './support/store/test-engines.ts'

type Sender = Awaited<ReturnType<typeof folderSender>>

let server: TestServer
let removeStore: () => Promise<void>
let temporary: string
let usualTemporary: string | undefined
let ann: Sender

before(async () => {
  // Whatever stands around the temporary folder is none of the uploaded files.
  temporary = temporaryFolder()
  mkdirSync(join(temporary, '.git'))
  writeFileSync(join(temporary, 'secret.txt'), 'a secret')
  const store = await createTestStore('sqlite')
  usualTemporary = process.env.TMPDIR
  process.env.TMPDIR = temporary
  removeStore = store.remove
  server = await startTestServer(store.options)
  ann = await signIn('ann')
})
after(async () => {
  await server.stop()
  await removeStore()
  if (usualTemporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usualTemporary
})

async function signIn(name: string, access: 'read' | 'write' = 'write'): Promise<Sender> {
  await server.grant(await server.createUser(name), server.space, access)
  const visitor = await signedIn(server, name)
  return folderSender(server.url, visitor, server.space)
}

const runPlaces = (): string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('markport-run-'))

const untilNothingIsLeft = (): Promise<void> =>
  waitUntil('the temporary folders are gone', async () => runPlaces().length === 0)

beforeEach(untilNothingIsLeft)

/** The import of a folder by a process of its own. */
function importProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return line.includes('\0import\0') && line.includes(temporary)
      } catch {
        return false
      }
    })
    .map(Number)
}

const parentPage = (title: string): Promise<string> => server.save({ pageTitle: title })

test('a dry run tells what the import does, and a page without a file goes only where that is ticked', async () => {
  const place = { parentId: await parentPage('Twice'), source: 'twice' }
  const stays = {
    'README.md': '# Manual\n\n[guide](guide/start.md) [out](../../secret.txt)',
    'guide/start.md': '---\nlabels: [one]\n---\n# Start\n\n[gone](gone.md) ![x](x.png)',
    '.gitignore': 'drafts/',
    'drafts/no.md': '# Ignored',
  }
  const first = { ...stays, 'a.md': '# Stays\n\nThe same text.', 'b.md': '# Goes' }
  const run = async (files: Record<string, string>, head: object = {}) =>
    eventsOf(await ann.send(files, { ...place, isDryRun: false, ...head }))
  const foretold = await run(first, { isDryRun: true })
  const made = ['README.md', 'a.md', 'b.md', 'guide/', 'guide/start.md']
  assert.deepEqual(outcomesOf(foretold), Object.fromEntries(made.map((one) => [one, 'created'])))
  const messages = foretold.filter(({ type }) => type === 'warning').map(({ message }) => message)
  assert.match(messages.join('\n'), /gone\.md/)
  assert.match(messages.join('\n'), /secret\.txt/)
  assert.doesNotMatch(JSON.stringify(foretold), new RegExp(temporary))
  const done = await run(first)
  assert.deepEqual(outcomesOf(done), outcomesOf(foretold))
  assert.doesNotMatch(JSON.stringify(done), /"failed":[1-9]/)
  const pageOf = (events: typeof done, file: string) =>
    events.find((event) => event.type === 'page' && event.file === file)?.page
  const shown = await (await fetch(`${pageOf(done, 'README.md').url}.md`)).text()
  assert.match(shown, /\[out\]\(\.\.\/\.\.\/secret\.txt\)/)

  const later = { ...stays, 'c/moved.md': '# Stays\n\nThe same text.' }
  const kept = await run(later)
  assert.equal(pageOf(kept, 'c/moved.md').id, pageOf(done, 'a.md').id, 'a renamed file')
  const { 'README.md': readme, 'guide/start.md': start } = outcomesOf(kept)
  assert.deepEqual([readme, start], ['unchanged', 'unchanged'])
  const pruned = (events: typeof done) => events.filter(({ type }) => type === 'pruned').length
  assert.equal(pruned(kept), 0)
  const [{ pages }] = (await run(later, { prune: true, isDryRun: true })).filter(
    ({ type }) => type === 'prune',
  )
  assert.deepEqual(
    pages.map(({ title }: { title: string }) => title),
    ['Goes'],
  )
  assert.equal(pruned(await run(later, { prune: true })), 1)
  await untilNothingIsLeft()
})

test('a folder that no folder can be like is refused before anything of it is there', async () => {
  const files = (...list: readonly object[]) => ({ files: list })
  const named = (path: string) => files({ path, bytes: 0 })
  const cases: readonly [head: object, status: number, message: RegExp][] = [
    [{ files: {} }, 400, /did not arrive whole/],
    [files({ path: 'a.md' }), 400, /did not arrive whole/],
    [files({ path: 'a.md', bytes: -1 }), 400, /did not arrive whole/],
    [files({ path: 'a.md', bytes: 9 }), 400, /did not arrive whole/],
    [named('../a.md'), 400, /“\.\.\/a\.md” is no name/],
    [named('a/../../a.md'), 400, /is no name/],
    [named('/etc/a.md'), 400, /is no name/],
    [named('a\\..\\b.md'), 400, /is no name/],
    [named('a\0.md'), 400, /is no name/],
    [named('.git/config'), 400, /is no name/],
    [named('a/.GIT/hooks/x'), 400, /is no name/],
    [named('a//b.md'), 400, /is no name/],
    [named(''), 400, /is no name/],
    [named(`${'a/'.repeat(30)}b.md`), 400, /is no name/],
    [named(`${'ä'.repeat(200)}.md`), 400, /is no name/],
    [named('\ud800.md'), 400, /is no name/],
    [files({ path: 'a', bytes: 0 }, { path: 'a', bytes: 0 }), 400, /“a” is there twice/],
    [files({ path: 'a', bytes: 0 }, { path: 'a/b.md', bytes: 0 }), 400, /is a folder as well/],
    [files({ path: 'a.md', bytes: 257 * 2 ** 20 }), 413, /more than the 256 MiB/],
    [{ files: Array(10_001).fill({ path: 'a', bytes: 0 }) }, 413, /10001 files/],
    [{ files: [], more: 'x'.repeat(2 ** 21) }, 413, /too long together/],
    [{ source: ' ' }, 400, /Give the source a name/],
    [{ source: 'x'.repeat(201) }, 400, /Give the source a name/],
    [{ parentId: '999' }, 404, /the parent page is gone/],
    [{ parentId: '--plan=/tmp/x' }, 404, /the parent page is gone/],
    [{ spaceId: 'DOCS' }, 404, /the parent page is gone/],
  ]
  for (const [head, status, message] of cases) {
    const answer = await ann.send({}, head)
    const said = await answer.text()
    assert.equal(answer.status, status, said)
    const { text } = JSON.parse(said)
    assert.match(text, message, JSON.stringify(head).slice(0, 200))
  }
  const broken = await ann.send({}, {}, { body: 'no JSON\n' })
  assert.equal(broken.status, 400)
  await untilNothingIsLeft()
  assert.deepEqual(readdirSync(temporary).sort(), ['.git', 'secret.txt'])
})

test('nobody imports without the right to the space, a session, a license or the form', async () => {
  const files = { 'a.md': '# Theirs' }
  const reader = await signIn('reader', 'read')
  assert.equal((await reader.send(files)).status, 404)
  const stranger = await ann.send(files, {}, { headers: { ...ann.headers, cookie: '' } })
  assert.equal(stranger.status, 401)
  const elsewhere = {
    ...ann.headers,
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  }
  assert.equal((await ann.send(files, {}, { headers: elsewhere })).status, 403)
  const { database, clock } = server
  const license = (status: string) =>
    setLicense({ database, ids: server.ids, clock }, { status, setBy: 'test' })
  await license('inactive')
  assert.equal((await ann.send(files)).status, 402)
  await license('active')
  const empty = await eventsOf(await ann.send({ 'a.txt': 'text' }))
  assert.match(empty.at(-1).message, /nothing to import in docs/)
  const redirected = {
    'a.md': '# A',
    'markport.json': '{"endpoint":"http://127.0.0.1:1","space":"X"}',
  }
  const events = await eventsOf(await ann.send(redirected, { source: 'redirected' }))
  assert.deepEqual(outcomesOf(events), { 'a.md': 'created' })
})

/** Sends a folder without its last bytes. */
function sendInPart(): ClientRequest {
  const body = folderBody(ann.place, { 'a.md': 'x'.repeat(1_000) })
  const headers = { ...ann.headers, 'content-length': body.length }
  const sending = request(`${server.url}/import/folder`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(body.subarray(0, -10))
  return sending
}

test('each user has one at a time, and the next one waits for it', async () => {
  const first = sendInPart()
  await waitUntil('the first is under way', async () => runPlaces().length === 1)
  const more = [1, 2].map(() => ann.send({ 'a.md': '# Waits' }, { source: 'waits' }))
  const bob = await signIn('bob')
  const others = await eventsOf(await bob.send({ 'b.md': '# Beside' }, { source: 'beside' }))
  assert.deepEqual(outcomesOf(others), { 'b.md': 'created' })
  await waitUntil('the first is alone again', () => runPlaces().length === 1)
  first.destroy()
  // One waits for seconds, and the other is refused meanwhile.
  for (const answer of await Promise.all(more)) {
    assert.ok([200, 429, 503].includes(answer.status))
    await answer.text()
  }
  const next = await untilNotBusy(() => ann.send({ 'a.md': '# Next' }, { source: 'next' }))
  assert.deepEqual(outcomesOf(await eventsOf(next)), { 'a.md': 'created' })
  await untilNothingIsLeft()
})

/** The service runs in this process, so it cannot import them all before the test goes on. */
const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`${n}.md`, `# Page ${n}\n\ntext`]),
)

test('an import whose process is killed says so, leaves nothing, and goes on when it is sent again', async () => {
  const parentId = await parentPage('Killed')
  const place = { parentId, source: 'killed', isDryRun: false }
  const answer = await ann.send(many, place)
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let told = ''
  while (!told.includes('"type":"page"')) told += (await reader.read()).value
  for (const pid of importProcesses()) process.kill(pid, 'SIGKILL')
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    told += value
  }
  const last = JSON.parse(told.trim().split('\n').at(-1) ?? '')
  assert.equal(last.type, 'failed')
  assert.match(last.message, /broke off/)
  await untilNothingIsLeft()
  const again = await eventsOf(await ann.send(many, place))
  const outcomes = Object.values(outcomesOf(again))
  assert.equal(outcomes.length, 60)
  assert.ok(outcomes.every((one) => one === 'created' || one === 'unchanged'))
})

test('somebody who leaves ends the process', async () => {
  const leaving = new AbortController()
  const place = { source: 'left', isDryRun: false, parentId: await parentPage('Left') }
  const answer = await ann.send(many, place, { signal: leaving.signal })
  await (answer.body as ReadableStream<Uint8Array>).getReader().read()
  assert.equal(importProcesses().length, 1)
  leaving.abort()
  await waitUntil('the process has ended', async () => importProcesses().length === 0)
  await untilNothingIsLeft()
})

test('what a service that was killed left behind goes when the next one starts', async () => {
  const sending = sendInPart()
  await waitUntil('a run is under way', () => runPlaces().length === 1)
  const [name = ''] = runPlaces()
  sending.destroy()
  const left = join(
    temporary,
    name.replace(/-\d+-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+$/, '-999999999-left'),
  )
  mkdirSync(join(left, 'docs'), { recursive: true })
  const store = await createTestStore('sqlite')
  const next = await startTestServer(store.options)
  await waitUntil('it is gone', async () => !existsSync(left))
  await next.stop()
  await store.remove()
})
