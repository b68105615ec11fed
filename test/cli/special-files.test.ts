/** FIFOs, sockets and devices among the files of an import: never opened, and named where it matters. @module */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import {
  answer,
  type ScriptedService,
  startScriptedService,
} from '../support/network/scripted-service.ts'
import { callCliIn } from '../support/service/cli-in-folder.ts'
import type { CliRun } from '../support/service/run-cli.ts'

/** Opening a FIFO without a writer blocks for ever, until the test's deadline. */
const deadline = { timeout: 120_000 }

let service: ScriptedService
before(async () => {
  service = await startScriptedService((response, number, { fields }) => {
    const page = { id: String(100 + number), title: fields.pageTitle, version: 1 }
    answer(response, 201, {
      key: 'created',
      page: { ...page, spaceId: '1', parentId: '1', url: `http://h/${number}` },
      warnings: [],
    })
  })
})
after(() => service.stop())

function folderWith(files: Record<string, string>): DocsFolder {
  return docsFolder(files)
}

function makeFifo(path: string): void {
  execFileSync('mkfifo', [path])
}

function importing(cwd: string, args: readonly string[] = ['.']): Promise<CliRun> {
  return callCliIn(cwd, ['import', ...args], { ...place(), MARKPORT_TOKEN: 'a.b.c' })
}

const place = () => ({
  MARKPORT_ENDPOINT: service.endpoint,
  MARKPORT_SPACE: 'S',
  MARKPORT_PARENT: '1',
})

test('images that are none are left as they are written, and named', deadline, async () => {
  const folder = folderWith({ 'a.md': '# A\n\n![f](f.png) ![s](s.png) ![l](l.png) ![d](d.png)\n' })
  makeFifo(join(folder.path, 'f.png'))
  symlinkSync('f.png', join(folder.path, 'l.png'))
  symlinkSync('/dev/zero', join(folder.path, 'd.png'))
  const socket = createServer().listen(join(folder.path, 's.png'))
  await new Promise((resolve) => socket.once('listening', resolve))
  const { code, stderr } = await importing(folder.path)
  socket.close()
  assert.equal(code, 0, stderr)
  for (const name of ['f.png', 's.png', 'l.png']) {
    assert.match(
      stderr,
      new RegExp(`a\\.md:3: The file ${name} cannot be read: the image was left`),
    )
  }
  assert.match(stderr, /The image d\.png lies outside the repository/)
})

test('a page that is no file fails by its name, and the rest is imported', deadline, async () => {
  const folder = folderWith({ 'a.md': '# A\n\ntext\n' })
  makeFifo(join(folder.path, 'pipe'))
  symlinkSync('pipe', join(folder.path, 'b.md'))
  const { code, stdout, stderr } = await importing(folder.path)
  assert.equal(code, 1)
  assert.match(stderr, /^b\.md: This is not a file: it was not opened\.$/m)
  assert.match(stdout, /^created {4}a\.md/m)
  makeFifo(join(folder.path, 'c.md'))
  const named = await importing(folder.path, ['c.md'])
  assert.equal(named.code, 1)
  assert.match(named.stderr, /^c\.md: This is not a file/m)
})

test('a folder whose .gitignore is none is left out', deadline, async () => {
  const folder = folderWith({ 'a.md': '# A\n\ntext\n', 'sub/b.md': '# B\n\ntext\n' })
  makeFifo(join(folder.path, 'sub/.gitignore'))
  const { code, stderr } = await importing(folder.path)
  assert.equal(code, 1)
  assert.match(stderr, /^sub: This folder cannot be read and was left out: this is a FIFO/m)
})

test('a configuration beside the files must be a file', deadline, async () => {
  const folder = folderWith({ 'a.md': '# A\n\ntext\n' })
  makeFifo(join(folder.path, 'markport.json'))
  const configured = await importing(folder.path)
  assert.equal(configured.code, 2)
  assert.match(configured.stderr, /this is a FIFO, not a file: '.*markport\.json'/)
})

test(
  'a token may come from a pipe that the user names, and from none that a file names',
  deadline,
  async () => {
    const folder = folderWith({ 'a.md': '# A\n\ntext\n' })
    const pipes = temporaryFolder()
    const pipe = join(pipes, 'token')
    makeFifo(pipe)
    const named = callCliIn(folder.path, ['import', '.', '--token-file', pipe], place())
    await once(spawn('sh', ['-c', 'echo a.b.c > "$1"', 'sh', pipe]), 'close')
    const { code, stderr } = await named
    assert.equal(code, 0, stderr)
    folder.write({ 'markport.json': JSON.stringify({ tokenFile: pipe }) })
    const configured = await callCliIn(folder.path, ['import', '.'], place())
    assert.equal(configured.code, 2)
    assert.match(configured.stderr, /does not say where tokens are read from. Give --token-file/)
  },
)
