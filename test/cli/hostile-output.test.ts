/** What others wrote, printed by the real program: shown, and obeyed by no terminal and no CI. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { textOutput } from '../../src/cli/text-output.ts'
import { assertHarmless } from '../support/conversion/harmless-output.ts'
import { type DocsFolder, docsFolder } from '../support/folders/docs-folder.ts'
import {
  answer,
  type ScriptedService,
  startScriptedService,
} from '../support/network/scripted-service.ts'
import { callCliIn } from '../support/service/cli-in-folder.ts'
import { type CliRun, callCli } from '../support/service/run-cli.ts'
import { startTestServer } from '../support/service/test-server.ts'

const hostile =
  '\u001b]0;owned\u0007\u009b31m\u202e\u2066\u200b\u{e0041}\r\n::add-mask::x\n ##vso[task.setvariable]y\n##[error]z\n##teamcity[x]\nsection_start:1:a\r\u001b[0K\u2028::stop-commands::s'

let folder: DocsFolder
let service: ScriptedService

before(async () => {
  folder = docsFolder({
    '::add-mask::first.md': '# ::add-mask::t\u009b31m\u202e\n\n[x](missing.md)\n',
    'b\u001b[2J\n::error::c.md': '---\ntitle: "\\e]0;x\\a\\u2028 ##vso[a]"\n---\n\ntext\n',
    '##[group]d.md': '# ##teamcity[x]\n\n<!-- gone -->\n\n[l](::add-mask::no\u009b.md)\n',
    'e%0A::error::,:f.md': '# E\n\n![i](i%1b%5d0;x.png)\n',
  })
  let imports = 0
  service = await startScriptedService((response, _, { path }) => {
    const refusal = { body: `Error: ${hostile}`, key: hostile }
    if (/\/(?:reservations|sources)(?:\?|$)/.test(path ?? '')) return answer(response, 404, refusal)
    if (imports++ % 2 === 0) return answer(response, 400, refusal)
    const page = { id: '1', title: hostile, spaceId: '1', parentId: '1', version: 1 }
    const warnings = [{ code: 'html-shown', message: hostile, line: 1 }]
    answer(response, 201, {
      body: hostile,
      key: 'created',
      page: { ...page, url: `http://h/${hostile}` },
      warnings,
    })
  })
})
after(async () => {
  await service.stop()
  folder.remove()
})

function importing(args: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
  const target = ['--endpoint', service.endpoint, '--space', 'S', '--parent', '1']
  return callCliIn(folder.path, ['import', '.', ...target, '--concurrency', '1', ...args], {
    MARKPORT_TOKEN: 'a.b.c',
    CI: '',
    GITHUB_ACTIONS: '',
    ...env,
  })
}

describe('an import from and to strangers', () => {
  for (const args of [[], ['--dry-run'], ['--check'], ['--resend', '--prune']]) {
    test(`prints nothing that is obeyed: ${args.join(' ') || 'import'}`, async () => {
      const { stdout, stderr } = await importing(args)
      assertHarmless(stdout)
      assertHarmless(stderr)
      assert.match(stdout + stderr, /\\u003a:add-mask::first\.md/)
      assert.match(stdout + stderr, /#\\u0023\[group\]d\.md/)
    })
  }

  test('shows what a service says, in one line', async () => {
    const { stderr } = await importing(['--resend'])
    assert.match(
      stderr,
      /^\S.*\.md: \\u001b\]0;owned\\u0007\\u009b31m\\u202e.*\\r\\n::add-mask::x\\n/m,
    )
  })

  test('prints exact JSON', async () => {
    const { stdout, stderr } = await importing(['--resend', '--json'])
    assertHarmless(stdout)
    assertHarmless(stderr)
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const messages = events.map(({ message }) => message ?? '')
    assert.ok(
      messages.some((message) => message.includes(hostile)),
      stdout,
    )
  })
})

test('wrong use repeats arguments, and nothing in them is obeyed', async () => {
  const cases = [
    [hostile],
    [`--${hostile}`],
    ['serve', hostile, hostile],
    ['serve', `--listen=${hostile}`],
    ['serve', '--max-depth', hostile],
    ['convert', 'a.md', '--to', hostile],
    ['convert', `/nowhere/${hostile}.md`],
    ['import', `/nowhere/${hostile}`],
    ['import', 'docs', '--config', `/nowhere/${hostile}`],
    ['license', 'set', hostile],
    ['token', 'create', 'name', '--expires-in', hostile],
    ['space', 'list', '--data', `/proc/${hostile}`],
    ['help', hostile],
  ]
  for (const { code, stdout, stderr } of await Promise.all(cases.map((args) => callCli(args)))) {
    assert.ok(code === 1 || code === 2, `${code}`)
    assertHarmless(stdout)
    assertHarmless(stderr)
    assert.notEqual(stderr, '')
  }
  const { stderr } = await callCli(['serv'])
  assert.match(stderr, /^error: unknown command 'serv'\n\(Did you mean serve\?\)\n/)
})

test('titles and names from the store are shown', async () => {
  const dataDirectory = join(folder.path, '.store')
  const server = await startTestServer({ dataDirectory })
  const title = 'a\u202egnp ##[error]'
  const { json } = await server.post({ pageTitle: title })
  await server.stop()
  const place = ['--data', dataDirectory]
  await callCli(['space', 'create', 'EVIL', '::add-mask::\u202e##vso[x]', ...place])
  for (const args of [
    ['space', 'list'],
    ['space', 'list', '--json'],
    ['page', 'show', json.page.id, '--json'],
    ['user', 'list'],
    ['token', 'list'],
    ['doctor'],
  ]) {
    const { code, stdout, stderr } = await callCli([...args, ...place])
    assert.equal(code, 0, stderr)
    assertHarmless(stdout + stderr)
  }
  const shown = await callCli(['page', 'show', json.page.id, '--json', ...place])
  assert.equal(JSON.parse(shown.stdout).title, title)
})

test('on a terminal only our own colours are codes, and documents are shown, too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const stream = Object.assign(new PassThrough(), { isTTY: true })
      const output = textOutput(stream, {})
      output.line({ color: 'red', text: one }, other)
      output.document(`${one}\n\t${other}`)
      const text = String(stream.read())
      assertHarmless(
        text
          .replace(/^\u001b\[31m/, '')
          .replace('\u001b[0m', '')
          .replaceAll('\t', ''),
      )
      assert.match(text, /^\u001b\[31m/)
    }),
  )
})

test('documents are exact where programs read them', async () => {
  const markdown = 'a\u202eb\n::add-mask::c\n'
  const { stdout } = await callCli(['convert', '-', '--to', 'text'], { input: markdown })
  assert.match(stdout, /\u202e/)
})
