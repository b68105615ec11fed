import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import type { ConfluenceSimulator } from '../support/confluence/simulator.ts'
import { startConfluence } from '../support/confluence/start-confluence.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

let folder: string
let tokenFile: string
let data: string
let cloud: ConfluenceSimulator
let count = 0

before(async () => {
  folder = temporaryFolder()
  cloud = await startConfluence('cloud')
  tokenFile = writeToken('token', cloud.token)
})
after(() => cloud.stop())
beforeEach(async () => {
  count += 1
  data = join(folder, `data-${count}`)
  Object.assign(cloud.switches, { refuseCredential: 'no', hasScopes: false })
  await callCli(['migrate', '--data', data])
})

function writeToken(name: string, token: string, mode = 0o600): string {
  const file = join(folder, name)
  writeFileSync(file, `${token}\n`)
  chmodSync(file, mode)
  return file
}

function call(args: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
  return callCli([...args, '--data', data], { env })
}

function connect(key: string, ...more: string[]): Promise<CliRun> {
  return call([
    'space',
    'connect',
    key,
    '--to',
    cloud.baseUrl,
    '--remote',
    'ENG',
    ...['--token-file', tokenFile, '--email', cloud.email ?? '', ...more],
  ])
}

async function json(run: Promise<CliRun>) {
  const { code, stdout, stderr } = await run
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

async function fails(run: Promise<CliRun>, code: number, message: RegExp): Promise<void> {
  const { code: found, stdout, stderr } = await run
  assert.match(stderr, message)
  assert.deepEqual([found, stdout], [code, ''])
  assert.equal(stderr.includes(cloud.token), false, 'a message holds the token')
}

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  readonly mend: string | null
}

async function doctor(env: Record<string, string> = {}): Promise<Finding[]> {
  const { stdout } = await call(['doctor', '--json'], env)
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  return checks.filter(({ name }) => name.endsWith(' for DOCS'))
}

test('a space that is not there is created with the name it has at Confluence, and listed there', async () => {
  const connected = await json(connect('DOCS', '--json'))
  const { id } = connected
  assert.deepEqual(connected, {
    key: 'DOCS',
    id,
    kind: 'cloud',
    url: cloud.baseUrl,
    remote: {
      id: cloud.spaceId,
      key: 'ENG',
      name: 'Engineering',
      homepageId: cloud.homepageId,
    },
    account: connected.account,
    edits: 'overwrite-imported',
    comments: 'detach',
    titleClash: 'refuse',
  })
  assert.equal(connected.account.name, 'Markport Bot')
  await json(call(['space', 'create', 'HERE', 'Embedded', '--json']))
  const [docs, here] = await json(call(['space', 'list', '--json']))
  const connection = { kind: 'cloud', url: cloud.baseUrl, remoteKey: 'ENG' }
  const name = 'Engineering'
  assert.deepEqual(docs, { id, key: 'DOCS', name, homepageId: cloud.homepageId, connection })
  assert.deepEqual(Object.keys(here), ['id', 'key', 'name', 'homepageId'])
  const { stdout } = await call(['space', 'list'])
  assert.match(stdout, /DOCS .*ENG at http.*\n.*HERE .* here\n/)
})

test('connecting again changes what is given, and leaves the other rules', async () => {
  const said = await connect('DOCS')
  assert.match(said.stdout, /^Connected the space DOCS to ENG \(Engineering\) of Confluence Cloud/)
  assert.match(said.stdout, /Pages are written by Markport Bot/)
  const strict = ['--refuse-when-comments-would-detach']
  await connect('DOCS', ...strict, '--on-title-clash', 'suffix')
  await json(call(['space', 'edits', 'DOCS', 'keep-theirs', '--json']))
  // On Cloud any page of the site names it.
  const kept = await json(connect('DOCS', '--to', `${cloud.baseUrl}/spaces/ENG/overview`, '--json'))
  const { url, edits, comments, titleClash } = kept
  assert.equal(url, cloud.baseUrl)
  assert.deepEqual([edits, comments, titleClash], ['keep-theirs', 'refuse', 'suffix'])
  const again = await connect('DOCS')
  assert.match(again.stdout, /Pages that are in DOCS here stay readable/)
})

test('a space that is connected stays where it is, with its account, unless another place is named', async () => {
  const first = await json(connect('DOCS', '--json'))
  const change = ['space', 'connect', 'DOCS', '--json']
  const changed = await json(call([...change, '--on-title-clash', 'suffix']))
  assert.deepEqual(changed, { ...first, titleClash: 'suffix' })
  const other = writeToken('another', 'another')
  await fails(call([...change, '--token-file', other]), 1, /token|credential/i)
  // Settings of one site are sent to no other.
  const elsewhere = await startConfluence('data-center')
  try {
    const to = ['--to', elsewhere.baseUrl, '--remote', 'ENG']
    await fails(call([...change, ...to]), 1, /MARKPORT_CONFLUENCE_TOKEN/)
    assert.ok(!JSON.stringify(elsewhere.requests).includes(cloud.token))
  } finally {
    await elsewhere.stop()
  }
  await fails(call([...change, '--remote', 'NONE']), 1, /no space NONE/)
  assert.deepEqual(await json(call(change)), changed)
})

test('what is wrong is said, with what to mend, and nothing is connected or created', async () => {
  await fails(
    connect('DOCS', '--remote', 'NONE'),
    1,
    /there is no space NONE, or Markport Bot may not/,
  )
  const wrong = writeToken('wrong', 'wrong-token')
  await fails(connect('DOCS', '--token-file', wrong), 1, /Check the token/)
  await fails(connect('DOCS', '--email', 'other@example.com'), 1, /Check the token/)
  await fails(connect('DOCS', '--token-file', join(folder, 'none')), 1, /none is missing/)
  const away = 'http://127.0.0.1:1/wiki'
  await fails(connect('DOCS', '--to', away), 1, /ECONNREFUSED.*Check the address/)
  cloud.switches.refuseCredential = 'missing-scope'
  await fails(connect('DOCS'), 1, /scope does not match.*its scopes/)
  cloud.switches.refuseCredential = 'bare-404'
  await fails(connect('DOCS'), 1, /caller cannot access Confluence\. Check the token/)
  assert.deepEqual(await json(call(['space', 'list', '--json'])), [])
})

test('an address that no token may be sent to is wrong use', async () => {
  const asked = cloud.requests.length
  const port = new URL(cloud.baseUrl).port
  for (const [url, message] of [
    ['http://confluence.example/wiki', /must begin with https/],
    [`http://127.0.0.1.example:${port}/wiki`, /must begin with https/],
    ['https://user:secret-word@acme.example/wiki', /no user and no password/],
    ['https://acme.example/wiki?x=1', /no \? and no #/],
    ['ftp://acme.example', /must look like https/],
    ['acme.atlassian.net', /must look like https/],
  ] as const) {
    const run = await connect('DOCS', '--to', url)
    assert.equal(run.code, 2, url)
    assert.match(run.stderr, message)
    assert.equal(run.stderr.includes('secret-word'), false)
  }
  await fails(call(['space', 'connect', 'DOCS', '--remote', 'ENG']), 2, /--to is missing/)
  await fails(call(['space', 'connect', 'DOCS', '--to', cloud.baseUrl]), 2, /--remote is missing/)
  await fails(connect('1DOCS'), 2, /letter followed by/)
  await fails(
    call(['space', 'edits', 'DOCS', 'delete']),
    2,
    /overwrite-imported, overwrite, refuse, keep-theirs/,
  )
  await fails(connect('DOCS', '--diagram-macro', 'mermaid'), 2, /use pairs such as/)
  await fails(connect('DOCS', '--formula-macro', 'one'), 2, /use two names/)
  assert.equal(cloud.requests.length, asked)
})

test('a site that leads elsewhere is not followed', async () => {
  const seen: string[] = []
  const elsewhere = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => elsewhere.once('listening', resolve))
  const target = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
  const redirecting = createServer((request, response) => {
    response.writeHead(302, { location: `${target}${request.url}` }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => redirecting.once('listening', resolve))
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/wiki`
  try {
    await fails(connect('DOCS', '--to', url), 1, /302, which leads to http:\/\/localhost/)
    assert.deepEqual(seen, [])
  } finally {
    elsewhere.close()
    redirecting.close()
  }
})

test('a token with scopes goes by the gateway, and the connection remembers that', async () => {
  cloud.switches.hasScopes = true
  const from = cloud.requests.length
  await json(connect('DOCS', '--json'))
  const paths = cloud.requests.slice(from).map(({ path }) => path)
  assert.match(paths.at(-1) ?? '', /^\/ex\/confluence\/[-\w]+\/wiki\/api\/v2\/spaces/)
  const findings = await doctor()
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  )
  assert.match(
    findings.find(({ name }) => name.startsWith('rights'))?.detail ?? '',
    /nothing is missing/,
  )
  assert.equal(cloud.pages().length, 1, 'doctor wrote a page')
})

test('two spaces here are never one there, and the second is not created', async () => {
  await json(connect('DOCS', '--json'))
  await fails(connect('OPS'), 1, /The space DOCS is connected to ENG there already/)
  const spaces = await json(call(['space', 'list', '--json']))
  assert.deepEqual(
    spaces.map(({ key }: { key: string }) => key),
    ['DOCS'],
  )
})

test('disconnecting gives the space back, and connecting again finds it as it was', async () => {
  await json(connect('DOCS', '--json'))
  await json(call(['space', 'edits', 'DOCS', 'refuse', '--json']))
  const before = await json(call(['space', 'disconnect', 'DOCS', '--json']))
  assert.deepEqual(before, { key: 'DOCS', id: before.id, openDeliveries: 0 })
  const [space] = await json(call(['space', 'list', '--json']))
  assert.equal('connection' in space, false)
  await fails(call(['space', 'disconnect', 'DOCS']), 1, /DOCS is not connected/)
  await fails(call(['space', 'disconnect', 'NONE']), 1, /There is no space NONE/)
  const again = await json(connect('DOCS', '--json'))
  assert.deepEqual([again.id, again.edits], [before.id, 'refuse'])
})

test('neither the store nor a backup holds the token', async () => {
  await json(connect('DOCS', '--json'))
  const backup = join(folder, 'backup.db')
  await json(call(['backup', backup, '--json']))
  const files = [backup, ...readdirSync(data).map((name) => join(data, name))]
  assert.ok(files.length > 1)
  for (const file of files) {
    const bytes = readFileSync(file)
    assert.equal(bytes.includes(cloud.token), false, file)
    const basic = Buffer.from(`${cloud.email}:${cloud.token}`).toString('base64')
    assert.equal(bytes.includes(basic), false, file)
  }
  // Control: the path of the token's file is in the backup.
  assert.ok(readFileSync(backup).includes(tokenFile))
})

test('doctor finds all well, and writes nothing', async () => {
  await connect('DOCS')
  const from = cloud.requests.length
  const before = cloud.pages()
  const findings = await doctor()
  assert.deepEqual(
    findings.map(({ name, ok, mend }) => [name, ok, mend]),
    [
      ['token file for DOCS', true, null],
      ['Confluence for DOCS', true, null],
      ['space for DOCS', true, null],
      ['rights for DOCS', true, null],
    ],
  )
  assert.deepEqual(cloud.pages(), before)
  // Writing calls are probed at a page that does not exist.
  const writes = cloud.requests.slice(from).filter(({ method }) => method !== 'GET')
  for (const { path } of writes) assert.match(path, /\/rest\/api\/content\/(?:1\/|archive$)/)
})

test('doctor does not mind that only the homepage is restricted', async () => {
  await connect('DOCS')
  cloud.switches.restrictedPages = [cloud.homepageId]
  const findings = await doctor()
  cloud.switches.restrictedPages = []
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  )
})

test('doctor tells what to mend of token, account, clock and space', async () => {
  const own = writeToken('own', cloud.token)
  await connect('DOCS', '--token-file', own)
  const wrong = async (env: Record<string, string> = {}): Promise<[string, string]> => {
    const found = (await doctor(env)).filter(({ ok, mend }) => !ok || mend !== null)
    assert.equal(found.length, 1, JSON.stringify(found))
    const { name = '', detail = '', mend = '' } = found[0] ?? {}
    return [name, `${detail}: ${mend}`]
  }
  const assertWrong = async (name: string, words: RegExp): Promise<void> => {
    const [found, said] = await wrong()
    assert.equal(found, `${name} for DOCS`)
    assert.match(said, words)
    assert.equal(said.includes(cloud.token), false)
  }
  chmodSync(own, 0o644)
  await assertWrong('token file', /can be read by others.*chmod 600/)
  chmodSync(own, 0o600)
  cloud.switches.refuseCredential = 'bare-404'
  await assertWrong('Confluence', /Check the token/)
  cloud.switches.refuseCredential = '401-html'
  await assertWrong('Confluence', /Check the token/)
  cloud.switches.refuseCredential = 'no'
  cloud.trash(cloud.homepageId)
  await assertWrong('space', /may not see the homepage/)
  rmSync(own)
  await assertWrong('token file', /ENOENT.*Put the token there/)
})

test('doctor says where the token is looked for, when the environment has none', async () => {
  const { tokenFile: _, ...env } = { tokenFile, MARKPORT_CONFLUENCE_TOKEN: cloud.token }
  const args = ['space', 'connect', 'DOCS', '--to', cloud.baseUrl, '--remote', 'ENG']
  await json(call([...args, '--email', cloud.email ?? '', '--json'], env))
  const [finding] = (await doctor()).filter(({ ok }) => !ok)
  assert.match(finding?.detail ?? '', /set MARKPORT_CONFLUENCE_TOKEN_DOCS/)
  assert.match(finding?.mend ?? '', /with the environment, of the service/)
})

test('Data Center is connected by a personal access token, and looked at as far as it tells', async () => {
  const site = await startConfluence('data-center')
  try {
    const file = writeToken('dc-token', site.token)
    const to = ['--to', `${site.baseUrl}/`, '--remote', 'eng', '--token-file', file]
    const connected = await json(call(['space', 'connect', 'DOCS', ...to, '--json']))
    const { kind, url, remote, account } = connected
    assert.deepEqual([kind, url, account.name], ['data-center', site.baseUrl, 'Markport Bot'])
    assert.deepEqual(remote, {
      id: site.spaceId,
      key: 'ENG',
      name: 'Engineering',
      homepageId: site.homepageId,
    })
    const findings = await doctor()
    assert.deepEqual(
      findings.map(({ ok, mend }) => [ok, mend]),
      findings.map(() => [true, null]),
    )
    assert.match(findings.at(-1)?.detail ?? '', /nothing is missing, as far as the site tells/)
    site.switches.removedCalls = /^POST .*\/label$/
    const { ok, detail } = (await doctor()).at(-1) as Finding
    assert.equal(ok, true, detail)
    assert.match(detail, /closed to programs: POST .*label: labels are left as they are/)
    site.switches.removedCalls = undefined
    site.switches.refuseCredential = 'anonymous'
    const [refused] = (await doctor()).filter(({ ok }) => !ok)
    assert.equal(refused?.name, 'Confluence for DOCS')
    assert.match(refused?.mend ?? '', /Check the token/)
    await fails(call(['space', 'connect', 'OPS', ...to]), 1, /Check the token/)
    site.switches.refuseCredential = 'no'
    const wrong = [...to.slice(0, 4), '--token-file', writeToken('dc-wrong', 'wrong')]
    await fails(call(['space', 'connect', 'OPS', ...wrong]), 1, /Check the token/)
    const astray = ['--to', `${new URL(site.baseUrl).origin}/wrong`, ...to.slice(2)]
    await fails(call(['space', 'connect', 'OPS', ...astray]), 1, /HTTP 404/)
  } finally {
    await site.stop()
  }
})
