/** Followed repositories: real pushes to a real Git server, imported by a real service. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setLicense } from '../src/accounts/license.ts'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { users } from '../src/accounts/users.ts'
import { followedRepositories } from '../src/server/following/followed-repositories.ts'
import { storeFileName } from '../src/store/open-database.ts'
import { parseSecretKey } from '../src/store/secrets.ts'
import { sql } from '../src/store/sql.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import { type GitServer, startGitServer } from './support/network/git-server.ts'
import { callCli } from './support/service/run-cli.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { createTestStore } from './support/store/test-engines.ts'

const pair = 'ann:s3cr3t-of-the-repository'
const logged: string[] = []
let git: GitServer
let server: TestServer
let repositories: ReturnType<typeof followedRepositories>
let boss: WebClient
let removeStore: () => Promise<void>
let storeFlags: readonly string[]

before(async () => {
  git = await startGitServer(pair)
  const store = await createTestStore('sqlite')
  removeStore = store.remove
  const { dataDirectory } = store.options as { dataDirectory: string }
  const keyFile = join(dataDirectory, 'key')
  writeFileSync(keyFile, '1f'.repeat(32))
  storeFlags = ['--data', dataDirectory, '--secret-key-file', keyFile]
  const secretKeys = [parseSecretKey('1f'.repeat(32))].flatMap((key) => key ?? [])
  const overrides = { allowsPrivateRepositories: true }
  server = await startTestServer({ ...store.options, secretKeys }, overrides, logged)
  repositories = followedRepositories(server)
  await server.createUser('boss', { isAdministrator: true })
  boss = await signedIn(server, 'boss')
})
after(async () => {
  await server.stop()
  await removeStore()
  await git.stop()
})

const lastRun = async (id: string) => (await repositories.get(id)).runs[0]

async function runEnds(id: string, runs: number) {
  await waitUntil(
    `run ${runs} of ${id}`,
    async () => (await repositories.get(id)).runs.length >= runs,
  )
  await waitUntil('its lease ends', async () => !(await repositories.get(id)).isRunning)
  return lastRun(id)
}

async function quiet(id: string): Promise<void> {
  await waitUntil('nothing waits', async () => {
    const [row] = await server.database.read<{ requested: number; lease_until: number }>(
      sql`select requested, lease_until from followed_repositories where id = ${Number(id)}`,
    )
    return row?.requested === 0 && row.lease_until === 0
  })
}

async function follow(folder: string, userName = 'boss'): Promise<{ id: string; secret: string }> {
  const keeper = users(server, passwords())
  const added = await repositories.add(
    {
      space: 'DOCS',
      repository: git.url,
      branch: 'main',
      folder,
      everyMs: 60_000,
      credentials: { token: pair },
      userId: (await keeper.findByName(userName))?.id ?? 0,
      allowsPrivate: true,
    },
    'test',
  )
  return added
}

async function titles(): Promise<string[]> {
  const rows = await server.database.read<{ title: string }>(
    sql`select title from pages order by title`,
  )
  return rows.map(({ title }) => title)
}

const send = (id: string, headers: Record<string, string>, body = '{"ref":"refs/heads/main"}') =>
  fetch(`${server.url}/hooks/${id}`, { method: 'POST', headers, body })

const signature = (secret: string, body = '{"ref":"refs/heads/main"}') =>
  createHmac('sha256', secret).update(body).digest('hex')

test('a branch is imported, and again once it moves: by a webhook, in time, and by force', async () => {
  const first = git.push({
    'guide/index.md': '# Guide\n\nSee [more](more.md).',
    'guide/more.md': '# More',
  })
  const { id, secret } = await follow('guide')
  const run = await runEnds(id, 1)
  assert.deepEqual([run?.commit, run?.error, run?.created], [first, null, 1])
  assert.ok((await titles()).includes('More'))
  const forges: readonly Record<string, string>[] = [
    { 'x-hub-signature-256': `sha256=${signature(secret)}` },
    { 'x-gitea-signature': signature(secret) },
    { 'x-gitlab-token': secret },
    { 'x-hub-signature': `sha256=${signature(secret)}` },
  ]
  const second = git.push({ 'guide/second.md': '# Second' })
  for (const headers of forges) {
    const answer = await send(id, headers)
    assert.equal(answer.status, 202)
    assert.equal(((await answer.json()) as { key: string }).key, 'accepted')
  }
  const moved = await runEnds(id, 2)
  assert.deepEqual([moved?.commit, moved?.error, moved?.created], [second, null, 1])
  await quiet(id)
  git.requests.length = 0
  const { promise, resolve: release } = Promise.withResolvers<void>()
  git.held = promise
  await send(id, { 'x-gitlab-token': secret })
  await waitUntil('the branch is looked at', () => git.requests.length > 0)
  for (let count = 0; count < 20; count += 1) await send(id, { 'x-gitlab-token': secret })
  git.held = undefined
  release()
  await quiet(id)
  const looks = git.requests.filter(({ path }) => path.includes('info/refs'))
  assert.equal(looks.length, 2, 'events that come while a run is under way share one more')
  assert.equal((await repositories.get(id)).runs.length, 2, 'a branch that has not moved is no run')
  const forced = git.push({ 'guide/second.md': '# Second\n\nanew' }, { force: true })
  git.gitBare('reflog', 'expire', '--expire=now', '--all')
  git.gitBare('gc', '-q', '--prune=now')
  server.advanceClock(61_000)
  const replaced = await runEnds(id, 3)
  assert.deepEqual([replaced?.commit, replaced?.error, replaced?.updated], [forced, null, 1])
  await repositories.remove(id, 'test')
})

test('a run whose process was killed goes on in the service, and leaves nothing behind', async () => {
  const { id } = await follow('killed')
  assert.match((await runEnds(id, 1))?.error ?? '', /The branch has no folder killed\./)
  const commit = git.push({ 'killed/b.md': '# Goes on' })
  const { promise, resolve: release } = Promise.withResolvers<void>()
  git.requests.length = 0
  git.held = promise
  const args = ['src/main.ts', 'follow', 'run', id, '--allow-private-repositories', ...storeFlags]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  await waitUntil('it has begun', () => git.requests.length > 0)
  const left = `markport-run-${hostname()}-${child.pid}-`
  const isLeft = () => readdirSync(tmpdir()).some((name) => name.startsWith(left))
  assert.ok(isLeft())
  child.kill('SIGKILL')
  await once(child, 'exit')
  git.held = undefined
  release()
  const run = await runEnds(id, 2)
  assert.deepEqual([run?.commit, run?.error, run?.created], [commit, null, 1])
  await waitUntil('its folder is gone', () => !isLeft())
  await repositories.remove(id, 'test')
})

test('an event counts if its first signature is right, whatever else it has', async () => {
  const { id, secret } = await follow('nowhere')
  await runEnds(id, 1)
  const right = `sha256=${signature(secret)}`
  const sha1 = createHmac('sha1', secret).update('{"ref":"refs/heads/main"}').digest('hex')
  const bad: Record<string, string>[] = [
    {},
    { 'x-hub-signature-256': '' },
    { 'x-hub-signature-256': signature(secret) },
    { 'x-hub-signature-256': `sha256=${signature('other')}` },
    { 'x-hub-signature-256': 'sha256=00', 'x-gitlab-token': secret },
    { 'x-gitea-signature': right },
    { 'x-gitlab-token': `${secret} x` },
    { 'x-hub-signature': `sha1=${sha1}` },
    { 'x-hub-signature': `sha1=${signature(secret)}` },
    { authorization: `Bearer ${secret}` },
  ]
  for (const headers of bad) {
    const answer = await send(id, headers)
    assert.equal(answer.status, 401, JSON.stringify(headers))
    const strange = await send('123456', headers)
    const [one, other] = [await answer.json(), await strange.json()] as { body: string }[]
    assert.deepEqual([strange.status, other?.body], [401, one?.body])
  }
  assert.equal((await send('x'.repeat(300), { 'x-gitlab-token': secret })).status, 401)
  assert.equal(
    (await send(id, { 'x-gitlab-token': secret }, 'x'.repeat(1024 * 1024 + 1))).status,
    413,
  )
  assert.equal((await send(id, { 'x-gitlab-token': secret }, '')).status, 202)
  const changed = { 'x-hub-signature-256': right }
  assert.equal((await send(id, changed, '{"ref":"refs/heads/other"}')).status, 401)
  await quiet(id)
  await repositories.remove(id, 'test')
  assert.equal((await send(id, { 'x-gitlab-token': secret })).status, 401)
})

test('a run stops with a reason, and asks for nothing, without the right or the license', async () => {
  git.push({ 'rights/a.md': '# Rights' })
  await server.createUser('helper', { isAdministrator: true })
  const { database, ids, clock } = server
  const keeper = users({ database, ids, clock }, passwords())
  const license = (status: 'active' | 'inactive') => () =>
    setLicense({ database, ids, clock }, { status, setBy: 'test' })
  const authors = () =>
    database.read<{ name: string; origin: string }>(sql`
      select u.name, v.token_name as origin from page_versions v
      join pages p on p.id = v.page_id join users u on u.id = v.author_id where p.title = 'Rights'`)
  const isReading = () => git.requests.some(({ path }) => path.includes('docs.git'))
  await license('inactive')()
  git.requests.length = 0
  const { id } = await follow('rights', 'helper')
  assert.match((await runEnds(id, 1))?.error ?? '', /license is not active/)
  assert.equal(isReading(), false)
  for (const [change, reason] of [
    [license('active'), undefined],
    [
      () => keeper.change({ name: 'helper', to: { isAdministrator: false }, changedBy: 'test' }),
      /no administrator any more/,
    ],
    [() => keeper.delete('helper', 'test'), /no administrator any more/],
  ] as const) {
    await change()
    const { runs } = await repositories.get(id)
    await repositories.requestRun(id, 'import')
    const run = await runEnds(id, runs.length + 1)
    if (reason === undefined) {
      assert.equal(run?.error, null)
      assert.deepEqual({ ...(await authors())[0] }, { name: 'helper', origin: `follow-${id}` })
    } else assert.match(run?.error ?? '', reason)
    assert.equal(isReading(), reason === undefined)
    git.requests.length = 0
  }
  await repositories.remove(id, 'test')
})

test('administrators see followed repositories in the browser, run and remove them', async () => {
  git.push({ 'web/a.md': '# From the web' })
  const { id, secret } = await follow('web')
  await runEnds(id, 1)
  assert.equal((await send(id, { 'x-gitlab-token': secret })).status, 202)
  const page = await boss.get(`/manage/following/${id}`)
  assert.match(page.html, /1 made, 0 changed, 0 trashed/)
  for (const text of [secret, pair, 's3cr3t']) assert.doesNotMatch(page.html, new RegExp(text))
  assert.equal((await boss.submit(`/manage/following/${id}/run`)).status, 303)
  await runEnds(id, 2)
  git.answer = (_, response) => {
    response.writeHead(500).end()
    return true
  }
  await repositories.requestRun(id, 'look')
  await runEnds(id, 3)
  git.answer = undefined
  const { html: log } = await boss.get('/manage/imports')
  assert.match(log, new RegExp(`by the token follow-${id}`))
  assert.match(log, /<dt>File<\/dt><dd><bdi title="[^"]+">a\.md<\/bdi>/)
  assert.match(log, /<dt>Commit<\/dt><dd><bdi>.+ \(by .+, [0-9a-f]{10}\)/)
  assert.match((await boss.get('/manage/following')).html, /failed/)
  assert.match(
    (await boss.get('/manage/health')).html,
    /1 folder followed with Git \S+ 1 of them failed/,
  )
  await repositories.requestRun(id, 'look')
  assert.equal((await runEnds(id, 4))?.error, null, 'a host that answers again')
  assert.match((await boss.get(`/manage/following/${id}/remove`)).html, /stay/)
  assert.equal(
    (await boss.submit(`/manage/following/${id}/remove`)).location,
    '/manage/following?done=removed',
  )
  assert.ok((await titles()).includes('From the web'), 'its pages stay')
})

test('nothing of credentials is in the log, the store, a backup or what is left on the disk', async () => {
  const { id } = await follow('nowhere')
  await runEnds(id, 1)
  const secrets = await server.database.read<{ secret: string }>(
    sql`select secret from repository_secrets`,
  )
  assert.ok(secrets.length > 0 && secrets.every(({ secret }) => secret.startsWith('sealed.')))
  const restored = temporaryFolder()
  const backup = join(restored, storeFileName)
  assert.equal((await callCli(['backup', backup, ...storeFlags])).code, 0)
  assert.doesNotMatch(readFileSync(backup, 'latin1'), /sealed\.1\./)
  const run = await callCli(['follow', 'run', id, '--data', restored])
  assert.deepEqual([run.code, /Backups hold no secrets/.test(run.stderr)], [1, true])
  const encoded = Buffer.from(pair).toString('base64')
  for (const text of ['s3cr3t', encoded, 'run_'])
    assert.doesNotMatch(logged.join(''), new RegExp(text))
  assert.match(logged.join(''), /followed repository run/)
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`)),
    [],
  )
})
