/** `markport import` where the user may not read everything: the rest is imported, and all of it said. @module */
import assert from 'node:assert/strict'
import { chmodSync, lchownSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FolderEvent } from '../../src/folder/folder-events.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import { callCliAsNobody } from '../support/service/cli-in-folder.ts'
import { startTestServer, type TestServer } from '../support/service/test-server.ts'

const closed = ['locked.md', 'i.gif', 'ruled/.gitignore', 'shut']

let dataDirectory: string
let server: TestServer
let folder: DocsFolder

before(async () => {
  dataDirectory = temporaryFolder()
  server = await startTestServer({ dataDirectory })
  folder = docsFolder({
    'a.md': '# A\n\n![i](i.gif)\n\n[c](shut/c.md)\n',
    'i.gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    'locked.md': '# Locked\n\ntext\n',
    'open/b.md': '# B\n\ntext\n',
    'ruled/.gitignore': 'private.md\n',
    'ruled/d.md': '# D\n\ntext\n',
    'ruled/private.md': '# Private\n\ntext\n',
    'shut/c.md': '# C\n\ntext\n',
  })
  symlinkSync('shut/none', join(folder.path, 'aside'))
  giveToNobody(folder.path)
})
after(async () => {
  await server.stop()
  open()
  folder.remove()
})

function close(): void {
  for (const path of closed) chmodSync(join(folder.path, path), 0o000)
}

function open(): void {
  for (const path of closed) chmodSync(join(folder.path, path), path === 'shut' ? 0o755 : 0o644)
}

async function importing() {
  const args = ['import', folder.path, '--json']
  const { code, stdout, stderr } = await callCliAsNobody('/', args, {
    MARKPORT_ENDPOINT: server.endpoint,
    MARKPORT_SPACE: server.space.key,
    MARKPORT_PARENT: server.space.homepageId,
    MARKPORT_TOKEN: server.token,
  })
  const events = stdout
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as FolderEvent] : []))
  const nameOf = (file: string): string => file.split(`${basename(folder.path)}/`)[1] ?? file
  const pages = events.flatMap((event) => (event.type === 'page' ? [event] : []))
  return {
    code,
    stderr,
    outcomes: Object.fromEntries(pages.map(({ file, outcome }) => [nameOf(file), outcome])),
    messages: pages.flatMap(({ message }) => message ?? []),
    warnings: events
      .flatMap((one) =>
        one.type === 'warning' ? [`${nameOf(one.file)}:${one.line} ${one.code}`] : [],
      )
      .sort(),
    summary: events.find(({ type }) => type === 'summary') as FolderEvent & { type: 'summary' },
  }
}

test('imports what can be read, names what cannot, and takes it in once it can', async () => {
  const none = { created: 0, updated: 0, unchanged: 0, failed: 0, 'not-sent': 0 }
  const said = [
    'a.md:3 image-unreadable',
    'a.md:5 link-outside',
    'aside:0 symlink-broken',
    'ruled:0 folder-unreadable',
    'shut:0 folder-unreadable',
  ]
  close()
  const first = await importing()
  assert.equal(first.code, 1)
  assert.equal(
    first.stderr,
    '{"error":{"message":"1 page not imported; see above.","key":"failed","exitCode":1}}\n',
  )
  assert.deepEqual(first.outcomes, {
    'a.md': 'created',
    'locked.md': 'failed',
    'open/': 'created',
    'open/b.md': 'created',
  })
  assert.deepEqual(first.messages, [
    'This file cannot be read (EACCES). Check that it is there and may be read.',
  ])
  assert.deepEqual(first.warnings, said)
  assert.deepEqual(first.summary.counts, { ...none, created: 3, failed: 1 })

  open()
  const second = await importing()
  assert.deepEqual([second.code, second.stderr, second.warnings], [0, '', []])
  assert.deepEqual(second.outcomes, {
    'a.md': 'updated',
    'locked.md': 'created',
    'open/': 'unchanged',
    'open/b.md': 'unchanged',
    'ruled/': 'created',
    'ruled/d.md': 'created',
    'shut/': 'created',
    'shut/c.md': 'created',
  })
  assert.deepEqual(second.summary.counts, { ...none, created: 5, updated: 1, unchanged: 2 })

  // Unreadable files keep their known pages, and links to them stay.
  close()
  const third = await importing()
  assert.deepEqual(
    third.warnings,
    said.filter((one) => one !== 'a.md:5 link-outside'),
  )
  assert.deepEqual(third.summary.counts, { ...none, updated: 1, unchanged: 2, failed: 1 })
  assert.deepEqual(third.summary.withoutFile, [])

  chmodSync(join(folder.path, 'locked.md'), 0o644)
  const fourth = await importing()
  assert.deepEqual(fourth.summary.counts, { ...none, unchanged: 4 })
  assert.equal(fourth.code, 1)
  assert.equal(
    fourth.stderr,
    '{"error":{"message":"not every folder could be read; see above.","key":"failed","exitCode":1}}\n',
  )
})

function giveToNobody(folder: string): void {
  if (process.getuid?.() !== 0) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['', ...inside]) lchownSync(join(folder, name), 65_534, 65_534)
}
