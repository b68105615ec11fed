/** The jobs of the docs, run as GitHub and GitLab run them, against a real service. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { packageOfJobs } from '../src/contract/base/version.ts'
import { importSnippets } from '../src/server/web/components/import-snippets.ts'
import { type GitlabJob, runGithubJob, runGitlabJob } from './support/folders/ci-jobs.ts'
import { type DocsFolder, docsFolder } from './support/folders/docs-folder.ts'
import { freshServer } from './support/service/fresh-server.ts'

const server = freshServer('sqlite')
const runner = docsFolder()
const folders: DocsFolder[] = [runner]

after(async () => {
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
  return { MARKPORT_ENDPOINT: server.url, MARKPORT_SPACE: key, MARKPORT_PARENT: homepageId }
}

const temporary = (): string => mkdtempSync(join(runner.path, 'temp-'))

describe('the recipes of docs/keep-up-to-date.md', () => {
  const recipes = recipesOf(docsText())
  const preview = recipes.find((recipe) => recipe.jobs?.preview !== undefined).jobs
  const isShown = async (name: string) =>
    (await fetch(`${server.url}/wiki/previews/${name}`)).status === 200

  test('on GitHub: two pull requests are previewed at once, told, and end one by one', async () => {
    const target = await place()
    const run = (job: string, folder: DocsFolder, number: number) => {
      const values = {
        'secrets.MARKPORT_PREVIEW_TOKEN': server.token,
        'github.token': 'of-job',
        'github.event.number': `${number}`,
      }
      const options = { values, variables: target, temp: temporary() }
      return runGithubJob(folder.path, preview[job], options)
    }
    const folders = [1, 2].map((branch) => {
      const folder = repository()
      folder.write({ 'docs/two.md': `# Second\n\nBranch ${branch}.\n` })
      return folder
    })
    const runs = await Promise.all(
      folders.map((folder, index) => run('preview', folder, index + 1)),
    )
    for (const [index, { code, log }] of runs.entries()) {
      assert.equal(code, 0, log)
      const comment = `gh pr comment ${index + 1} --edit-last --create-if-none --body-file report.md`
      assert.ok(log.includes(comment), log)
      const report = readFileSync(join(folders[index]?.path ?? '', 'report.md'), 'utf8')
      assert.match(report, /preview of `docs`\n[\s\S]*\/wiki\/previews\/pr-\d[\s\S]*1 broken link/)
    }
    assert.deepEqual(await Promise.all(['pr-1', 'pr-2'].map(isShown)), [true, true])
    const ended = await run('end-preview', folders[0] as DocsFolder, 1)
    assert.equal(ended.code, 0, ended.log)
    assert.deepEqual(await Promise.all(['pr-1', 'pr-2'].map(isShown)), [false, true])
  })

  test('on GitLab: a merge request is previewed, and its preview ends with it', async () => {
    const [folder, target] = [repository(), await place()]
    const jobs = recipes.find((recipe) => recipe['preview-docs'])
    const variables = { ...target, MARKPORT_TOKEN: server.token, CI_MERGE_REQUEST_IID: '7' }
    for (const [job, isThere] of [
      ['preview-docs', true],
      ['end-preview-docs', false],
    ] as const) {
      const options = { variables, temp: temporary() }
      const { code, log } = await runGitlabJob(folder.path, jobs[job] as GitlabJob, options)
      assert.equal(code, 0, log)
      assert.equal(await isShown('mr-7'), isThere)
    }
    assert.equal(jobs['preview-docs'].environment.on_stop, 'end-preview-docs')
    const [artifact] = jobs['preview-docs'].artifacts.paths
    assert.match(readFileSync(join(folder.path, artifact), 'utf8'), /1 broken link/)
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
