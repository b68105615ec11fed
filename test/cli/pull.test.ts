import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { EditsAnswer } from '../../src/contract/answers.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import { startScriptedService } from '../support/network/scripted-service.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops) await stop()
})

const imported = 'One.\n\nTwo [b](https://w.example/b).\n'
const edited = (line: number, before: string, text: string): EditsAnswer['edits'][number] => ({
  line,
  endLine: line,
  before,
  after: text,
})

async function start(
  file: string,
  edits: EditsAnswer['edits'],
  {
    path = 'a.md',
    status = 200,
    parent = '1',
  }: { path?: string; status?: number; parent?: string } = {},
): Promise<{ folder: DocsFolder; pull(...args: string[]): Promise<CliRun> }> {
  const service = await startScriptedService((response, _, { path: asked = '' }) => {
    const about = { body: 'Success', key: 'source' }
    const page = { pageId: '7', title: 'A', parentId: '1', version: 1, digest: 'd' }
    const edit = { by: 'Ada', at: '2026-03-01', version: 2 }
    const body = asked.includes('/edits')
      ? { ...about, version: 2, by: 'Ada \u001b[31m', at: '2026-03-01', markdown: imported, edits }
      : { ...about, pages: [{ ...page, path, edited: edit }], next: null }
    response.writeHead(asked.includes('/edits') ? status : 200, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(body))
  })
  stops.push(service.stop)
  const folder = docsFolder({ 'a.md': file })
  const env = {
    MARKPORT_ENDPOINT: service.endpoint,
    MARKPORT_SPACE: 'DOCS',
    MARKPORT_PARENT: parent,
    MARKPORT_TOKEN: 'secret',
    GITHUB_ACTIONS: '',
    CI: '',
  }
  return { folder, pull: (...args) => callCli(['pull', folder.path, ...args], { env }) }
}

describe('pull', () => {
  test('prints what it cannot take, and fails, but prints the rest', async () => {
    const { pull } = await start('Eins.\n\nTwo [b](b.md).\n', [
      edited(1, 'One.', 'Uno.'),
      edited(3, 'Two [b](https://w.example/b).', 'Dos [b](https://w.example/b).'),
      { before: 'note', after: 'remark', problem: 'its lines are not known' },
    ])
    const { code, stdout, stderr } = await pull()
    assert.equal(code, 1)
    assert.match(stdout, /\n-Two \[b\]\(b\.md\)\.\n\+Dos \[b\]\(b\.md\)\.\n$/)
    assert.match(stderr, /a\.md:1: An edit is not taken: .+\n {2}- One\.\n {2}\+ Uno\.\n/)
    assert.match(
      stderr,
      /An edit is not taken: its lines are not known.+\n {2}- note\n {2}\+ remark\n/,
    )
    assert.match(stderr, /2 edits not taken; see above\.\n$/)
    assert.ok(!(stdout + stderr).includes('\u001b'), 'names obey nobody')
  })

  test('tells with --json, and with 1, what an edit lost', async () => {
    const rough = { ...edited(1, 'One.', 'Uno @Ann.'), isRough: true }
    const { pull } = await start(imported, [rough])
    const { code, stdout } = await pull('--json')
    const [file, summary] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual([code, file.edits[0].isRough, file.edits[0].isTaken], [0, true, true])
    assert.match(file.patch, /^--- .+\n\+\+\+ .+\n@@ -1,3 \+1,3 @@\n-One\.\n\+Uno @Ann\.\n/)
    assert.deepEqual([summary.pages, summary.edited, summary.taken], [1, 1, 1])
    assert.match(
      (await pull()).stderr,
      /a\.md:1: Not all of the look of this edit is in the patch\.\n/,
    )
  })

  test('takes edits for no file that its folder does not hold', async () => {
    const outside = docsFolder({ 'x.md': imported })
    for (const path of ['link.md', '../x.md']) {
      const { folder, pull } = await start('Other.\n', [edited(1, 'One.', 'Uno.')], { path })
      symlinkSync(join(outside.path, 'x.md'), join(folder.path, 'link.md'))
      const { code, stdout } = await pull()
      assert.deepEqual([code, stdout], [1, ''], path)
    }
  })

  test('says what is missing or wrong', async () => {
    const { folder, pull } = await start(imported, [], { status: 404 })
    const gone = await pull()
    assert.equal(gone.code, 1)
    assert.match(gone.stderr, /a\.md: Success/)
    const { pull: pullElsewhere } = await start(imported, [], { path: 'none/b.md' })
    assert.equal((await pullElsewhere()).code, 0)
    const place = ['--endpoint', 'http://127.0.0.1:1', '--space', 'DOCS']
    const withoutToken = ['pull', folder.path, ...place]
    const noToken = await callCli(withoutToken, { env: { MARKPORT_TOKEN: '' } })
    assert.deepEqual([noToken.code, /There is no token/.test(noToken.stderr)], [2, true])
    const { pull: pullUnnamed } = await start(imported, [], { parent: '' })
    const unnamed = await pullUnnamed()
    assert.deepEqual([unnamed.code, /Give --source, or --parent/.test(unnamed.stderr)], [1, true])
    const input = await callCli(['pull', '-'], { env: { MARKPORT_TOKEN: 'x' } })
    assert.equal(input.code, 2)
  })

  test('refuses files that are no text, and keeps the mark of byte order', async () => {
    const edits = [edited(1, 'One.', 'Uno.')]
    const marked = await start(`\uFEFF${imported}`, edits)
    const { code: markedCode, stdout: patch } = await marked.pull()
    assert.equal(markedCode, 0)
    assert.match(patch, /\n-\uFEFFOne\.\n\+\uFEFFUno\.\n/)
    const { folder, pull } = await start(imported, edits)
    writeFileSync(join(folder.path, 'a.md'), Buffer.from([0x4f, 0xff, 0x0a]))
    const { code, stderr } = await pull()
    assert.equal(code, 1)
    assert.match(stderr, /its file cannot be read/)
  })
})
