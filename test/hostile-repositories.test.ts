/** Repositories, addresses and hosts that want more than to be imported. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findGitRenames } from '../src/folder/run/git-history.ts'
import { runBoundedProgram } from '../src/server/folder-runs/bounded-process.ts'
import { reachRemote } from '../src/server/following/git.ts'
import {
  parseFolder,
  parseRepository,
  refusePrivateHost,
  resolveHost,
} from '../src/server/following/repository-address.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type GitServer, startGitServer } from './support/network/git-server.ts'
import { type CliRun, callCli } from './support/service/run-cli.ts'

const pair = 'ann:s3cr3t-of-the-repository'
const allow = '--allow-private-repositories'
let git: GitServer
let folder: string
let store: readonly string[]
let tokenFile: string

before(async () => {
  git = await startGitServer(pair)
  folder = temporaryFolder()
  const key = file('key', '1f'.repeat(32))
  tokenFile = file('token', `${pair}\n`)
  store = ['--data', join(folder, 'data'), '--secret-key-file', key, '--json']
  await callCli(['migrate', ...store])
  await callCli(['space', 'create', 'DOCS', 'Docs', ...store])
})
after(() => git.stop())

function file(name: string, text: string, mode = 0o600): string {
  writeFileSync(join(folder, name), text, { mode })
  return join(folder, name)
}

async function add(url: string, ...args: string[]) {
  const { code, stdout, stderr } = await callCli(['follow', 'add', 'DOCS', url, ...args, ...store])
  return { code, text: stdout + stderr, id: code === 0 ? String(JSON.parse(stdout).id) : '' }
}

const addOurs = async (wanted: string): Promise<string> =>
  (await add(git.url, allow, '--token-file', tokenFile, '--folder', wanted)).id

async function run(id: string): Promise<{ code: number | null; error: string; stdout: string }> {
  const { code, stdout, stderr } = await callCli(['follow', 'run', id, allow, ...store])
  return { code, stdout, error: code === 0 ? '' : JSON.parse(stderr).error.message }
}

/** Programs that a command runs have the environment of this process. */
async function callWith(env: Record<string, string>, args: readonly string[]): Promise<CliRun> {
  const { env: usual } = process
  process.env = { ...usual, ...env }
  try {
    return await callCli([...args, ...store])
  } finally {
    process.env = usual
  }
}

test('other protocols, credentials, options and odd spellings are no address', () => {
  for (const url of [
    '',
    'docs',
    '/srv/docs.git',
    './docs',
    'file:///srv/docs.git',
    'git://example.org/a.git',
    'ext::sh -c id',
    'ftp://example.org/a',
    'http::https://example.org/a',
    'git@example.org:a.git',
    '--upload-pack=id',
    '-https://example.org/a',
    'https://-x.example.org/a',
    'https://example.org',
    'ssh://-oProxyCommand=id/a',
    'ssh://-oProxyCommand=id@example.org/a',
    'ssh://example.org:22',
    'https://ann:secret@example.org/a.git',
    'https://ann@example.org/a.git',
    'ssh://ann:secret@example.org/a.git',
    'http://example.org/a.git',
    'http://10.0.0.1/a.git',
    'https://example.org/a.git?b',
    'https://example.org/a.git#b',
    'https://example.org/a b',
    'https://example.org/a\nb',
    'https://example.org:99999/a',
    'https://example.org\\@other/a',
    'http://2130706433/a',
    'http://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://1.1/a',
    `https://example.org/${'a'.repeat(1_000)}`,
    'https://example.org/\u202ea',
    'https://exämple.org/a',
  ]) {
    assert.throws(() => parseRepository(url), { key: 'bad-request', field: 'repository' }, url)
  }
  for (const [url, protocol, host, port] of [
    ['https://github.com/acme/docs.git', 'https', 'github.com', 443],
    ['https://git.example.org:8443/a', 'https', 'git.example.org', 8443],
    ['http://localhost:3000/a.git', 'http', 'localhost', 3000],
    ['http://[::1]:3000/a.git', 'http', '::1', 3000],
    ['ssh://git@example.org/a.git', 'ssh', 'example.org', 22],
    ['ssh://example.org:2222/~ann/a.git', 'ssh', 'example.org', 2222],
  ] as const) {
    assert.deepEqual(parseRepository(url), { protocol, host, port, url })
  }
  for (const path of [
    '/etc',
    '../a',
    'a/../../b',
    '-a',
    '.git',
    'a/.GIT/b',
    'a\\b',
    'a\nb',
    'a\0b',
  ]) {
    assert.throws(() => parseFolder(path), { field: 'folder' }, path)
  }
  for (const [path, parsed] of [
    ['', '.'],
    ['./docs/', 'docs'],
    ['a//b', 'a/b'],
    ['.', '.'],
  ] as const) {
    assert.equal(parseFolder(path), parsed)
  }
})

test('private addresses are refused by number and by name, unless they are allowed', async () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:7f00:1]',
    '[::ffff:a00:1]',
    '100.64.0.1',
  ]) {
    const address = parseRepository(`https://${host}/a.git`)
    assert.throws(() => refusePrivateHost(address, false), { field: 'repository' }, host)
    await assert.rejects(resolveHost(address, false), { name: 'RunError' }, host)
  }
  const { code, text } = await add('https://localhost/a.git')
  assert.equal(code, 2)
  assert.match(text, /--allow-private-repositories lets it be followed/)
  assert.deepEqual(await resolveHost(parseRepository('https://127.0.0.1/a'), true), ['127.0.0.1'])
  await assert.rejects(resolveHost(parseRepository('https://no-such.invalid/a'), true), /not known/)
  const id = await addOurs('nowhere')
  const without = await callCli(['follow', 'run', id, ...store])
  assert.equal(without.code, 1)
  assert.match(without.stderr, /--allow-private-repositories/)
  const variable = { MARKPORT_ALLOW_PRIVATE_REPOSITORIES: 'true' }
  const allowed = await callCli(['follow', 'run', id, ...store], { env: variable })
  assert.doesNotMatch(allowed.stderr, /--allow-private-repositories/)
  assert.equal((await callCli(['follow', 'remove', id, ...store])).code, 0)
})

test('what a command gives wrong is refused before anything is kept', async () => {
  const url = 'https://git.example.org/a.git'
  const key = file('ssh-key', 'a key')
  for (const [args, words] of [
    [[url, '--branch', '-x'], /no name of a branch/],
    [[url, '--branch', '--upload-pack=id'], /no name of a branch/],
    [[url, '--branch', 'a..b'], /no name of a branch/],
    [[url, '--branch', '@{-1}'], /no name of a branch/],
    [[url, '--branch', 'a b'], /no name of a branch/],
    [[url, '--folder', '-x'], /path inside the repository/],
    [[url, '--every', '59s'], /1m/],
    [[url, '--every', '366d'], /365d/],
    [[url, '--every', 'often'], /duration/],
    [[url, '--parent', 'home'], /id of the page/],
    [[url, '--token-file', join(folder, 'missing')], /is not there/],
    [[url, '--token-file', file('empty', '')], /TOKEN or USER:TOKEN/],
    [[url, '--token-file', file('two', 'a b')], /TOKEN or USER:TOKEN/],
    [[url, '--key-file', key], /go with ssh addresses/],
    [['ssh://git@example.org/a.git'], /--key-file and --known-hosts/],
    [['ssh://git@example.org/a.git', '--key-file', key], /--key-file and --known-hosts/],
  ] as const) {
    const { code, text } = await add(args[0], ...args.slice(1))
    assert.deepEqual([code, words.test(text)], [2, true], `${args.join(' ')}: ${text}`)
  }
  const plain = ['--data', join(folder, 'plain'), '--json']
  await callCli(['migrate', ...plain])
  await callCli(['space', 'create', 'DOCS', 'Docs', ...plain])
  const adding = ['follow', 'add', 'DOCS', url, ...plain]
  const unkept = await callCli([...adding, '--token-file', tokenFile])
  assert.equal(unkept.code, 2)
  assert.match(unkept.stderr, /--secret-key-file or MARKPORT_SECRET_KEY/)
  assert.equal((await callCli(adding)).code, 0)
  assert.equal((await callCli(adding)).code, 1, 'it is followed already')
  const listed = JSON.parse((await callCli(['follow', 'list', ...plain])).stdout)
  assert.deepEqual(
    listed.map(({ id: _, ...row }: { id: string }) => row),
    [{ space: 'DOCS', repository: url, branch: 'main', folder: '.', every: '5m', lastRun: null }],
  )
  assert.deepEqual(JSON.parse((await callCli(['follow', 'list', ...store])).stdout), [])
})

test('nothing in a repository runs, leads out of it, or is fetched from elsewhere', async () => {
  const traces = join(folder, 'traces')
  const program = `#!/bin/sh\necho "$0 $*" >> ${traces}\n`
  const secret = file('outside.md', '# Outside')
  git.push({
    'docs/index.md': '# Hostile\n\n![](link.svg)\n\n![](pointer.svg)',
    'docs/filtered.md': '# Filtered',
    'docs/lfs.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n',
    'docs/.markport/manifest.json': '{"version":1,"pages":{}}',
    'configured/markport.json': '{"hooks":true}',
    'hooks/post-checkout': program,
    '.githooks/post-checkout': program,
    '.gitattributes': '*.md filter=evil diff=evil merge=evil\n*.svg filter=lfs\n',
    '.gitconfig': `[filter "evil"]\n\tsmudge = ${traces}\n[core]\n\thooksPath = hooks\n`,
    '.gitmodules': '[submodule "sub"]\n\tpath = docs/sub\n\turl = http://127.0.0.1:1/sub.git\n',
    '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:1/lfs\n',
  })
  const work = join(git.folder, 'work')
  for (const name of ['hooks', '.githooks']) chmodSync(join(work, name, 'post-checkout'), 0o755)
  symlinkSync(secret, join(work, 'docs/link.svg'))
  symlinkSync(secret, join(work, 'docs/linked.md'))
  symlinkSync(folder, join(work, 'out'))
  symlinkSync('.git', join(work, 'inner'))
  symlinkSync('docs', join(work, 'alias'))
  git.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},docs/sub`)
  git.push({})
  const id = await addOurs('docs')
  const done = await run(id)
  assert.deepEqual([done.code, done.error], [0, ''])
  assert.equal(existsSync(traces), false)
  const titles = await callCli(['space', 'export', 'DOCS', join(folder, 'export'), ...store])
  assert.equal(titles.code, 0, titles.stderr)
  const exported = readdirSync(join(folder, 'export'), { recursive: true }).map(String)
  assert.ok(exported.some((name) => /filtered/i.test(name)))
  assert.ok(!exported.some((name) => /outside/i.test(name)), exported.join(' '))
  for (const [wanted, words] of [
    ['out', /leads out of the repository/],
    ['inner', /leads out of the repository/],
    ['docs/index.md', /has no folder/],
    ['no', /has no folder/],
    ['configured', /^configured\/markport\.json: "hooks" is not known/],
  ] as const) {
    assert.match((await run(await addOurs(wanted))).error, words)
  }
  assert.equal((await run(await addOurs('alias'))).code, 0, 'a link to another folder of it')
})

test('credentials reach Git alone: no argument, file or answer has them', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const seen = join(folder, 'seen')
  const copy = join(folder, 'copies')
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\necho "ARGS $*" >> ${seen}\nenv | grep -v GIT_CONFIG_VALUE >> ${seen}\n${real} "$@"\ncode=$?\ncat .git/config >> ${copy} 2>/dev/null\nexit $code\n`,
    { mode: 0o755 },
  )
  git.push({ 'quiet/a.md': '# Quiet' })
  const id = await addOurs('quiet')
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    GIT_DIR: '/nowhere',
    GIT_ASKPASS: 'false',
    http_proxy: 'http://127.0.0.1:1',
    MARKPORT_TOKEN: 'other',
  }
  file(
    '.gitconfig',
    '[http]\n\tproxy = http://127.0.0.1:1\n[url "http://127.0.0.1:1/"]\n\tinsteadOf = http://\n',
  )
  file('.netrc', 'machine 127.0.0.1 login other password other')
  const { code, stdout, stderr } = await callWith(env, ['follow', 'run', id, allow])
  assert.equal(code, 0, stderr)
  const noted = readFileSync(seen, 'utf8') + readFileSync(copy, 'utf8') + stdout + stderr
  assert.match(noted, /ARGS .*ls-remote[\s\S]*ARGS .*fetch[\s\S]*ARGS .*checkout/)
  for (const text of ['s3cr3t', Buffer.from(pair).toString('base64')]) {
    assert.doesNotMatch(noted, new RegExp(text))
  }
  assert.doesNotMatch(noted, /GIT_DIR|GIT_ASKPASS=false|http_proxy/)
})

test('a host that redirects, refuses, lies or breaks off is told in our words', async () => {
  const id = await addOurs('told')
  const target = await startGitServer()
  target.push({ 'quiet/a.md': '# Elsewhere' })
  const text = { 'content-type': 'text/plain' }
  const advertisement = { 'content-type': 'application/x-git-upload-pack-advertisement' }
  const answers: readonly [(path: string, response: ServerResponse) => unknown, RegExp][] = [
    [
      (path, response) =>
        response.writeHead(302, { location: `${target.url}${path.slice(9)}` }).end(),
      /leads to another one/,
    ],
    [
      (_, response) => response.writeHead(403, text).end('s3cr3t https://evil.example'),
      /refuses the credentials/,
    ],
    [(_, response) => response.writeHead(404).end(), /There is no repository at this address/],
    [
      (_, response) =>
        response
          .writeHead(200, advertisement)
          .end('0042ERR s3cr3t see https://evil.example and give your password'),
      /cannot be fetched/,
    ],
    [(_, response) => response.destroy(), /cannot be (?:fetched|reached)/],
  ]
  for (const [answer, words] of answers) {
    git.answer = ({ url = '' }, response) => {
      answer(url, response)
      return true
    }
    const { code, error } = await run(id)
    assert.equal(code, 1)
    assert.match(error, words)
    assert.doesNotMatch(error, /s3cr3t|evil|password/)
  }
  git.answer = undefined
  assert.equal(target.requests.length, 0, 'nobody follows a redirect')
  await target.stop()
})

test('without Git, or with an old one, a sentence says so', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const { id } = await add('https://git.example.org/without.git')
  const ran = () => callWith({ PATH: bin }, ['follow', 'run', id])
  const missing = await ran()
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /needs Git 2\.37 or newer.*there is none\. Install the package git/)
  writeFileSync(join(bin, 'git'), '#!/bin/sh\necho git version 2.36.9\n', { mode: 0o755 })
  assert.match((await ran()).stderr, /needs Git 2\.37 or newer.*there is 2\.36\.9\. Upgrade it/)
  const doctor = await callWith({ PATH: bin }, ['doctor'])
  assert.equal(doctor.code, 1)
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; ok: boolean }[] }
  assert.equal(checks.find(({ name }) => name === 'followed repositories')?.ok, false)
})

test('a clone is shallow, and has what the import asks Git: remote, branch and renames', async () => {
  const before = git.push({ 'renamed/old.md': '# A page\n\nwith the same words as before.' })
  git.push({ 'renamed/between.md': '# Between' })
  git.git('mv', 'renamed/old.md', 'renamed/new.md')
  const now = git.push({})
  const place = mkdtempSync(join(folder, 'clone-'))
  const remote = await reachRemote({
    address: parseRepository(git.url),
    branch: 'main',
    credentials: { token: pair },
    allowsPrivate: true,
    place,
    signal: new AbortController().signal,
  })
  assert.equal(await remote.findCommit(), now)
  const { commit, top } = await remote.fetch(now, before)
  assert.equal(commit, now)
  const inClone = (...args: string[]) =>
    execFileSync('git', args, { cwd: top, encoding: 'utf8' }).trim()
  assert.equal(inClone('rev-list', '--count', 'HEAD'), '1')
  assert.equal(inClone('symbolic-ref', 'HEAD'), 'refs/heads/main')
  assert.equal(inClone('config', 'remote.origin.url'), git.url)
  assert.equal(inClone('status', '--porcelain'), '')
  const changes = { added: ['new.md'], gone: new Set(['old.md']) }
  const { formerPaths } = await findGitRenames(top, join(top, 'renamed'), changes)
  assert.deepEqual([...formerPaths], [['new.md', 'old.md']])
  assert.equal(existsSync(join(top, '.git/hooks')), false)
})

test('by ssh, Git is given the key, the known hosts and the checked address', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const seen = join(folder, 'ssh-seen')
  const bare = join(git.folder, 'docs.git')
  // In place of ssh: notes what it is given, and serves the repository.
  writeFileSync(
    join(bin, 'ssh'),
    `#!/bin/sh\necho "$*" >> ${seen}\ncat "$2" >> ${seen}\ncat "$(dirname "$2")/ssh-key" "$(dirname "$2")/known-hosts" >> ${seen}\nexec git-upload-pack ${bare}\n`,
    { mode: 0o755 },
  )
  // Pages of other tests stay with the address that they came from.
  git.push({ 'by-ssh/a.md': '# By ssh' })
  const { code, text, id } = await add(
    ...(['ssh://git@localhost:2222/acme/docs.git', allow, '--folder', 'by-ssh'] as const),
    '--key-file',
    file('id', 'PRIVATE KEY'),
    '--known-hosts',
    file('hosts', 'the known host'),
  )
  assert.equal(code, 0, text)
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const ran = await callWith(env, ['follow', 'run', id, allow])
  assert.equal(ran.code, 0, ran.stderr)
  const noted = readFileSync(seen, 'utf8')
  for (const words of [
    /-p 2222 git@localhost git-upload-pack '\/acme\/docs.git'/,
    /^HostName (?:127\.0\.0\.1|::1)$/m,
    /^HostKeyAlias \[localhost\]:2222$/m,
    /^StrictHostKeyChecking yes$/m,
    /^GlobalKnownHostsFile \/dev\/null$/m,
    /^PRIVATE KEY$/m,
    /^the known host$/m,
  ]) {
    assert.match(noted, words)
  }
})

test('a program ends at its bounds, with all its children', async () => {
  const place = mkdtempSync(join(folder, 'bounds-'))
  const bounds = { timeoutMs: 600_000, maxMemoryBytes: 2 ** 40, maxOutputChars: 1_000_000 }
  const shell = (script: string, narrower: Partial<typeof bounds> & { disk?: object } = {}) =>
    runBoundedProgram({
      task: 'It',
      program: 'sh',
      args: ['-c', script],
      cwd: place,
      env: { PATH: process.env.PATH ?? '' },
      bounds: { ...bounds, ...narrower } as typeof bounds,
      signal: new AbortController().signal,
    })
  const child = 'sleep 1000 & echo $! > child; '
  const childFile = join(place, 'child')
  const isGone = () => {
    const pid = Number(readFileSync(childFile, 'utf8'))
    const state = existsSync(`/proc/${pid}/stat`)
      ? readFileSync(`/proc/${pid}/stat`, 'utf8')
      : ' Z '
    return state.includes(' Z ')
  }
  const memory = `${process.execPath} -e "globalThis.a = Buffer.alloc(200 * 2 ** 20, 1); setInterval(() => {}, 1000)"`
  // On a busy machine the first times end before the shell has a child.
  for (let timeoutMs = 300; !existsSync(childFile); timeoutMs *= 2) {
    const words = `takes more than ${timeoutMs / 60_000} minutes`
    await assert.rejects(shell(`${child} wait`, { timeoutMs }), ({ message }) =>
      message.includes(words),
    )
  }
  await waitUntil('its child is gone', isGone)
  for (const [script, narrower, words] of [
    [`${child} yes`, {}, /of output/],
    [`${child} ${memory}`, { maxMemoryBytes: 100 * 2 ** 20 }, /100 MiB of memory/],
    [
      `${child} head -c 3000000 /dev/zero > big; wait`,
      { disk: { folder: place, maxBytes: 2 ** 21 } },
      /2 MiB of disk/,
    ],
  ] as const) {
    await assert.rejects(shell(script, narrower), words)
    await waitUntil('its child is gone', isGone)
  }
  assert.equal((await shell(`${child} exit 3`)).code, 3)
  await waitUntil('a child that stayed behind is gone', isGone)
})
