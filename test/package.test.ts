/** The package as users install it: packed, installed into an empty folder, and run. @module */
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript from 'openapi-typescript'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { callCli } from './support/service/run-cli.ts'
import { send } from './support/service/test-server.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

/** Only the Node that runs the tests, and nothing else of this project. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [
    dirname(process.execPath),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.includes('node_modules')),
  ].join(delimiter),
}

let folder: string
let files: string[]
let service: ChildProcessWithoutNullStreams
let addresses: { url: string; endpoint: string }
const installed = (): string => join(folder, 'node_modules')
const markport = (): string => join(installed(), '.bin', 'markport')

before(async () => {
  folder = temporaryFolder()
  // Built by hand, because npm runs no scripts here.
  await run(process.execPath, ['scripts/build.ts'], { cwd: root })
  const flags = [
    '--install-links',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  await run('npm', ['install', '--prefix', folder, ...flags, join(root, 'build')], { cwd: folder })
  files = readdirSync(join(installed(), 'markport'), { recursive: true, encoding: 'utf8' })
  const serve = ['serve', '--listen', '127.0.0.1:0', '--data', join(folder, 'data'), '--json']
  service = spawn(markport(), serve, { env })
  const [line] = await once(service.stdout, 'data')
  addresses = JSON.parse(String(line))
})
after(() => service.kill('SIGKILL'))

function manifest(): { engines: object; version: string } {
  return JSON.parse(readFileSync(join(installed(), 'markport', 'package.json'), 'utf8'))
}

test('contains what it needs, and neither tests nor keys', () => {
  for (const file of ['bin/markport.js', 'dist/main.js', 'migrations/0001.sqlite.sql']) {
    assert.ok(files.includes(file), file)
  }
  for (const file of ['mermaid.tiny.js', 'mermaid.LICENSE', 'turndown.js', 'turndown.LICENSE']) {
    assert.ok(files.includes(`dist/server/web/assets/${file}`), file)
  }
  for (const file of [
    'dist/server/web/assets/elements.css',
    'examples/markport.service',
    'dist/library.d.ts',
    'docs/api.md',
    'docs/markport.schema.json',
    'LICENSE',
  ]) {
    assert.ok(files.includes(file), file)
  }
  assert.deepEqual(
    files.filter((file) => /test|fixture|\.pem$|\.env|\.db$|bench/.test(file)),
    [],
  )
})

test('brings no Node, and nothing that only developers need', () => {
  const packages = readdirSync(installed())
  for (const name of ['@mermaid-js', 'turndown', 'typescript', 'playwright-core', 'undici']) {
    assert.ok(!packages.includes(name), name)
  }
  assert.deepEqual(
    packages.filter((name) => /^node-(?:bin|linux|darwin|win)-/.test(name)),
    [],
  )
  assert.deepEqual(manifest().engines, { node: '>=24' })
})

test('runs from the command line', async () => {
  const version = await run(markport(), ['--version'], { env })
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
  const file = join(folder, 'page.md')
  writeFileSync(file, '# Hi\n')
  const converted = await run(markport(), ['convert', file, '--to', 'text'], { env })
  assert.equal(converted.stdout, 'Hi\n')
})

test('runs in CI as the recipes are written', async () => {
  const repository = join(folder, 'repository')
  for (const name of ['.git', 'docs']) mkdirSync(join(repository, name), { recursive: true })
  writeFileSync(join(repository, 'docs', 'a.md'), '# A\n\n[b](b.md)\n')
  writeFileSync(join(repository, 'docs', 'b.md'), '# B\n')
  const recipes = readFileSync(join(root, 'docs', 'keep-up-to-date.md'), 'utf8')
  const [, tarball, check = ''] =
    /entry: npx --yes --package (\S+) (markport .*)$/m.exec(recipes) ?? []
  assert.equal(tarball, `./tools/markport-${manifest().version}.tgz`, 'as npm names it')
  const path = [dirname(markport()), env.PATH].join(delimiter)
  const options = { cwd: repository, env: { ...env, PATH: path } }
  assert.match((await run('sh', ['-c', check], options)).stdout, /checked +2\n/)
})

test('offers the client as a library', async (t) => {
  const deaf = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  t.after(() => deaf.close())
  await once(deaf, 'listening')
  const { port } = deaf.address() as AddressInfo
  const program = `
    import { importPage } from 'markport/client'
    const connection = { endpoint: 'http://127.0.0.1:${port}/', token: 't', maxAttempts: 1 }
    const fields = { spaceId: 'S', parentId: '1', pageTitle: 'T', content: 'c' }
    importPage(connection, fields).catch((error) => process.stdout.write(error.key))`
  const file = join(folder, 'client.mjs')
  writeFileSync(file, program)
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
  assert.equal(stdout, 'no-connection')
})

test('has types that hold in a project of nothing else, as clients of its document have', async () => {
  const document = await (await fetch(`${addresses.url}/openapi.json`)).text()
  const types = await openapiTypescript(JSON.parse(document), { defaultNonNullable: true })
  writeFileSync(join(folder, 'operation.ts'), types)
  const programs = ['program.ts', 'wrong.ts']
  writeFileSync(join(folder, 'program.ts'), typedProgram)
  writeFileSync(join(folder, 'wrong.ts'), wrongProgram)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  // Also checks the types of the package itself, without those of the DOM and Node.
  const target = ['--target', 'es2022', '--lib', 'es2023', '--types', '', '--module', 'nodenext']
  const options = ['--strict', '--noEmit', ...target, '--pretty', 'false', ...programs]
  const checking = run(process.execPath, [compiler, ...options], { cwd: folder, env })
  await assert.rejects(checking, ({ stdout }) => {
    assert.match(stdout, /^wrong\.ts\(.*TS2739.*\n$/)
    return true
  })
})

const typedProgram = `
  import { checkFolder, importFolder, importPage, type FolderReport } from 'markport/client'
  import { adfToHtml, markdownToAdf, type MarkdownOptions, type Warning } from 'markport/convert'
  import type { components } from './operation.js'
  type Schemas = components['schemas']
  type Request = Schemas['ImportRequest']
  const options: MarkdownOptions = { resolveImage: (url) => ({ url }) }
  const { adf, warnings } = markdownToAdf('*Hi*', options)
  export const said: readonly Warning[] = warnings
  export const html: string = adfToHtml(adf)
  export const folders: Promise<FolderReport> = importFolder({
    endpoint: 'e', token: 't', spaceId: 'S', parentId: '1', paths: ['.'], workingFolder: '/',
  })
  export const others = [checkFolder, importPage]
  export const request: Request = { spaceId: 'S', parentId: '1', pageTitle: 'T', content: 'c' }
  export const read = ({ key, adf, foreseen }: Schemas['DryRunAnswer']): unknown[] =>
    [key === 'dry-run', adf.content[0]?.['type'], foreseen.edited?.at]`

const wrongProgram = `
  import type { components } from './operation.js'
  export const wrong: components['schemas']['ImportRequest'] = { spaceId: 'S' }`

test('offers the converter as a library', async () => {
  const program = `
    import { adfToHtml, markdownToAdf } from 'markport/convert'
    process.stdout.write(adfToHtml(markdownToAdf('*Hi*').adf))`
  const file = join(folder, 'library.mjs')
  writeFileSync(file, program)
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
  assert.equal(stdout, '<p><em>Hi</em></p>')
})

test('leads from the first start to pages, which a browser shows, and ends with 0', async (t) => {
  const { url, endpoint } = addresses
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  const setupLink = readFileSync(join(folder, 'data', 'setup-link.txt'), 'utf8')
  await page.goto(setupLink.trim())
  await page.fill('#password', userPassword)
  await page.fill('#repeated', userPassword)
  await page.click('main button')
  await page.goto(`${url}/sign-in?next=/import`)
  await page.fill('[name=name]', 'admin')
  await page.fill('[name=password]', userPassword)
  await page.press('[name=password]', 'Enter')
  // There is no space yet to import into.
  await page.waitForURL(`${url}/manage/spaces/new`)
  await page.fill('[name="key"]', 'DOCS')
  await page.fill('[name="name"]', 'Product docs')
  await page.click('main button')
  await page.waitForURL(`${url}/manage/spaces?done=created`)
  await page.goto(`${url}/manage/tokens/new`)
  await page.fill('[name="name"]', 'ci-docs')
  await page.click('main button')
  const token = (await page.textContent('#token')) ?? ''
  const data = join(folder, 'data')
  const [space] = JSON.parse((await callCli(['space', 'list', '--data', data, '--json'])).stdout)
  const content = `All of it.\n\n\`\`\`mermaid\nflowchart LR\n  first[First step] --> second\n\`\`\`\n\n$$\n\\frac{a}{b}\n$$\n`
  const fields = { spaceId: space.id, parentId: space.homepageId, pageTitle: 'Large', content }
  const { status, json: answer } = await send(endpoint, JSON.stringify(fields), {
    authorization: `Bearer ${token}`,
  })
  assert.equal(status, 201)

  await page.goto(answer.page.url)
  assert.match((await page.locator('main math mfrac').textContent()) ?? '', /ab/)
  await page.locator('.diagram iframe').scrollIntoViewIfNeeded()
  await page.frameLocator('.diagram iframe').locator('svg', { hasText: 'First step' }).waitFor()

  await page.goto(`${url}/search?q=large`)
  assert.ok(await page.locator('.hits a', { hasText: 'Large' }).isVisible())

  await page.goto(`${url}/import?space=${space.id}&parent=${space.homepageId}`)
  await page.fill('#importTitle', 'By the form')
  await page.fill('#importContent', 'Written **here**.')
  await page.click('#importForm [type=submit]:visible')
  await page.locator('main strong', { hasText: 'here' }).waitFor()

  const closed = once(service, 'close')
  service.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
})
