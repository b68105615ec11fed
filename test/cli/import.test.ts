/** `markport import` as users and CI jobs run it: its words, its exit codes, its ways of output. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { docsFolder } from '../support/folders/docs-folder.ts'
import { startScriptedService } from '../support/network/scripted-service.ts'
import { freshServer } from '../support/service/fresh-server.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

const server = freshServer('sqlite')

let spaces = 0
async function freshTarget(): Promise<Record<string, string>> {
  spaces += 1
  const space = await server.createSpace(`C${spaces}`)
  return {
    MARKPORT_ENDPOINT: server.endpoint,
    MARKPORT_SPACE: space.key,
    MARKPORT_PARENT: space.homepageId,
    MARKPORT_TOKEN: server.token,
    GITHUB_ACTIONS: '',
    CI: '',
  }
}

const importing = (args: readonly string[], env: Record<string, string>): Promise<CliRun> =>
  callCli(['import', ...args], { env })

test('says what it does, what became of each page, and how much of what', async () => {
  const { path } = docsFolder({ 'a.md': '# A\n\n[b](b.md) [x](none.md)\n', 'x/b.md': '# B\n' })
  const env = await freshTarget()
  const run = await importing([path], env)
  assert.equal(run.code, 0, run.stderr)
  assert.match(
    run.stderr,
    /^Importing 3 pages\. Existing pages are updated \(--no-overwrite leaves them alone\)\.\nDialect: github \(no configuration of a site, [^\n]+\)\.\n/,
  )
  assert.match(
    run.stderr,
    /a\.md:3: There is no file none\.md: the link was left as it is written\.\n/,
  )
  assert.match(run.stdout, /^created {4}\S+x\/b\.md {2}"B" {2}http:\/\/127.*\/pages\/\d+$/m)
  assert.match(
    run.stdout,
    /\nRESULT {3}PAGES\ncreated {6}3\n\nWARNING {7}TIMES\nlink-missing {6}2\n\n[\d.]+ s\n\nThe token expires on [^\n]+\n\nRead it at http\S+\n$/,
  )
  assert.doesNotMatch(run.stdout + run.stderr, /\u001b|\r/)
  const again = await importing([path], env)
  assert.match(again.stdout, /^\nRESULT {5}PAGES\nunchanged {6}3\n/)
})

test('prints one event of JSON for each line', async () => {
  const { path } = docsFolder({ 'a.md': '# A\n\n[x](none.md)\n' })
  const { stdout, stderr, code } = await importing([path, '--json'], await freshTarget())
  assert.deepEqual([code, stderr], [0, ''])
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['plan', 'warning', 'page', 'summary'],
  )
  const { outcome, title, page } = events[2]
  assert.deepEqual([outcome, title, page.version], ['created', 'A', 1])
  assert.equal(events[3].counts.created, 1)
})

test('shows a dry run as a tree, and fails for what would', async () => {
  const files = { 'x/README.md': '# X\n', 'x/b.md': '# B\n', 'x/c.md': '# B\n' }
  const { path } = docsFolder({ ...files, 'x/d.md': Buffer.from([0xff]) })
  const { stdout, stderr, code } = await importing([path, '--dry-run'], await freshTarget())
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^created {4}X {2}\(\S+README\.md\)\ncreated {6}B {2}\(\S+b\.md\)\ncreated {6}B \(c\) {2}\(\S+c\.md\)\nfailed {7}D {2}\(\S+d\.md\)\n/,
  )
  assert.match(stdout, /WOULD BE {2}PAGES\ncreated {7}3\nfailed {8}1\n/)
  assert.match(stdout, /^title-changed +1$/m)
  assert.match(stderr, /x\/d\.md: Line 1: this is not UTF-8 text/)
})

test('fails where nothing is found', async () => {
  const { path } = docsFolder({ 'a.txt': 'x' })
  const { stdout, code } = await importing([path], await freshTarget())
  assert.equal(code, 1)
  assert.match(
    stdout,
    /\nStopped: There is nothing to import in \S+: files of Markdown end in \.md/,
  )
  assert.equal((await importing([path, '--check'], {})).code, 1)
})

test('shows what is lost line by line and counts the rest; the next run only counts', async () => {
  const { path } = docsFolder({
    'a.md': '# A\n\n[x](none.md)\n\n<!-- c -->\n\n<!-- d -->\n',
    'b.md': '# B\n\n<!-- e -->\n',
  })
  const env = await freshTarget()
  const first = await importing([path, '--concurrency', '1'], env)
  assert.match(first.stdout, /^created +2$/m)
  assert.match(first.stdout, /^html-comment-dropped +3$/m)
  assert.match(
    first.stderr,
    /^Importing[^\n]+\nDialect: [^\n]+\nSource: [^\n]+\n\S+a\.md:3: There is no file none\.md[^\n]+\nRenew the token soon: [^\n]+\n$/,
  )
  const again = await importing([path], env)
  assert.match(
    again.stderr,
    /^Importing[^\n]+\nDialect: [^\n]+\nSource: [^\n]+\n1 warning of earlier imports; --warnings all shows them\.\nRenew the token soon: [^\n]+\n$/,
  )
  const all = await importing([path, '--warnings', 'all', '--resend'], env)
  assert.match(all.stderr, /b\.md:3: The HTML comment was left out\.\n/)
  const { stdout } = await importing([path, '--json', '--resend'], env)
  const severities = stdout.matchAll(/"type":"warning".*"severity":"(\w+)"/g)
  assert.deepEqual([...severities].map(([, severity]) => severity).sort(), [
    'lost',
    'note',
    'note',
    'note',
  ])
})

test('takes several paths', async () => {
  const { path } = docsFolder({
    'one/a.md': '# A\n',
    'two/b.md': '# B\n',
    'd.md': '# D\n',
  })
  const env = await freshTarget()
  const several = await importing([join(path, 'one'), join(path, 'two/b.md'), '--json'], env)
  assert.deepEqual(titles(several), ['A', 'B', 'One', 'Two'])
})

function titles({ stdout, stderr }: CliRun): string[] {
  assert.equal(stderr, '')
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return events.flatMap(({ type, title }) => (type === 'page' ? [title] : [])).sort()
}

describe('the check', () => {
  test('needs no service, and fails on what is lost, or on the chosen severities', async () => {
    const { path } = docsFolder({ 'a.md': '# A\n\n[x](none.md)\n\n<!-- c -->\n', 'b.md': '# B\n' })
    const usual = await importing([path, '--check'], {})
    assert.equal(usual.code, 1)
    assert.match(usual.stderr, /a\.md:3: There is no file none\.md/)
    assert.match(usual.stderr, /markport: the check failed for 1 warning; see above\.\n$/)
    const all = await importing([path, '--check', '--fail-on', 'all'], {})
    assert.match(all.stderr, /^\S+a\.md:5: The HTML comment was left out\./m)
    assert.match(all.stderr, /markport: the check failed for 2 warnings; see above\.\n$/)
    assert.equal((await importing([path, '--check', '--fail-on', 'changed'], {})).code, 0)
    assert.equal((await importing([path, '--check', '--fail-on', 'note'], {})).code, 1)
    assert.match(all.stdout, /RESULT {3}PAGES\nchecked {6}2\n/)
    const mistyped = await importing([path, '--check', '--fail-on', 'lost,chnaged'], {})
    assert.equal(mistyped.code, 2)
    assert.match(mistyped.stderr, /--fail-on: "chnaged" is not known; use lost/)
    const repeated = ['--fail-on', 'changed', '--fail-on', 'lost']
    assert.equal((await importing([path, '--check', ...repeated], {})).code, 1)
  })

  test('fails on what no import has told, with `new`', async () => {
    const folder = docsFolder({
      'a.md': '# A\n\n[x](none.md)\n\n[y](none.md)\n',
      'b.md': '# B\n\n[x](gone.md)\n',
    })
    const env = await freshTarget()
    const looked = async (...names: string[]): Promise<number | null> => {
      const fails = names.flatMap((name) => ['--fail-on', name])
      return (await importing([folder.path, '--dry-run', ...fails], env)).code
    }
    // Nothing is told apart before the first import of a source.
    assert.deepEqual([await looked('new'), await looked('lost')], [0, 1])
    await importing([folder.path], env)
    assert.deepEqual([await looked('new'), await looked('lost')], [0, 1])
    folder.write({ 'a.md': '# A\n\nMore.\n\n[x](none.md)\n\n[y](none.md)\n\n<!-- c -->\n' })
    assert.deepEqual([await looked('new'), await looked('new', 'note')], [0, 1])
    folder.write({ 'a.md': '# A\n\n[x](none.md)\n\n[y](none.md)\n\n[z](none.md)\n' })
    assert.equal(await looked('new'), 1)
  })

  test('fails on what could not be imported', async () => {
    const { path } = docsFolder({ 'a.md': `${'> '.repeat(91)}x`, 'b.md': '# B\n' })
    const { code, stderr } = await importing([path, '--check'], {})
    assert.equal(code, 1)
    assert.match(stderr, /a\.md: content nests 91 levels deep/)
  })
})

describe('the configuration file', () => {
  test('stands beside the files; variables and flags win', async () => {
    const env = await freshTarget()
    const { MARKPORT_ENDPOINT: endpoint, MARKPORT_SPACE: space, MARKPORT_PARENT: parent } = env
    const folder = docsFolder({
      'a.md': '# A\n\n[text](c.txt)\n',
      'drafts/b.md': '# B\n',
      'c.txt': 'c',
      'markport.json': JSON.stringify({
        $schema: 'x',
        endpoint: 'https://elsewhere.example',
        space: 'NONE',
        parent,
        tokenFile: 'nowhere',
        exclude: ['drafts'],
        sourceUrl: 'https://x.org/src/',
        maxFile: '0',
        keepTitleHeading: true,
        concurrency: 2,
        overwrite: false,
      }),
    })
    const run = await importing([folder.path, '--json'], {
      MARKPORT_ENDPOINT: endpoint as string,
      MARKPORT_SPACE: space as string,
      MARKPORT_TOKEN: env.MARKPORT_TOKEN as string,
    })
    assert.deepEqual(titles(run), ['A'])
    assert.match(run.stdout, /link-to-source/)
    folder.write({ 'a.md': '# A\n\nother text\n' })
    const kept = await importing([folder.path], {
      MARKPORT_ENDPOINT: endpoint as string,
      MARKPORT_SPACE: space as string,
      MARKPORT_TOKEN: env.MARKPORT_TOKEN as string,
    })
    assert.match(kept.stderr, /already exists/)
    const forced = await importing([folder.path], { ...env, MARKPORT_OVERWRITE: 'true' })
    assert.equal(forced.code, 0, forced.stderr)
  })

  test('is refused where it says what it may not', async () => {
    const cases: readonly [text: string, message: RegExp][] = [
      ['{', /markport\.json: line 1, column 2: this is no JSON/],
      ['a secret', /markport\.json: line 1, column 1: this is no JSON\.$/m],
      ['[]', /markport\.json must be a JSON object/],
      ['{"token":"x"}', /"token" is not known; use .*\bendpoint, /],
      ['{"concurrency":"3"}', /concurrency must be a whole number/],
      [
        '{"concurrency":99}',
        /markport\.json: concurrency: got "99", but use a whole number from 1 to 32/,
      ],
      ['{"exclude":"a"}', /exclude must be an array of strings/],
    ]
    for (const [text, message] of cases) {
      const { path } = docsFolder({ 'a.md': '# A\n', 'markport.json': text })
      const { code, stderr } = await importing([path], {})
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })
})

describe('wrong use ends with 2, and says what to do', () => {
  const place = ['--endpoint', 'http://127.0.0.1:1/', '--space', 'DOCS', '--parent', '1']
  const cases: readonly [args: string[], env: Record<string, string>, message: RegExp][] = [
    [[], {}, /Name the files or folders to import/],
    [['nowhere'], {}, /There is no file or folder nowhere\./],
    [
      ['docs', '--space', 'DOCS'],
      {},
      /--endpoint and --parent must be given, as flag, as variable or in markport\.json/,
    ],
    [
      ['docs', ...place],
      { MARKPORT_TOKEN: '' },
      /There is no token\. Set MARKPORT_TOKEN or give --token-file/,
    ],
    [['docs', ...place], { MARKPORT_TOKEN: 'a b' }, /The token has spaces/],
    [['docs', ...place, '--token-file', '/nowhere'], {}, /--token-file: \/nowhere is not there/],
    [['docs', '--endpoint', 'ftp://x'], {}, /--endpoint: got "ftp:\/\/x", but use the address/],
    [['docs', '--endpoint', 'http://me:secret@x'], {}, /no user or password/],
    [
      ['docs', '--source-url', 'https://me:secret@x.org/'],
      {},
      /--source-url: use an address such as https:\/\/github\.com\/owner\/name\/blob\/main\/\./,
    ],
    [['docs', '--source-url', 'x.org/blob'], {}, /--source-url: use an address/],
    [['docs', '--source-url', 'https://x.org/?file='], {}, /--source-url: use an address/],
    [['docs', '--parent', 'home'], {}, /--parent: got "home", but use the id of a page/],
    [['docs', '--concurrency', '0'], {}, /--concurrency: got "0"/],
    [['docs', '--config', '/nowhere'], {}, /--config: ENOENT/],
  ]
  for (const [args, env, message] of cases) {
    test(args.join(' ') || 'no path', async () => {
      const run = await importing(args, env)
      assert.equal(run.code, 2, run.stderr)
      assert.match(run.stderr, message)
    })
  }
})

describe('what goes wrong on the way ends with 1, and says what to do', () => {
  test('a token that is refused is not repeated', async () => {
    const { path } = docsFolder({ 'a.md': '# A\n' })
    const env = { ...(await freshTarget()), MARKPORT_TOKEN: 'not-a-token' }
    const { code, stdout, stderr } = await callCli(['import', path], { env })
    assert.equal(code, 1)
    assert.match(stdout, /\nStopped: .*[Tt]oken/)
    assert.doesNotMatch(stdout + stderr, /not-a-token/)
  })

  test('a service that is not there', async () => {
    const { path } = docsFolder(
      Object.fromEntries([...'abcdefgh'].map((name) => [`${name}.md`, `# ${name}\n`])),
    )
    const gone = await startScriptedService(() => {})
    await gone.stop()
    const { endpoint } = gone
    const env = { ...(await freshTarget()), MARKPORT_ENDPOINT: endpoint }
    const { code, stdout, stderr } = await importing([path, '--timeout', '1s'], env)
    assert.equal(code, 1)
    assert.match(stderr, /^Waiting for the service\. Cannot reach /m)
    assert.match(stdout, /^\nRESULT {4}PAGES\nnot-sent {6}8\n/)
    assert.match(
      stdout,
      /Stopped: Cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\).*then import again: only what is left is sent\./,
    )
  })

  test('an address at which no service is', async () => {
    const { path } = docsFolder({ 'a.md': '# A\n' })
    const other = await startScriptedService((response) => void response.writeHead(404).end())
    const address = new URL(other.endpoint).origin
    const env = { ...(await freshTarget()), MARKPORT_ENDPOINT: `${address}/docs` }
    const { code, stdout, stderr } = await importing([path], env)
    await other.stop()
    assert.deepEqual([code, stdout], [1, ''])
    const tried = `${address}/.well-known/markport answered 404`
    assert.equal(
      stderr,
      `markport: No Markport service says where its endpoint is: ${tried}. Check --endpoint, or give the whole endpoint, as \`markport serve\` prints it.\n`,
    )
    assert.equal(other.requests[0]?.headers.authorization, undefined)
  })
})
