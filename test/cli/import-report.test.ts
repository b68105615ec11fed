/** What `markport import` writes for reviewers, and what it says of the end of the token. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertHarmless } from '../support/conversion/harmless-output.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import {
  answer,
  type ScriptedService,
  startScriptedService,
} from '../support/network/scripted-service.ts'
import { callCliIn } from '../support/service/cli-in-folder.ts'
import type { CliRun } from '../support/service/run-cli.ts'

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

async function importing(
  folder: DocsFolder,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CliRun & { readonly report: string }> {
  const file = join(folder.path, '.report')
  const run = await callCliIn(folder.path, ['import', ...args], {
    MARKPORT_ENDPOINT: service.endpoint,
    MARKPORT_SPACE: 'S',
    MARKPORT_PARENT: '2',
    MARKPORT_TOKEN: 'a.b.c',
    MARKPORT_REPORT: `markdown ${file}`,
    ...env,
  })
  return { ...run, report: readFileSync(file, 'utf8') }
}

describe('the report', () => {
  test('has what came of the pages, why some failed, what is lost, and where they are', async () => {
    endsAt = new Date(Date.now() + 20.2 * dayMs).toISOString()
    const folder = docsFolder({
      'docs/a.md': '# A\n\n[x](none.md)\n',
      'docs/b|`.md': '# B\n\nrefuse me\n',
    })
    const { report } = await importing(folder, ['docs'])
    const day = endsAt.slice(0, 10)
    endsAt = undefined
    assert.equal(
      report.replace(/(?<=pages\/)1\d\d/, '\\d+'),
      `### Markport: import of \`docs\`

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

The token expires on ${day}, in 20 days.
`,
    )
  })

  test('leads to the commit that the job of a forge looks at', async () => {
    const folder = docsFolder({ 'docs/a.md': '# A\n\n[x](none.md)\n' })
    const github = {
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_SHA: '0123',
    }
    const gitlab = { CI_PROJECT_URL: 'https://gitlab.example/acme/docs', CI_COMMIT_SHA: '0123' }
    for (const [env, start] of [
      [github, 'https://github.example/acme/docs/blob/0123/'],
      [gitlab, 'https://gitlab.example/acme/docs/-/blob/0123/'],
    ] as const) {
      const { report } = await importing(folder, ['docs', '--dry-run'], env)
      assert.ok(report.includes(`[\`docs/a.md:3\`](${start}docs/a.md#L3)`), report)
    }
  })

  test('is written of a check and beside JSON, and fails the command where it cannot be', async () => {
    const folder = docsFolder({ 'a.md': '# A\n\n[x](none.md)\n' })
    for (const [args, pattern] of [
      [
        ['--check'],
        /^### Markport: check of `[^`]*`\n\n\| Result \| Pages \|\n.*\n\| checked \| 1 \|/,
      ],
      [['--json'], /^### Markport: import of `/],
      [['--dry-run', '--resend'], /^### Markport: dry run of `[^`]*`\n\n\| Would be \| Pages \|/],
    ] as const) {
      assert.match((await importing(folder, ['.', ...args])).report, pattern)
    }
    const { code, stderr } = await importing(folder, ['--report', 'markdown', 'none/here.md', '.'])
    assert.equal(code, 1)
    assert.match(stderr, /markport: --report: ENOENT/)
  })
})

test('the end of the token is told at the end, and warned of in its last seven days', async () => {
  const folder = docsFolder({ 'a.md': '# A\n' })
  endsAt = new Date(Date.now() + 24.1 * dayMs).toISOString()
  const far = await importing(folder, ['.'])
  assert.match(
    far.stdout,
    /\n\nThe token expires on \d{4}-\d\d-\d\d, in 24 days\.\n\nRead it at http\S+\n$/,
  )
  assert.doesNotMatch(far.stderr, /Renew/)
  endsAt = new Date(Date.now() + 3.1 * dayMs).toISOString()
  const near = await importing(folder, ['.'])
  assert.match(near.stderr, /^Renew the token soon: it expires on \S+, in 3 days\.$/m)
  assert.equal(near.code, 0)
  const json = await importing(folder, ['.', '--json'])
  const [summary] = json.stdout.trim().split('\n').slice(-1)
  assert.equal(JSON.parse(summary ?? '').tokenExpiresAt, endsAt)
  endsAt = undefined
})

test('paths and titles of others give no commands', async () => {
  const folder = docsFolder({
    '::error::a%0A,b.md': '# ##[error]\n\n[x](none\u202e.md)\n',
    'b\n::stop-commands::c.md': '# B\n\nrefuse me\n',
  })
  const { stderr, report } = await importing(folder, ['.'])
  assertHarmless(stderr)
  for (const line of report.split('\n')) assertHarmless(line)
})
