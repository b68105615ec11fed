/** `markport import` in a CI job: annotations, the summary, outputs, and the end of the token. @module */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertHarmless } from '../support/conversion/harmless-output.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import { type Forge, startForge } from '../support/network/forge.ts'
import {
  answer,
  type ScriptedService,
  startScriptedService,
} from '../support/network/scripted-service.ts'
import { callCliIn } from '../support/service/cli-in-folder.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

let service: ScriptedService
let endsAt: string | undefined
const dayMs = 86_400_000

before(async () => {
  let id = 100
  service = await startScriptedService((response, _, { path, fields }) => {
    const headers = endsAt === undefined ? {} : { 'Markport-Token-Expires': endsAt }
    // It tells when the token ends, and remembers no source.
    if (path?.includes('/sources?')) return answer(response, 200, { key: 'source' }, headers)
    if (path?.endsWith('/reservations')) {
      return answer(response, 200, { key: 'reserved', pages: [] })
    }
    const page = { id: String(id++), title: 'T', spaceId: '1', parentId: '2', version: 1 }
    const url = `http://wiki.example/wiki/spaces/S/pages/${page.id}`
    if (String(fields.content).includes('refuse me')) {
      return answer(response, 400, { key: 'bad-request', body: 'Error: no | <b>such</b>\n# page' })
    }
    answer(response, 201, { key: 'created', page: { ...page, url }, warnings: [] })
  })
})
after(async () => {
  await service.stop()
})

interface Job extends CliRun {
  readonly annotations: readonly string[]
  readonly summary: string
  readonly outputs: string
}

async function step(
  folder: DocsFolder,
  args: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Job> {
  const files = { summary: join(folder.path, '.summary'), outputs: join(folder.path, '.outputs') }
  writeFileSync(files.summary, 'of another command')
  writeFileSync(files.outputs, 'other=1\n')
  const run = await callCliIn(join(folder.path, cwd), ['import', ...args], {
    MARKPORT_ENDPOINT: service.endpoint,
    MARKPORT_SPACE: 'S',
    MARKPORT_PARENT: '2',
    MARKPORT_TOKEN: 'a.b.c',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: folder.path,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_OUTPUT: files.outputs,
    CI: 'true',
    ...env,
  })
  return {
    ...run,
    annotations: run.stderr.split('\n').filter((line) => line.startsWith('::')),
    summary: readFileSync(files.summary, 'utf8'),
    outputs: readFileSync(files.outputs, 'utf8'),
  }
}

describe('annotations', () => {
  test('say each thing once, by its path from the top of the repository', async () => {
    const folder = docsFolder({
      'docs/guide/a.md': '# A\n\n[x](none.md)\n',
      'docs/b,c.md': '# B\n\nrefuse me\n',
    })
    for (const [cwd, path] of [
      ['.', 'docs'],
      ['docs/guide', '..'],
    ] as const) {
      const { stderr, annotations, code } = await step(folder, [path, '--resend'], { cwd })
      assert.equal(code, 1)
      assert.deepEqual(annotations, [
        '::error file=docs/b%2Cc.md::docs/b,c.md: no | <b>such</b>\\n# page',
        '::warning file=docs/guide/a.md,line=3::docs/guide/a.md:3: There is no file none.md: the link was left as it is written.',
      ])
      assert.equal(stderr.split('none.md').length, 2, stderr)
    }
  })

  test('are ten of each level at most, the most important first; the rest are lines', async () => {
    const lost = Array.from({ length: 12 }, (_, index) => `[x](none${index}.md)`).join('\n\n')
    const bad = Array.from({ length: 11 }, (_, index) => [
      `z${index}.md`,
      `# Z${index}\n\nrefuse me\n`,
    ])
    const folder = docsFolder({
      'a.md': '# B\n',
      'b.md': `# B\n\n${lost}\n`,
      ...Object.fromEntries(bad),
    })
    const { annotations, stderr } = await step(folder, ['.', '--warnings', 'all'])
    assert.deepEqual(
      annotations.map((line) => line.slice(0, 12)),
      [...Array(10).fill('::error file'), ...Array(10).fill('::warning fi')],
    )
    assert.ok(annotations.slice(10).every((line) => line.includes('There is no file')))
    const plain = stderr.split('\n').filter((line) => /^(?:a|b|z\d+)\.md:/.test(line))
    assert.equal(plain.length, 1 + 2 + 1)
    assert.match(stderr, /^[ab]\.md: The title "B", which [ab]\.md has as well, became /m)
  })
})

describe('the summary', () => {
  test('has what came of the pages, why some failed, what is lost, and where they are', async () => {
    endsAt = new Date(Date.now() + 20.2 * dayMs).toISOString()
    const folder = docsFolder({
      'docs/a.md': '# A\n\n[x](none.md)\n',
      'docs/b|`.md': '# B\n\nrefuse me\n',
    })
    const { summary, outputs } = await step(folder, ['docs'])
    const day = endsAt.slice(0, 10)
    endsAt = undefined
    const [marker = ''] = /<!-- markport [0-9a-f]{32} -->/.exec(summary) ?? []
    assert.equal(
      summary.replace(/(?<=pages\/)1\d\d/, '\\d+'),
      `of another command
${marker}
### Markport: import of \`docs\`

| Result | Pages |
| --- | ---: |
| created | 1 |
| failed | 1 |

**1 page not imported**

| File | Reason |
| --- | --- |
| \`\`docs/b\\|\`.md\`\` | \`no \\| <b>such</b>\\n# page\` |

**1 broken link**

| Place | Problem |
| --- | --- |
| \`docs/a.md:3\` | \`There is no file none.md: the link was left as it is written.\` |

**1 page with changes**

| Page | Change | File |
| --- | --- | --- |
| [\`A\`](http://wiki.example/wiki/spaces/S/pages/\\d+) | created | \`docs/a.md\` |

| Warning | Times | What to do |
| --- | ---: | --- |
| link-missing | 1 | Correct the link, or add the file. |

[The parent page](http://wiki.example/wiki/spaces/S/pages/2)

The token expires on ${day}, in 20 days.
`,
    )
    assert.equal(
      outputs,
      'other=1\ncreated=1\nupdated=0\nunchanged=0\nfailed=1\nnot-sent=0\nwarnings=1\n',
    )
  })

  test('stays within what GitHub takes, however much there is to say', async () => {
    const links = Array.from({ length: 150 }, (_, n) => `[x](${'|'.repeat(2_000)}${n}.md)`)
    const folder = docsFolder({ 'a.md': `# A\n\n${links.join('\n\n')}\n` })
    const { summary } = await step(folder, ['.'])
    assert.ok(Buffer.byteLength(summary) < 66_000)
    assert.match(summary, /\n\*\*150 broken links\*\*\n/)
    assert.match(summary, /\n\nThe log has the other \d+\.\n/)
  })

  test('goes to a file as well, also of a check and of JSON', async () => {
    const folder = docsFolder({ 'a.md': '# A\n\n[x](none.md)\n' })
    const file = join(folder.path, 'summary.md')
    const env = { GITHUB_ACTIONS: '', MARKPORT_ENDPOINT: service.endpoint }
    const place = ['--space', 'S', '--parent', '2']
    for (const [args, pattern] of [
      [
        ['--check'],
        /\n### Markport: check of `[^`]+`\n\n\| Result \| Pages \|\n.*\n\| checked \| 1 \|/,
      ],
      [['--json', ...place], /\n### Markport: import of `/],
      [
        ['--dry-run', '--resend', ...place],
        /\n### Markport: dry run of `[^`]+`\n\n\| Would be \| Pages \|/,
      ],
    ] as const) {
      const all = { ...env, MARKPORT_TOKEN: 'a.b.c', MARKPORT_REPORT: `markdown ${file}` }
      await callCli(['import', folder.path, ...args], { env: all })
      assert.match(readFileSync(file, 'utf8'), pattern)
    }
  })

  test('fails the command where it was asked for and cannot be written, and no step', async () => {
    const folder = docsFolder({ 'a.md': '# A\n' })
    const asked = await step(folder, ['--report', 'markdown', 'none/here.md', '.'])
    assert.equal(asked.code, 1)
    assert.match(asked.stderr, /markport: --report: ENOENT/)
    const env = { GITHUB_STEP_SUMMARY: '/nowhere/summary', GITHUB_OUTPUT: '' }
    const given = await step(folder, ['.', '--resend'], { env })
    assert.equal(given.code, 0)
    assert.match(given.stderr, /GitHub was not told what became of the pages: ENOENT/)
  })
})

describe('the pull request', () => {
  const users = {
    'job-of-ours': { id: 1, isApp: true },
    'job-of-fork': { id: 2, isApp: true, isReadOnly: true },
    'of-project': { id: 3 },
  } as const
  const forges: Forge[] = []
  after(() => Promise.all(forges.map((forge) => forge.stop())))

  async function request(kind: 'github' | 'gitlab') {
    const forge = await startForge(kind, users)
    forges.push(forge)
    const folder = docsFolder({ 'docs/a.md': '# A @acme\n\n[x](none.md)\n' })
    const look = (env: Record<string, string>, ...flags: string[]): Promise<Job> =>
      step(folder, ['docs', '--dry-run', '--comment', ...flags], {
        env: { ...forge.jobOf(folder.path), ...env },
      })
    return { forge, folder, look }
  }

  test('is told what would change, in one comment, and can be kept from being merged', async () => {
    const { forge, folder, look } = await request('github')
    const env = { GITHUB_TOKEN: 'job-of-ours' }
    const first = await look(env, '--fail-on', 'lost')
    assert.equal(first.code, 1)
    assert.match(first.stderr, /^markport: the check failed for 1 warning; see above\.$/m)
    const [comment, ...others] = forge.comments
    assert.equal(others.length, 0)
    const commit = 'https://github.example/acme/docs/blob/0123456789abcdef0123456789abcdef01234567'
    for (const row of [
      '| [`A @acme`](http://wiki.example/',
      `| [\`docs/a.md:3\`](${commit}/docs/a.md#L3) | \`There is no file none.md`,
      '[The job](https://github.example/acme/docs/actions/runs/5) looked at `0123456789ab`.',
    ])
      assert.ok(comment?.body.includes(row), comment?.body)
    assert.ok(first.summary.includes(comment?.body ?? ''))
    folder.write({ 'docs/a.md': '# A\n\nMended.\n' })
    const second = await look(env, '--fail-on', 'lost')
    assert.equal(second.code, 0, second.stderr)
    assert.deepEqual([forge.comments.length, forge.comments[0]?.id], [1, comment?.id])
    assert.doesNotMatch(forge.comments[0]?.body ?? '', /none\.md/)
    for (const { stdout, stderr, summary } of [first, second]) {
      assert.doesNotMatch(stdout + stderr + summary, /job-of-ours|a\.b\.c/)
    }
  })

  test('fails no run that may not write there, or is of none, and says so', async () => {
    const { forge, look } = await request('github')
    for (const [env, message] of [
      [
        { GITHUB_TOKEN: 'job-of-fork' },
        /^--comment: the report is in no comment\. http:\S+ answered 403\. The job needs `permissions: pull-requests: write`; one of a fork never has it\.$/m,
      ],
      [{}, /^--comment: GITHUB_TOKEN is not set\. The job needs/m],
      [{ GITHUB_EVENT_PATH: '' }, /^--comment: this is no job of a pull or merge request\.$/m],
    ] as const) {
      const { code, stderr, summary } = await look({ GITHUB_TOKEN: '', ...env })
      assert.equal(code, 0, stderr)
      assert.match(stderr, message)
      assert.match(summary, /1 broken link/)
    }
    assert.deepEqual(forge.comments, [])
  })

  test('is told by GitLab with the token of a project, and never with that of the job', async () => {
    const { forge, look } = await request('gitlab')
    const without = await look({ CI_JOB_TOKEN: 'of-job' })
    assert.match(without.stderr, /^--comment: GITLAB_TOKEN is not set\. It needs the token of a/m)
    assert.deepEqual(forge.requests, [])
    const { code, stderr } = await look({ CI_JOB_TOKEN: 'of-job', GITLAB_TOKEN: 'of-project' })
    assert.equal(code, 0, stderr)
    const [comment, ...others] = forge.comments
    assert.equal(others.length, 0)
    assert.match(comment?.body ?? '', /\(https:\/\/gitlab\.example\/acme\/docs\/-\/blob\/0123/)
    assert.match(comment?.body ?? '', /\[The job\]\(https:\/\/gitlab\.example\/\S+\/jobs\/5\)/)
  })
})

describe('the end of the token', () => {
  test('is told at the end, and warned of in its last seven days', async () => {
    const folder = docsFolder({ 'a.md': '# A\n' })
    endsAt = new Date(Date.now() + 24.1 * dayMs).toISOString()
    const far = await step(folder, ['.'])
    assert.match(
      far.stdout,
      /\n\nThe token expires on \d{4}-\d\d-\d\d, in 24 days\.\n\nRead it at http\S+\n$/,
    )
    assert.deepEqual(far.annotations, [])
    endsAt = new Date(Date.now() + 3.1 * dayMs).toISOString()
    const near = await step(folder, ['.'])
    assert.deepEqual(near.annotations, [
      `::warning::Renew the token soon: it expires on ${endsAt.slice(0, 10)}, in 3 days.`,
    ])
    assert.equal(near.code, 0)
    const plain = await step(folder, ['.'], { env: { GITHUB_ACTIONS: '' } })
    assert.match(plain.stderr, /^Renew the token soon: it expires on /m)
    const json = await step(folder, ['.', '--json'])
    const [summary] = json.stdout.trim().split('\n').slice(-1)
    assert.equal(JSON.parse(summary ?? '').tokenExpiresAt, endsAt)
    endsAt = undefined
  })
})

test('paths and titles of others give no commands', async () => {
  const folder = docsFolder({
    '::error::a%0A,b.md': '# ##[error]\n\n[x](none\u202e.md)\n',
    'b\n::stop-commands::c.md': '# B\n\nrefuse me\n',
  })
  const { stderr, summary, annotations } = await step(folder, ['.'])
  assertHarmless(stderr, /^::(?:warning|error) file=[^,:]+(?:,line=\d+)?::[^:]/)
  assert.equal(annotations.length, 2)
  for (const line of summary.split('\n').slice(1)) assertHarmless(line)
})
