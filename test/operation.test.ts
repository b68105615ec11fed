/** The operation's contract over HTTP: every row of its tables, in every wiki and on both engines. @module */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { contractLimits } from '../src/contract/limits.ts'
import { sql } from '../src/store/sql.ts'
import { assertEach } from './support/base/assert-each.ts'
import { untilNotBusy } from './support/base/wait-until.ts'
import { startWikiServer, type WikiServer, wikiSubjects } from './support/delivery/wiki-server.ts'
import { stopOwnCluster } from './support/postgres/test-postgres.ts'
import { dayMs } from './support/prepared-store.ts'
import { started } from './support/service/started.ts'
import { send, type TestAnswer, validImport } from './support/service/test-server.ts'

after(stopOwnCluster)

for (const { name, engine, kind } of wikiSubjects) {
  describe(name, () => operationCases(() => startWikiServer(engine, kind), kind !== undefined))
}

function operationCases(start: () => Promise<WikiServer>, isConnected: boolean): void {
  let server: WikiServer
  let title = 0
  const freshTitle = (): string => {
    title += 1
    return `Page ${title}`
  }

  before(async () => {
    server = await start()
    // The server may not know the connection yet.
    await untilNotBusy(() => server.post({ pageTitle: 'First', dryRun: true }))
  })
  after(() => server.stop())

  test('creates a page and says where it is', async () => {
    const pageTitle = freshTitle()
    const { status, json } = await server.post({ pageTitle: `  ${pageTitle} ` })
    assert.equal(status, 201)
    assert.equal(json.key, 'created')
    assert.equal(json.body, 'Success: Page created successfully')
    assert.match(json.requestId, /^[0-9a-f-]{36}$/)
    assert.match(json.page.id, /^[1-9][0-9]*$/)
    assert.deepEqual(json.page, {
      id: json.page.id,
      title: pageTitle,
      spaceId: server.space.id,
      parentId: server.space.homepageId,
      version: 1,
      url: server.pageUrl(json.page.id),
    })
    assert.deepEqual(json.warnings, [])
  })

  test('finds the space by key, whatever its case', async () => {
    const answer = await server.post({ spaceId: 'docs', pageTitle: freshTitle() })
    assert.equal(answer.status, 201)
    assert.equal(answer.json.page.spaceId, server.space.id)
  })

  test('updates with overwrite, and keeps every version with its Markdown', async () => {
    const pageTitle = freshTitle()
    const first = await server.post({ pageTitle, content: 'one' })
    const second = await server.post({ pageTitle, content: 'two', overwrite: true })
    assert.equal(second.status, 200)
    assert.equal(second.json.key, 'updated')
    assert.equal(second.json.body, 'Success: Page updated successfully')
    assert.equal(second.json.page.id, first.json.page.id)
    assert.equal(second.json.page.version, 2)
    const versions = await server.keptVersions(first.json.page.id)
    // Confluence keeps its own history: there the record has the newest text alone.
    const earlier = server.site === undefined ? 'one' : ''
    assertEach(versions, ({ markdown }) => markdown, [earlier, 'two'])
    assert.match(versions[1]?.adf ?? '', /"two"/)
  })

  test('writes only over the version that If-Match names', async () => {
    const pageTitle = freshTitle()
    const sendAs = (ifMatch: string, more: object = {}): Promise<TestAnswer> =>
      server.post({ pageTitle, overwrite: true, ...more }, { 'If-Match': ifMatch })
    for (const condition of ['"1"', '*']) {
      const { status, json, headers } = await sendAs(condition)
      assert.deepEqual([status, json.key, json.version], [412, 'precondition-failed', undefined])
      assert.equal(headers.get('etag'), null)
    }
    const first = await server.post({ pageTitle })
    assert.equal(first.headers.get('etag'), '"1"')
    const { id: pageId } = first.json.page
    for (const [condition, more] of [
      ['"2"', {}],
      ['"2", W/"1"', { pageId }],
      ['"other"', { dryRun: true }],
    ] as const) {
      const { status, json, headers } = await sendAs(condition, { content: 'two', ...more })
      assert.deepEqual([status, json.key, json.version], [412, 'precondition-failed', 1])
      assert.equal(headers.get('etag'), '"1"')
    }
    const second = await sendAs('"7", "1"', { content: 'two' })
    assert.deepEqual(
      [second.status, second.json.key, second.headers.get('etag')],
      [200, 'updated', '"2"'],
    )
    assert.equal((await sendAs('*', { content: 'three', pageId })).json.page.version, 3)
    assert.equal((await sendAs('"3"', { content: 'three' })).json.key, 'unchanged')
    assert.equal((await sendAs('"3"', { overwrite: false })).json.key, 'already-exists')
    assert.equal((await server.keptVersions(pageId)).length, 3)
    for (const wrong of ['', '3', '"3', '"a" "b"', 'W/*']) {
      assert.deepEqual([(await sendAs(wrong)).status, wrong], [400, wrong])
    }
  })

  test('makes a page, and writes over none, where If-None-Match says so', async () => {
    const pageTitle = freshTitle()
    const headers = { 'If-None-Match': '*', 'Idempotency-Key': pageTitle }
    const page = { pageTitle, overwrite: true }
    const send = (more: object = {}, other: Record<string, string> = {}): Promise<TestAnswer> =>
      server.post({ ...page, ...more }, { 'If-None-Match': '*', ...other })
    assert.equal((await send({ dryRun: true })).json.outcome, 'created')
    const first = await server.post(page, headers)
    assert.deepEqual([first.status, first.json.key], [201, 'created'])
    assert.equal((await server.post(page, headers)).json.key, 'created', 'the same request again')
    assert.equal((await server.post(page, { 'Idempotency-Key': pageTitle })).status, 400)
    const { id: pageId } = first.json.page
    for (const more of [{}, { dryRun: true }, { overwrite: false }, { pageId }]) {
      const { status, json } = await send({ content: 'two', ...more })
      assert.deepEqual([status, json.key], [412, 'precondition-failed'], JSON.stringify(more))
      assert.match(json.body, /If-None-Match/)
    }
    for (const wrong of ['"1"', '', '*, "1"']) {
      assert.equal((await send({}, { 'If-None-Match': wrong })).status, 400, wrong)
    }
    assert.equal((await server.keptVersions(pageId)).length, 1)
  })

  test('refuses in one order, with If-Match and in a dry run too', async () => {
    const above = (await server.post({ pageTitle: freshTitle() })).json.page
    const below = (await server.post({ pageTitle: freshTitle(), parentId: above.id })).json.page
    const other = (await server.post({ pageTitle: freshTitle() })).json.page
    const named = { pageTitle: above.title, overwrite: true, pageId: above.id }
    for (const fields of [
      { ...named, parentId: below.id },
      { ...named, pageTitle: other.title },
      { ...named, overwrite: false, pageTitle: other.title },
      { ...named, content: `${'> '.repeat(91)}x` },
    ]) {
      for (const ifMatch of ['"7"', '"1"']) {
        const [dry, real] = await Promise.all(
          [true, false].map((dryRun) =>
            server.post({ ...fields, dryRun }, { 'If-Match': ifMatch }),
          ),
        )
        assert.ok((real?.status ?? 0) >= 400)
        assert.deepEqual([dry?.json.key, dry?.json.body], [real?.json.key, real?.json.body])
      }
    }
  })

  test('lets one of many win who all write over the same version', async () => {
    const pageTitle = freshTitle()
    await server.post({ pageTitle })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        server.post({ pageTitle, overwrite: true, content: `${index}` }, { 'If-Match': '"1"' }),
      ),
    )
    const keys = answers.map(({ json }) => json.key).filter((key) => key !== 'precondition-failed')
    assert.deepEqual(
      keys.filter((key) => key !== 'unavailable'),
      ['updated'],
    )
  })

  test('creates with overwrite when nothing is there', async () => {
    const { status, json } = await server.post({ pageTitle: freshTitle(), overwrite: true })
    assert.equal(status, 201)
    assert.equal(json.key, 'created')
  })

  test('makes no version when the page already holds exactly this', async () => {
    const pageTitle = freshTitle()
    const first = await server.post({ pageTitle })
    const second = await server.post({ pageTitle, overwrite: true })
    assert.equal(second.status, 200)
    assert.equal(second.json.key, 'unchanged')
    assert.equal(second.json.page.version, 1)
    assert.equal(await server.countVersions(first.json.page.id), 1)
  })

  test('refuses without overwrite when the page is there', async () => {
    const pageTitle = freshTitle()
    await server.post({ pageTitle })
    for (const overwrite of [undefined, false]) {
      const { status, json } = await server.post({ pageTitle, content: 'other', overwrite })
      assert.equal(status, 400)
      assert.equal(json.key, 'already-exists')
      assert.match(json.body, /^Error: A page titled "Page \d+" already exists under this parent\./)
    }
  })

  // Confluence compares titles differently.
  if (isConnected) {
    test('refuses a title that a page of the space has, whatever its case, and says where', async () => {
      const pageTitle = `${freshTitle()} Caf\u00e9`
      const { json } = await server.post({ pageTitle })
      const parentId = json.page.id
      const below = await server.post({ pageTitle: freshTitle(), parentId })
      for (const wanted of [pageTitle.normalize('NFD'), pageTitle.toUpperCase()]) {
        for (const place of [{}, { parentId: below.json.page.id }]) {
          const answer = await server.post({ pageTitle: wanted, ...place })
          assertRefusal(answer, 400, 'already-exists', /title/)
        }
      }
      const elsewhere = { pageTitle, parentId: below.json.page.id, overwrite: true }
      assertRefusal(await server.post(elsewhere), 400, 'already-exists', /title/)
    })
  } else {
    test('compares titles in Unicode NFC, with case', async () => {
      const base = freshTitle()
      assert.equal((await server.post({ pageTitle: `${base} Cafe\u0301` })).status, 201)
      assert.equal(
        (await server.post({ pageTitle: `${base} Caf\u00e9` })).json.key,
        'already-exists',
      )
      assert.equal((await server.post({ pageTitle: `${base} caf\u00e9` })).status, 201)
      const same = await server.post({ pageTitle: `${base} Caf\u00e9`, overwrite: true })
      assert.deepEqual([same.json.key, same.json.page.title], ['unchanged', `${base} Caf\u00e9`])
      const long = await server.post({ pageTitle: `${base.padEnd(254)}e\u0301` })
      assert.equal(long.json.page?.title.length, 255, long.json.body)
    })

    test('tells pages of one title under different parents apart', async () => {
      const pageTitle = freshTitle()
      const first = await server.post({ pageTitle })
      const second = await server.post({ pageTitle, parentId: first.json.page.id })
      assert.equal(second.status, 201)
      assert.notEqual(second.json.page.id, first.json.page.id)
    })
  }

  test('writes nothing in a dry run, and foretells each outcome', async () => {
    const pageTitle = freshTitle()
    const before = await server.countPages()
    const created = await server.post({ pageTitle, dryRun: true })
    assert.equal(created.status, 200)
    assert.equal(created.json.key, 'dry-run')
    assert.equal(created.json.outcome, 'created')
    assert.equal(created.json.adf.type, 'doc')
    assert.equal(created.json.adf.content[0].type, 'heading')
    assert.equal(await server.countPages(), before)
    const real = await server.post({ pageTitle })
    const dry = { pageTitle, dryRun: true }
    assert.equal((await server.post(dry)).json.key, 'already-exists')
    const unchanged = await server.post({ ...dry, overwrite: true })
    assert.equal(unchanged.json.outcome, 'unchanged')
    assert.deepEqual(unchanged.json.page, real.json.page)
    const updated = await server.post({ ...dry, overwrite: true, content: 'new' })
    assert.equal(updated.json.outcome, 'updated')
    assert.equal(await server.countPages(), before + 1)
  })

  test('leaves out a first heading that says the title, and keeps it in the Markdown', async () => {
    const pageTitle = freshTitle()
    const content = `<!-- a -->\n\n# ${pageTitle}\n\ntext`
    const headings = async (removeTitleHeading?: boolean) => {
      const fields = { pageTitle, content, removeTitleHeading, dryRun: true, overwrite: true }
      const { adf, outcome, warnings } = (await server.post(fields)).json
      const codes = warnings.map(({ code, severity }: Record<string, string>) => [code, severity])
      return { outcome, codes, types: adf.content.map(({ type }: { type: string }) => type) }
    }
    const comment = ['html-comment-dropped', 'note']
    const left = {
      outcome: 'created',
      codes: [comment, ['title-heading-removed', 'note']],
      types: ['paragraph'],
    }
    assert.deepEqual(await headings(), left)
    assert.deepEqual(await headings(true), left)
    const kept = { outcome: 'created', codes: [comment], types: ['heading', 'paragraph'] }
    assert.deepEqual(await headings(false), kept)
    const { json } = await server.post({ pageTitle, content })
    const [version] = await server.keptVersions(json.page.id)
    assert.equal(version?.markdown, content)
    assert.doesNotMatch(version?.adf ?? '', /heading/)
    assert.equal((await headings()).outcome, 'unchanged')
    assert.equal((await headings(false)).outcome, 'updated')
    const plain = { pageTitle, content: 'text', overwrite: true }
    await server.post(plain)
    const same = await server.post({ ...plain, removeTitleHeading: false })
    assert.equal(same.json.key, 'unchanged')
  })

  test('takes labels as a part of the page', async () => {
    const fields = { pageTitle: freshTitle(), overwrite: true }
    const keyWith = async (labels?: string[]): Promise<string> =>
      (await server.post({ ...fields, labels })).json.key
    assert.equal(await keyWith(['one', 'two']), 'created')
    assert.equal(await keyWith(), 'unchanged')
    assert.equal(await keyWith(['one', 'two']), 'unchanged')
    assert.equal(await keyWith(['one']), 'updated')
    assert.equal(await keyWith([]), 'updated')
  })

  test('renames and moves the page that its id names', async () => {
    const [pageTitle, newTitle] = [freshTitle(), freshTitle()]
    const { page } = (await server.post({ pageTitle })).json
    const parentId = (await server.post({ pageTitle: freshTitle() })).json.page.id
    const named = { pageId: page.id, pageTitle: newTitle, overwrite: true }
    const foreseen = (await server.post({ ...named, dryRun: true })).json
    assert.deepEqual([foreseen.outcome, foreseen.page], ['updated', page])
    const headers = { 'idempotency-key': `rename ${newTitle}` }
    const renamed = (await server.post(named, headers)).json
    assert.deepEqual([renamed.key, renamed.page.id, renamed.page.version], ['updated', page.id, 2])
    assert.deepEqual((await server.post(named, headers)).json, renamed)
    assert.equal((await server.post(named)).json.key, 'unchanged')
    const moved = (await server.post({ ...named, parentId })).json
    assert.deepEqual(
      [moved.key, moved.page.parentId, moved.page.version],
      ['unchanged', parentId, 2],
    )
    assert.equal((await server.post({ pageTitle })).json.key, 'created')
    const taken = await server.post({ pageTitle: newTitle, parentId })
    assert.equal(taken.json.key, 'already-exists')
  })

  test('refuses a page that cannot stand where it is wanted, also in a dry run', async () => {
    const { page } = (await server.post({ pageTitle: freshTitle() })).json
    const below = { pageTitle: freshTitle(), parentId: page.id }
    const child = (await server.post(below)).json.page
    const other = (await server.post({ pageTitle: freshTitle() })).json.page
    const named = { pageId: page.id, pageTitle: page.title, overwrite: true }
    for (const [key, fields] of [
      ['already-exists', { ...named, overwrite: false }],
      ['already-exists', { ...named, pageTitle: other.title }],
      ['bad-request', { ...named, parentId: page.id }],
      ['bad-request', { ...named, parentId: child.id }],
      ['not-found', { ...named, pageId: '999999' }],
      ['not-found', { ...named, pageId: 'none' }],
      ['not-found', { ...named, parentId: '999999' }],
    ] as const) {
      for (const dryRun of [true, false]) {
        const { json } = await server.post({ ...fields, dryRun })
        assert.equal(json.key, key, JSON.stringify(fields))
      }
    }
    assert.equal(await server.countVersions(page.id), 1)
  })

  test('creates for a token that may only create, and changes nothing for it', async () => {
    const { token } = await server.createToken('create-only', { isCreateOnly: true })
    const fields = { pageTitle: freshTitle(), overwrite: true }
    const { key, page } = (await server.post(fields, bearer(token))).json
    assert.equal(key, 'created')
    for (const more of [
      {},
      { content: 'Other.' },
      { dryRun: true },
      { overwrite: false },
      { position: 2 },
      { pageId: page.id, pageTitle: freshTitle() },
      { pageId: page.id, content: 'Other.', dryRun: true },
    ]) {
      const answer = await server.post({ ...fields, ...more }, bearer(token))
      assertRefusal(answer, 400, 'already-exists', /this API token may only create pages/)
    }
    assert.equal((await server.post(fields)).json.key, 'unchanged')
  })

  test('ignores unknown fields, and says so', async () => {
    const body = `{"spaceId":"DOCS","parentId":"${server.space.homepageId}","pageTitle":"${freshTitle()}","content":"x","author":["a"],"__proto__":{"overwrite":true}}`
    const { status, json } = await send(server.endpoint, body, bearer(server.token))
    assert.equal(status, 201)
    assertEach(json.warnings, (warning: { code: string; message: string }) => warning.code, [
      'unknown-field',
      'unknown-field',
    ])
    assert.match(json.warnings[0].message, /"author"/)
  })

  test('answers a repeated Idempotency-Key with the first answer', async () => {
    const fields = { pageTitle: freshTitle() }
    const headers = { 'idempotency-key': 'key-1' }
    const first = await server.post(fields, headers)
    const second = await server.post(fields, headers)
    assert.equal(first.status, 201)
    assert.equal(second.status, 201)
    assert.deepEqual(second.json, first.json)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(await server.countVersions(first.json.page.id), 1)
  })

  test('refuses an Idempotency-Key that was used for another request', async () => {
    const headers = { 'idempotency-key': 'key-2' }
    await server.post({ pageTitle: freshTitle() }, headers)
    const before = await server.countPages()
    const { status, json } = await server.post({ pageTitle: freshTitle() }, headers)
    assert.equal(status, 400)
    assert.equal(json.key, 'bad-request')
    assert.match(json.body, /Idempotency-Key was used in the last 24 hours/)
    assert.equal(await server.countPages(), before)
  })

  test('gives concurrent requests with one Idempotency-Key one answer', async () => {
    const fields = { pageTitle: freshTitle() }
    const headers = { 'idempotency-key': 'key-3' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => server.post(fields, headers)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ json }) => JSON.stringify(json))).size, 1)
  })

  test('forgets an Idempotency-Key after 24 hours, and after a refusal', async () => {
    const headers = { 'idempotency-key': 'key-4' }
    const pageTitle = freshTitle()
    await server.post({ pageTitle: freshTitle(), parentId: '999' }, headers)
    assert.equal((await server.post({ pageTitle }, headers)).status, 201)
    const token = (await server.createToken('long-lived', { lifetimeMs: 9 * dayMs })).token
    const mine = { ...headers, ...bearer(token) }
    assert.equal(
      (await server.post({ pageTitle, overwrite: true, content: 'a' }, mine)).status,
      200,
    )
    server.advanceClock(dayMs + 1)
    try {
      const later = await server.post({ pageTitle, overwrite: true, content: 'b' }, mine)
      assert.equal(later.json.key, 'updated')
    } finally {
      server.advanceClock(-dayMs - 1)
    }
  })

  test('admits a title of 255 characters and Markdown just at its limit', async () => {
    const pageTitle = `${freshTitle()} `.padEnd(255, 'x')
    const { status, json } = await server.post({ pageTitle, content: 'word '.repeat(200_000) })
    assert.equal(status, 201)
    assert.equal(json.page.title.length, 255)
  })

  test('answers alike whatever keeps a caller from a place', async () => {
    const other = await server.createSpace(`OTHER${String(Date.now()).slice(-6)}`)
    const cases: Record<string, unknown>[] = [
      { spaceId: 'NOWHERE' },
      { spaceId: '999999' },
      { spaceId: '99999999999999999999999' },
      { spaceId: '__proto__' },
      { parentId: '999999' },
      { parentId: '0' },
      { parentId: '-1' },
      { parentId: 'abc' },
      { parentId: other.homepageId },
      { spaceId: other.id },
    ]
    const bodies = new Set<string>()
    for (const fields of cases) {
      const answer = await server.post({ pageTitle: freshTitle(), ...fields })
      assertRefusal(answer, 404, 'not-found', /No such space or page for this token/)
      bodies.add(answer.json.body)
    }
    assert.equal(bodies.size, 1)
  })

  test('records every import that passed its token', async () => {
    const pageTitle = freshTitle()
    const { json } = await server.post({ pageTitle })
    const [record] = await server.database.read<Record<string, unknown>>(
      sql`select * from imports where request_id = ${json.requestId}`,
    )
    assert.equal(record?.result, 'created')
    assert.equal(record?.page_title, pageTitle)
    assert.equal(String(record?.page_id), json.page.id)
    assert.ok(Number(record?.duration_ms) >= 0)
  })
}

/** What is looked at before the wiki and the store are. */
describe('any request', () => {
  const server = started(() => startWikiServer('sqlite', undefined))
  let title = 0
  const freshTitle = (): string => {
    title += 1
    return `Page ${title}`
  }

  test('refuses an unusable Idempotency-Key', async () => {
    const { status, json } = await server.post({}, { 'idempotency-key': 'x'.repeat(256) })
    assert.equal(status, 400)
    assert.match(json.body, /1 to 255 characters/)
  })

  const badBodies: readonly [name: string, body: string | Uint8Array, message: RegExp][] = [
    ['nothing', '', /must be a JSON object in UTF-8/],
    ['no JSON', '{"spaceId":', /does not parse/],
    ['an array', '[]', /must be a JSON object, got an array/],
    ['a string', '"x"', /got a string/],
    ['null', 'null', /got null/],
    ['two documents', '{}{}', /does not parse/],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), /UTF-8/],
    [
      'JSON nested 200,000 deep',
      `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      /more than 32 levels/,
    ],
    ['a form', 'spaceId=1&parentId=2', /does not parse/],
  ]
  for (const [name, body, message] of badBodies) {
    test(`refuses a body that is ${name}`, async () => {
      const answer = await send(server.endpoint, body, bearer(server.token))
      assertRefusal(answer, 400, 'bad-request', message)
    })
  }

  const badFields: readonly [name: string, fields: Record<string, unknown>, message: RegExp][] = [
    ['no spaceId', { spaceId: undefined }, /^Error: spaceId is required/],
    ['no parentId', { parentId: undefined }, /^Error: parentId is required/],
    ['no pageTitle', { pageTitle: undefined }, /^Error: pageTitle is required/],
    ['no content', { content: undefined }, /^Error: content is required/],
    ['null for content', { content: null }, /content is required.*got null/],
    ['zero for spaceId', { spaceId: 0 }, /spaceId is required.*got a number/],
    ['false for pageTitle', { pageTitle: false }, /pageTitle is required.*got a boolean/],
    ['an empty pageTitle', { pageTitle: '' }, /pageTitle is required.*got an empty string/],
    ['a number for spaceId', { spaceId: 10001 }, /spaceId must be a string, got a number/],
    ['an array for pageTitle', { pageTitle: ['t'] }, /pageTitle must be a string, got an array/],
    ['an object for content', { content: {} }, /content must be a string, got an object/],
    [
      'a string for overwrite',
      { overwrite: 'true' },
      /overwrite must be true or false, got a string/,
    ],
    ['a number for overwrite', { overwrite: 1 }, /overwrite must be true or false, got a number/],
    ['null for overwrite', { overwrite: null }, /overwrite must be true or false, got null/],
    ['a string for dryRun', { dryRun: 'false' }, /dryRun must be true or false/],
    ['a string for labels', { labels: 'a' }, /labels must be an array of strings, got a string/],
    ['null for labels', { labels: null }, /labels must be an array of strings, got null/],
    ['a number for a label', { labels: ['a', 1] }, /labels\[1\] must be a string, got a number/],
    ['a space in a label', { labels: ['a b'] }, /labels\[0\] must be letters.*got "a b"/],
    ['NUL in a label', { labels: ['a\0'] }, /labels\[0\] must be letters/],
    ['a label that cannot be seen', { labels: ['\u0301'] }, /labels\[0\] must be letters/],
    ['a label that grows', { labels: ['\u0130'.repeat(200)] }, /1 to 255 characters, got 400/],
    ['an empty label', { labels: [''] }, /labels\[0\] must be letters/],
    ['a label of 256 characters', { labels: ['x'.repeat(256)] }, /1 to 255 characters, got 256/],
    ['51 labels', { labels: Array(51).fill('a') }, /labels must be at most 50, got 51/],
    ['a blank title', { pageTitle: ' \n ' }, /pageTitle must not be blank/],
    ['blank content', { content: ' \n\t ' }, /content must not be blank/],
    ['a title of 256 characters', { pageTitle: 'x'.repeat(256) }, /1 to 255 characters, got 256/],
    ['a line break in the title', { pageTitle: 'a\nb' }, /control characters/],
    ['a next line in the title', { pageTitle: 'a\u0085b' }, /control characters/],
    ['a line separator in the title', { pageTitle: 'a\u2028b' }, /control characters/],
    ['a title that nobody sees', { pageTitle: '\u200b\u00ad' }, /a character that people see/],
    ['NUL in the title', { pageTitle: 'a\0b' }, /pageTitle must not contain the NUL/],
    ['NUL in the content', { content: 'a\0b' }, /content must not contain the NUL/],
    ['a lone surrogate in the title', { pageTitle: 'a\ud800' }, /lone surrogate/],
    ['a lone surrogate in the content', { content: '\udfff' }, /lone surrogate/],
    [
      'Markdown over its limit',
      { content: 'x'.repeat(1024 * 1024 + 1) },
      /at most 1048576 bytes.*got 1048577/,
    ],
    ['Markdown nested too deep', { content: `${'> '.repeat(91)}x` }, /90/],
  ]
  for (const [name, fields, message] of badFields) {
    test(`refuses ${name}`, async () => {
      const before = await server.countPages()
      assertRefusal(await server.post(fields), 400, 'bad-request', message)
      assert.equal(await server.countPages(), before)
    })
  }

  test('takes unknown fields as deep and as many as the contract says, and no more', async () => {
    const { maxJsonDepth, maxUnknownFields } = contractLimits
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
    const many = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
    for (const fields of [{ more: nested(maxJsonDepth - 1) }, many(maxUnknownFields)]) {
      assert.equal((await server.post({ pageTitle: freshTitle(), ...fields })).status, 201)
    }
    const tooDeep = await server.post({ more: nested(maxJsonDepth) })
    assertRefusal(tooDeep, 400, 'bad-request', /nests more than 32 levels of JSON/)
    const tooMany = await server.post({ ...many(maxUnknownFields + 1) })
    assertRefusal(tooMany, 400, 'bad-request', /has 101 fields that are not known; at most 100/)
  })

  test('does not count embedded images against the limit of Markdown', async () => {
    const image = `![dot](data:image/png;base64,${'A'.repeat(1_100_000)})`
    const { status } = await server.post({ pageTitle: freshTitle(), content: `text ${image}` })
    assert.equal(status, 201)
  })

  test('refuses a body over its limit, declared or not', async () => {
    const declared = await server.post({ content: 'x'.repeat(8 * 1024 * 1024) })
    assertRefusal(declared, 413, 'payload-too-large', /at most 8388608 bytes/)
    const chunk = new TextEncoder().encode('x'.repeat(1024 * 1024))
    const response = await fetch(server.endpoint, {
      method: 'POST',
      headers: bearer(server.token),
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          for (let index = 0; index < 9; index += 1) controller.enqueue(chunk)
          controller.close()
        },
      }),
    } as RequestInit)
    assert.equal(response.status, 413)
  })

  test('refuses a compressed body', async () => {
    const answer = await server.post({}, { 'content-encoding': 'gzip' })
    assertRefusal(answer, 400, 'bad-request', /Content-Encoding/)
    const plain = await server.post({ pageTitle: freshTitle() }, { 'content-encoding': 'Identity' })
    assert.equal(plain.status, 201)
  })

  test('takes JSON whatever the content type says', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json\ta']) {
      const answer = await server.post({ pageTitle: freshTitle() }, { 'content-type': type })
      assert.equal(answer.status, 201, type)
    }
  })

  test('answers 405 with Allow to other methods', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(server.endpoint, { method })
      assert.equal(response.status, 405, method)
      assert.equal(response.headers.get('allow'), 'POST')
      assert.equal(((await response.json()) as { key: string }).key, 'method-not-allowed')
    }
  })

  test('answers 404 under another installation’s address', async () => {
    const elsewhere = server.endpoint.replace(server.appId, server.envId)
    const answer = await send(elsewhere, '{}', bearer(server.token))
    assertRefusal(answer, 404, 'not-found', /nothing at this address/)
  })

  test('takes a slash at the end and ids in capitals, also for reservations', async () => {
    const { appId, envId, endpoint, space, token } = server
    const spelled = (path: string): string =>
      path.replace(appId, appId.toUpperCase()).replace(envId, envId.toUpperCase())
    const reservations = endpoint.replace(/webtrigger$/, 'reservations')
    const pages = [{ ref: 'a', pageTitle: 'Reserved', parentId: space.homepageId }]
    for (const address of [`${endpoint}/`, spelled(endpoint), `${spelled(endpoint)}/`]) {
      const fields = { ...validImport(server), pageTitle: `At ${address.length}`, overwrite: true }
      const answer = await send(address, JSON.stringify(fields), bearer(token))
      assert.equal(answer.json.page?.title, fields.pageTitle, address)
      const reserving = address
        .replace(endpoint, reservations)
        .replace('webtrigger', 'reservations')
      const reserved = await send(
        reserving,
        JSON.stringify({ spaceId: space.id, pages }),
        bearer(token),
      )
      assert.equal(reserved.json.key, 'reserved', reserving)
    }
    assert.equal((await send(`${endpoint}//`, '{}', bearer(token))).status, 404)
  })

  test('answers 401 and 403 with WWW-Authenticate, before looking at the body', async () => {
    const missing = await send(server.endpoint, 'no json', {})
    assertRefusal(missing, 401, 'unauthorized', /Authorization/)
    assert.match(missing.headers.get('www-authenticate') ?? '', /^Bearer/)
    const last = server.token.at(-2) === 'A' ? 'B' : 'A'
    const forged = `${server.token.slice(0, -2)}${last}${server.token.slice(-1)}`
    const wrong = await send(server.endpoint, 'no json', bearer(forged))
    assertRefusal(wrong, 403, 'forbidden', /signature/i)
    assert.match(wrong.headers.get('www-authenticate') ?? '', /invalid_token/)
  })

  test('answers 401 to a body that is never sent', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(server.endpoint, {
        method: 'POST',
        headers: { 'content-length': 100 },
      })
      sending.on('response', (response) => {
        resolve(response.statusCode)
        sending.destroy()
      })
      sending.on('error', reject)
      sending.flushHeaders()
    })
    assert.equal(status, 401)
  })
})

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

function assertRefusal(answer: TestAnswer, status: number, key: string, body: RegExp): void {
  assert.equal(answer.status, status, JSON.stringify(answer.json))
  assert.equal(answer.json.key, key)
  assert.match(answer.json.body, /^Error: /)
  assert.match(answer.json.body, body)
  assert.ok(answer.json.body.length <= 300)
  assert.match(answer.json.requestId, /^[0-9a-f-]{36}$/)
}
