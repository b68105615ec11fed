/** The GitHub action and the GitLab component, run as their runners do, against a real service. @module */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { packageOfJobs } from '../src/contract/base/version.ts'
import { importSnippets } from '../src/server/web/components/import-snippets.ts'
import {
  type GitlabJob,
  readAction,
  runAction,
  runComponent,
  runGithubJob,
  runGitlabJob,
  standInNpm,
} from './support/folders/ci-jobs.ts'
import { type DocsFolder, docsFolder } from './support/folders/docs-folder.ts'
import { startForge } from './support/network/forge.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

let server: TestServer
const runner = docsFolder()
const { PATH, version } = standInNpm(runner.path)
const folders: DocsFolder[] = [runner]

before(async () => {
  server = await startFreshServer('sqlite')
})
after(async () => {
  await server.stop()
  for (const folder of folders) folder.remove()
})

function repository(): DocsFolder {
  const folder = docsFolder({
    'docs/one.md': '# First\n\n[x](none.md)\n',
    'docs/two.md': '# Second\n',
    'docs/other/three.md': '# Third\n',
    'more/four.md': '# Fourth\n',
  })
  folders.push(folder)
  return folder
}

let spaces = 0
async function place() {
  spaces += 1
  const { key, homepageId } = await server.createSpace(`J${spaces}`)
  return { endpoint: server.url, 'space-id': key, 'parent-id': homepageId }
}

const placeVariables = (target: Awaited<ReturnType<typeof place>>) => ({
  MARKPORT_ENDPOINT: target.endpoint,
  MARKPORT_SPACE: target['space-id'],
  MARKPORT_PARENT: target['parent-id'],
})

const temporary = (): string => mkdtempSync(join(runner.path, 'temp-'))

describe('the action', () => {
  const run = async (folder: DocsFolder, inputs: Readonly<Record<string, string>>) =>
    runAction(folder.path, { token: server.token, version, ...inputs }, temporary(), { PATH })

  test('imports, tells later steps and people what came of it, and does so again', async () => {
    const [folder, target] = [repository(), await place()]
    const first = await run(folder, target)
    assert.equal(first.code, 0, first.log)
    const counts = { created: '4', updated: '0', unchanged: '0', failed: '0', 'not-sent': '0' }
    assert.deepEqual(first.outputs, { ...counts, warnings: '1' })
    assert.match(first.summary, /\| created \| 4 \|/)
    assert.match(first.log, /^::warning file=docs\/one\.md,line=3::docs\/one\.md:3: There is no/m)
    assert.doesNotMatch(first.log, new RegExp(server.token))
    const again = await run(folder, { ...target, overwrite: 'false' })
    assert.deepEqual([again.code, again.outputs.unchanged], [0, '4'], again.log)
  })

  test('takes each of its inputs', async () => {
    const [folder, target] = [repository(), await place()]
    const path = 'docs\nmore\n'
    const glob = { path, glob: '**/t*.md,more/*', 'title-from': 'file-name', 'dry-run': 'true' }
    const { code, log, outputs } = await run(folder, { ...target, ...glob })
    assert.equal(code, 0, log)
    for (const line of [
      'Two  (docs/two.md)',
      'Three  (docs/other/three.md)',
      'Four  (more/four.md)',
    ])
      assert.ok(log.includes(line), log)
    assert.doesNotMatch(log, /one\.md/)
    assert.equal(outputs.failed, '0')
    assert.match(log, /nothing is written/)
  })

  test('fails when pages do, and tells how many', async () => {
    const [folder, target] = [repository(), await place()]
    folder.write({ 'docs/bad.md': Buffer.from([0xff]) })
    const { code, outputs, log } = await run(folder, target)
    assert.equal(code, 1)
    assert.deepEqual([outputs.failed, outputs.created], ['1', '4'], log)
    const dead = await run(folder, { ...target, token: 'a.b.c' })
    assert.equal(dead.code, 1)
  })

  test('runs nothing of what its inputs say', async () => {
    const folder = repository()
    const target = await place()
    const command = `$(touch pwned)\`touch pwned\`"; touch pwned; "'; touch pwned; '`
    const names = ['path', 'glob', 'title-from', 'endpoint', 'space-id', 'parent-id', 'overwrite']
    const all = Object.fromEntries(names.map((name) => [name, command]))
    assert.notEqual((await run(folder, { ...target, ...all })).code, 0)
    const flag = await run(folder, { ...target, path: '--help', 'dry-run': 'true' })
    assert.equal(flag.code, 2, flag.log)
    assert.match(flag.log, /no file or folder --help/)
    const dry = await run(folder, { ...target, 'dry-run': command })
    assert.match(dry.log, /^::error::dry-run must be true or false\.$/m)
    const check = await run(folder, { ...target, check: command })
    assert.match(check.log, /^::error::check must be true or false\.$/m)
    const version = await run(folder, { ...target, version: './none; touch pwned.tgz' })
    assert.notEqual(version.code, 0)
    assert.equal(existsSync(join(folder.path, 'pwned')), false)
  })

  test('imports nothing for a preview whose name came out empty', async () => {
    const [folder, target] = [repository(), await place()]
    for (const name of ['preview', 'end-preview']) {
      const { code, log } = await run(folder, { ...target, [name]: '' })
      assert.equal(code, 2, log)
      assert.match(log, /The name of a preview is 1 to 64 of/)
    }
    assert.equal((await run(folder, target)).outputs.created, '4')
  })

  test('has the inputs that are documented, and a pinned version', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    )
    const { inputs } = readAction()
    assert.deepEqual(Object.keys(inputs), [
      'endpoint',
      'token',
      'space-id',
      'parent-id',
      'path',
      'glob',
      'overwrite',
      'dry-run',
      'check',
      'preview',
      'end-preview',
      'fail-on',
      'comment',
      'title-from',
      'version',
    ])
    assert.equal(inputs.version?.default, version)
    const component = readFileSync(new URL('../templates/import/template.yml', import.meta.url))
    assert.ok(String(component).includes(`default: ${version}\n`))
  })
})

describe('the component', () => {
  const variables = (): Record<string, string> => ({ MARKPORT_TOKEN: server.token })

  test('imports, and leaves a summary', async () => {
    const [folder, target] = [repository(), await place()]
    const options = { variables: variables(), temp: temporary() }
    const dry = await runComponent(folder.path, { ...target, 'dry-run': 'true' }, options)
    assert.deepEqual([dry.code, /nothing is written/.test(dry.log)], [0, true], dry.log)
    const { code, log } = await runComponent(folder.path, target, options)
    assert.equal(code, 0, log)
    assert.match(log, /^created {6}4$/m)
    const summary = readFileSync(join(folder.path, 'markport-report.md'), 'utf8')
    assert.match(summary, /\| created \| 4 \|/)
  })

  test('runs nothing of what its inputs say', async () => {
    const [folder, target] = [repository(), await place()]
    for (const path of ['$(touch pwned)', '"; touch pwned; "', '--check']) {
      const options = { variables: variables(), temp: temporary() }
      const { code, log } = await runComponent(folder.path, { ...target, path }, options)
      assert.equal(code, 2, log)
    }
    assert.equal(existsSync(join(folder.path, 'pwned')), false)
  })
})

describe('the recipes of docs/keep-up-to-date.md for previews', () => {
  const users = { 'of-job': { id: 1, isApp: true }, 'of-project': { id: 2 } } as const
  const recipes = recipesOf(docsText())
  const isShown = async (name: string) =>
    (await fetch(`${server.url}/wiki/previews/${name}`)).status === 200

  test('on GitHub: three pull requests are previewed at once, told, and end one by one', async (t) => {
    const forge = await startForge('github', users)
    t.after(() => forge.stop())
    const target = await place()
    const { jobs } = recipes.find((recipe) => recipe.jobs?.preview !== undefined)
    const run = (job: string, folder: DocsFolder, number: number) => {
      const values = {
        'secrets.MARKPORT_PREVIEW_TOKEN': server.token,
        'github.token': 'of-job',
        'github.event.number': `${number}`,
      }
      const variables = { ...forge.jobOf(runner.path), ...placeVariables(target) }
      return runGithubJob(folder.path, jobs[job], { values, variables, temp: temporary() })
    }
    const folders = [1, 2, 3].map((branch) => {
      const folder = repository()
      folder.write({ 'docs/one.md': '# First\n', 'docs/two.md': `# Second\n\nBranch ${branch}.\n` })
      return folder
    })
    const runs = await Promise.all(
      folders.map((folder, index) => run('preview', folder, index + 1)),
    )
    for (const { code, log } of runs) assert.equal(code, 0, log)
    assert.ok(forge.comments.some(({ body }) => /\/wiki\/previews\/pr-[123]\b/.test(body)))
    assert.deepEqual(await Promise.all(['pr-1', 'pr-2', 'pr-3'].map(isShown)), [true, true, true])
    const ended = await run('end-preview', folders[0] as DocsFolder, 1)
    assert.equal(ended.code, 0, ended.log)
    assert.deepEqual(await Promise.all(['pr-1', 'pr-2', 'pr-3'].map(isShown)), [false, true, true])
  })

  test('on GitLab: a merge request is previewed, and its preview ends with it', async (t) => {
    const forge = await startForge('gitlab', users)
    t.after(() => forge.stop())
    const [folder, target] = [repository(), await place()]
    const jobs = recipes.find((recipe) => recipe['preview-docs'])
    const variables: Record<string, string> = {
      ...forge.jobOf(runner.path),
      ...placeVariables(target),
      MARKPORT_TOKEN: server.token,
      GITLAB_TOKEN: 'of-project',
    }
    const name = `mr-${variables.CI_MERGE_REQUEST_IID}`
    for (const [job, isThere] of [
      ['preview-docs', true],
      ['end-preview-docs', false],
    ] as const) {
      const options = { variables, temp: temporary() }
      const { code, log } = await runGitlabJob(folder.path, jobs[job] as GitlabJob, options)
      assert.equal(code, 0, log)
      assert.equal(await isShown(name), isThere)
    }
    assert.equal(jobs['preview-docs'].environment.on_stop, 'end-preview-docs')
    assert.equal(forge.comments.length, 1)
  })
})

function docsText(): string {
  return readFileSync(new URL('../docs/keep-up-to-date.md', import.meta.url), 'utf8')
}

function recipesOf(page: string) {
  return [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => parse(`${text}`))
}

test('nothing tells people to run what is not published', () => {
  const texts = importSnippets({ endpoint: server.endpoint, spaceKey: 'S', parentId: '1' })
  const pages = [...texts.map(({ text }) => text), docsText()]
  for (const text of pages) {
    assert.doesNotMatch(text, /uses: (?!actions\/)|component: |npm install --global markport\b/)
    for (const [, name] of text.matchAll(/npx --yes --package (\S+)/g)) {
      assert.equal(name, packageOfJobs)
    }
  }
})

test('the docs have the snippets of the web pages', () => {
  const docs = docsText() + readFileSync(new URL('../docs/import.md', import.meta.url), 'utf8')
  const place = { endpoint: 'https://docs.acme.example/', spaceKey: 'DOCS', parentId: '10003' }
  for (const { id, text } of importSnippets(place)) {
    if (!['command', 'github-actions', 'gitlab-ci'].includes(id)) continue
    assert.ok(docs.includes(`\n${text}\`\`\`\n`), id)
  }
})
