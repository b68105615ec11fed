import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnswerWarning } from '../src/contract/answers.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  let space: Space

  before(async () => {
    space = await server.createSpace('ASKED')
  })

  const ask = (
    name: string,
    action: string,
    fields: object = {},
    at = `previews/${name}/${action}`,
  ): Promise<TestAnswer> =>
    send(
      server.endpoint.replace(/webtrigger$/, at),
      JSON.stringify({ spaceId: space.key, ...fields }),
      {
        authorization: `Bearer ${server.token}`,
        'Markport-Run': name,
        'Idempotency-Key': at.slice(-10),
      },
    )

  test('what nobody documents is told of by each of them, and is not much', async () => {
    for (const action of ['begin', 'show', 'end']) {
      assert.equal((await ask('known', action)).json.warnings, undefined)
    }
    for (const action of ['begin', 'show', 'end']) {
      const { status, json } = await ask('told', action, { keepFor: '7d', dryRun: true })
      assert.equal(status, 200, json.body)
      assert.deepEqual(
        json.warnings.map(({ code, message }: AnswerWarning) => [code, message]),
        ['keepFor', 'dryRun'].map((name) => [
          'unknown-field',
          `The field "${name}" is not known and was ignored.`,
        ]),
      )
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x${index}`, 1]))
    assert.match((await ask('told', 'begin', many)).json.body, /has 101 fields that are not known/)
  })

  test('what is of another type is refused by its name, and nothing of it is kept', async () => {
    const object = { toString: 1 }
    const cases: readonly [field: string, fields: object][] = [
      ['keepForMs', { keepForMs: '7d' }],
      ['gone', { gone: {} }],
      ['gone[0].pageId', { gone: [{ pageId: 7, version: 1 }] }],
      ['warnings', { warnings: 'none' }],
      ['warnings[0]', { warnings: [7] }],
      ['warnings[0].file', { warnings: [{ file: object }] }],
      ['warnings[1].line', { warnings: [{}, { line: '7' }] }],
      ['warnings[0].isNew', { warnings: [{ isNew: 'no' }] }],
      ['failures', { failures: { 0: {} } }],
      ['failures[0].message', { failures: [{ message: 7 }] }],
      ['staying[0]', { staying: [null] }],
      ['staying[0].pageId', { staying: [{ pageId: 7 }] }],
    ]
    assert.equal((await ask('typed', 'begin')).status, 200)
    for (const [field, fields] of cases) {
      const { status, json } = await ask('typed', 'show', fields)
      assert.deepEqual([status, json.key], [400, 'bad-request'], `${field}: ${json.body}`)
      assert.ok(json.body.startsWith(`Error: ${field} `), `${field}: ${json.body}`)
    }
    assert.equal((await fetch(`${server.url}/wiki/previews/typed`)).status, 404)
    const half = { file: `${'x'.repeat(499)}\u{1F600}`, message: 'a\0b' }
    assert.equal((await ask('typed', 'show', { failures: [half] })).status, 200)
    const page = await (await fetch(`${server.url}/wiki/previews/typed`)).text()
    assert.match(page, /x\uFFFD.*a\uFFFDb/s)
  })

  test('a page says when a run told more than is listed', async () => {
    for (const count of [1_000, 1_001]) {
      const name = `rows-${count}`
      await ask(name, 'begin')
      const failures = Array.from({ length: count }, () => ({ file: 'a.md', message: 'b' }))
      assert.equal((await ask(name, 'show', { failures })).status, 200)
      const page = await (await fetch(`${server.url}/wiki/previews/${name}`)).text()
      assert.equal(page.includes('more than is listed'), count > 1_000)
    }
  })

  test('an import under the same key is nothing to a preview', async () => {
    const page = { parentId: space.homepageId, pageTitle: 'Once', content: 'Words.' }
    const fields = { ...page, overwrite: true }
    await ask('once', 'begin')
    const imported = await ask('once', 'webtrigger', fields, 'webtrigger')
    const tried = await ask('once', 'webtrigger', { ...fields, dryRun: true })
    const sent = await ask('once', 'webtrigger', fields)
    const keys = [imported, tried, sent].map(({ json }) => json.key)
    assert.deepEqual(keys, ['created', 'dry-run', 'unchanged'])
  })

  test('no other names than those of a step in an address make one', async () => {
    const names = ['..', '%2e%2e', '.hidden', '-x', 'a%2Fb', 'a%00b', '%3Cscript%3E', 'ä', 'a%20b']
    for (const name of [...names, 'x'.repeat(65)]) {
      const asked = name.replace(/[^A-Za-z0-9._%-]/gu, encodeURIComponent)
      const { status } = await ask(asked, 'begin').catch(() => ({ status: 400 }))
      assert.ok([400, 404].includes(status), `${name}: ${status}`)
      const { status: shown } = await fetch(`${server.url}/wiki/previews/${asked}`)
      assert.equal(shown, 404, name)
    }
    for (const name of ['constructor', '__proto__', 'x'.repeat(64), 'webtrigger', 'begin']) {
      const expected = name.startsWith('_') ? 400 : 200
      assert.equal((await ask(name, 'begin')).status, expected, name)
      assert.equal((await ask(name, 'end')).status, expected, name)
    }
  })
})
