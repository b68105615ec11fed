/** The page about the operation: what it says, and that its examples do what it says. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { importFieldRows } from '../src/contract/json-schema.ts'
import { importSnippets } from '../src/server/web/components/import-snippets.ts'
import { sql } from '../src/store/sql.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { pageElements } from './support/browser/page-elements.ts'
import { runGithubJob, runGitlabJob } from './support/folders/ci-jobs.ts'
import { listenLocally } from './support/network/listen-locally.ts'
import { composedServer } from './support/service/composed-server.ts'
import { mainFile } from './support/service/run-cli.ts'

const folder = temporaryFolder()
const server = composedServer('sqlite', () => {
  server.actAs(undefined)
  mkdirSync(join(folder, 'docs'))
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    writeFileSync(join(folder, 'docs', `${name}.md`), `# ${name}\n\n"Quotes", \\ and ümlauts.\n`)
  }
})

const getPage = async (): Promise<string> => (await fetch(`${server.url}/api`)).text()

function copyExamples(parentId = server.space.homepageId): Map<string, string> {
  const place = { endpoint: server.endpoint, spaceKey: 'DOCS', parentId }
  return new Map(importSnippets(place).map(({ id, text }) => [id, text]))
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, MARKPORT_TOKEN: server.token },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString()
    })
    child.stderr.on('data', (part: Buffer) => {
      stderr += part.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end(input)
  })
}

async function childTitles(parentId: string): Promise<string[]> {
  const rows = await server.database.read<{ title: string }>(
    sql`select title from pages where parent_id = ${Number(parentId)} order by title`,
  )
  return rows.map(({ title }) => title)
}

async function makeParent(pageTitle: string): Promise<string> {
  const body = { spaceId: 'DOCS', parentId: server.space.homepageId, pageTitle, content: 'x' }
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { page: { id: string } }).page.id
}

describe('the page', () => {
  test('names the endpoint and each field', async () => {
    const html = await getPage()
    const cells = pageElements(html).filter(({ name }) => name === 'td')
    const texts = cells.map(({ text }) => text)
    assert.ok(html.includes(server.endpoint))
    for (const { name, isRequired, fallback } of importFieldRows()) {
      const otherwise = fallback === undefined ? 'no' : `no, ${fallback}`
      assert.equal(texts[texts.indexOf(name) + 2], isRequired ? 'yes' : otherwise, name)
    }
  })

  test('fills the examples with a place that is known, and says where none is', async () => {
    const anonymous = await getPage()
    assert.match(anonymous, /SPACE_KEY/)
    assert.doesNotMatch(anonymous, /DOCS/)
    server.actAs(server.administrator)
    const known = await getPage()
    server.actAs(undefined)
    assert.match(known, /&quot;spaceId&quot;: &quot;DOCS&quot;/)
    assert.doesNotMatch(known, /SPACE_KEY/)
  })
})

describe('the examples import pages', () => {
  test('with curl', async () => {
    const examples = copyExamples()
    const { code, stdout } = await run('sh', ['-c', examples.get('curl') ?? ''])
    assert.equal(code, 0)
    const answer = JSON.parse(stdout) as { key: string; page: { title: string } }
    assert.equal(answer.key, 'created')
    assert.equal(answer.page.title, 'Setup')
  })

  test('with the command for a folder', async () => {
    const parentId = await makeParent('command')
    const example = copyExamples(parentId).get('command') ?? ''
    const script = example.replace(/^markport/, `'${process.execPath}' '${mainFile}'`)
    const { code, stderr } = await run('sh', ['-c', script])
    assert.equal(code, 0, stderr)
    assert.deepEqual(await childTitles(parentId), ['Four', 'One', 'Three', 'Two'])
  })

  test('with GitHub Actions', async () => {
    const parentId = await makeParent('github-actions')
    const workflow = parse(copyExamples(parentId).get('github-actions') ?? '')
    const { code, log } = await runGithubJob(folder, workflow.jobs.publish, {
      values: { 'secrets.MARKPORT_TOKEN': server.token },
      variables: {},
      temp: mkdtempSync(join(folder, 'runner-')),
    })
    assert.equal(code, 0, log)
    assert.deepEqual(await childTitles(parentId), ['Four', 'One', 'Three', 'Two'])
  })

  test('with GitLab CI', async () => {
    const parentId = await makeParent('gitlab-ci')
    const pipeline = parse(copyExamples(parentId).get('gitlab-ci') ?? '')
    const { code, log } = await runGitlabJob(folder, pipeline['import-docs'], {
      variables: { MARKPORT_TOKEN: server.token },
      temp: mkdtempSync(join(folder, 'runner-')),
    })
    assert.equal(code, 0, log)
    assert.deepEqual(await childTitles(parentId), ['Four', 'One', 'Three', 'Two'])
  })
})

test('the curl example repeats after 500, and gives up after 3 attempts', async () => {
  const arrivals: number[] = []
  const failing = createServer((incoming, response) => {
    arrivals.push(performance.now())
    incoming.resume().on('end', () => response.writeHead(500).end('{}'))
  })
  const endpoint = `${await listenLocally(failing)}/`
  const place = { endpoint, spaceKey: 'DOCS', parentId: '1' }
  const example = importSnippets(place).find(({ id }) => id === 'curl')
  const { code } = await run('sh', ['-c', example?.text ?? ''])
  failing.close()
  assert.notEqual(code, 0)
  const [first = 0, second = 0, third = 0] = arrivals
  assert.equal(arrivals.length, 3)
  assert.ok(second - first >= 1000 && third - second >= 2000, String(arrivals))
})
