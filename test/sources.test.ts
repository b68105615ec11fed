/** Sources: whose pages are whose, what people wrote since, and which pages go when a run ends. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { AnswerWarning } from '../src/contract/answers.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { startSourceTrial } from './support/service/source-trial.ts'
import { started } from './support/service/started.ts'
import { send } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const trial = started(() => startSourceTrial(engine))

  const codesOf = ({ json }: { json: { warnings: AnswerWarning[] } }): string[] =>
    json.warnings.map(({ code }) => code)
  const made = async (source: string, path: string, fields = {}, run?: string): Promise<string> => {
    const { status, json } = await trial.bring(source, path, fields, run)
    assert.equal(status, 201, JSON.stringify(json))
    return json.page.id
  }

  describe('the field source', () => {
    test('is checked, and a refusal names the member', async () => {
      for (const [source, name] of [
        ['a', 'source'],
        [null, 'source'],
        [[], 'source'],
        [{}, 'source.name'],
        [{ name: ' ', path: 'a' }, 'source.name'],
        [{ name: 7, path: 'a' }, 'source.name'],
        [{ name: 'x'.repeat(201), path: 'a' }, 'source.name'],
        [{ name: 'a', path: ' ' }, 'source.path'],
        [{ name: 'a', path: 'x'.repeat(1_001) }, 'source.path'],
        [{ name: 'a', path: 'a', url: 'ftp://x.example/' }, 'source.url'],
        [{ name: 'a', path: 'a', url: 7 }, 'source.url'],
        [{ name: 'a', path: 'a', commit: false }, 'source.commit'],
        [{ name: 'a', path: 'a', author: {} }, 'source.author'],
        [{ name: 'a', path: 'a', message: null }, 'source.message'],
      ] as const) {
        const { status, json } = await trial.post({ source, dryRun: true })
        assert.deepEqual([status, json.key], [400, 'bad-request'], JSON.stringify(source))
        assert.ok(json.body.startsWith(`Error: ${name} `), json.body)
      }
      const { status, json } = await trial.post({ takeOver: true, dryRun: true })
      assert.equal(status, 400)
      assert.match(json.body, /^Error: takeOver /)
    })

    test('has unknown members ignored, with a warning that names them', async () => {
      const answer = await trial.bring('known', 'members.md', {
        source: { name: 'known', path: 'members.md', branch: 'main' },
      })
      assert.equal(answer.status, 201)
      assert.match(answer.json.warnings[0].message, /"source\.branch"/)
    })

    test('belongs to what an Idempotency-Key compares', async () => {
      const fields = { pageTitle: 'Once', source: { name: 'once', path: 'a.md' } }
      const headers = { 'idempotency-key': 'once' }
      assert.equal((await trial.post(fields, headers)).status, 201)
      const repeated = await trial.post(fields, headers)
      assert.deepEqual([repeated.status, repeated.json.warnings], [201, []])
      const other = { ...fields, source: { name: 'once', path: 'b.md' } }
      const { status, json } = await trial.post(other, headers)
      assert.deepEqual([status, json.key], [400, 'bad-request'])
    })
  })

  describe('the list of a source', () => {
    test('tells each page with the digest of what was sent', async () => {
      const fields = { pageTitle: 'Listed', content: '# A\n\nb', labels: ['b', 'a'], position: 3 }
      const id = await made('list', 'dir/ä 1.md', fields)
      const sent = { ...fields, parentId: trial.space.homepageId, spaceId: trial.space.id }
      const sorted = Object.fromEntries(Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1)))
      const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
      const { status, json } = await trial.list('list')
      assert.equal(status, 200)
      assert.deepEqual([json.key, json.next], ['source', null])
      assert.match(json.requestId, /^[0-9a-f-]{36}$/)
      assert.deepEqual(json.pages, [
        {
          path: 'dir/ä 1.md',
          pageId: id,
          title: 'Listed',
          parentId: trial.space.homepageId,
          version: 1,
          digest,
          edited: null,
        },
      ])
    })

    test('has no pages of a source that is not there, and is closed as the space is', async () => {
      assert.deepEqual((await trial.list('nobody')).json.pages, [])
      assert.equal((await trial.list('list', '&after=7')).status, 400)
      assert.equal((await trial.list('list', '&limit=7')).status, 400)
      assert.equal((await trial.list(' ')).status, 400)
      const url = trial.endpoint.replace('webtrigger', 'sources')
      const headers = { authorization: `Bearer ${trial.token}` }
      assert.equal((await fetch(`${url}?spaceId=NONE&name=list`, { headers })).status, 404)
      assert.equal((await fetch(`${url}?spaceId=DOCS&name=list`)).status, 401)
      const { status } = await fetch(url, { method: 'POST', headers })
      assert.equal(status, 405)
    })

    test('tells who else wrote a page since', async () => {
      const id = await made('told', 'a.md')
      await trial.edit(id, 'edited')
      const [page] = (await trial.list('told')).json.pages
      assert.deepEqual([page.edited.by, page.edited.version, page.version], ['admin', 2, 2])
      assert.ok(Date.parse(page.edited.at) > 0)
      await trial.post({ pageTitle: 'told a.md', overwrite: true, content: 'a plain call' })
      assert.equal((await trial.list('told')).json.pages[0].edited.version, 3)
      await trial.bring('told', 'a.md')
      assert.equal((await trial.list('told')).json.pages[0].edited, null)
    })

    test('follows a page to another path, which makes no version', async () => {
      const id = await made('moved', 'old.md')
      const source = { name: 'moved', path: 'new.md' }
      const { json } = await trial.bring('moved', 'old.md', { source })
      assert.deepEqual([json.key, json.page.version], ['unchanged', 1])
      assert.deepEqual(
        (await trial.list('moved')).json.pages.map(({ path }: { path: string }) => path),
        ['new.md'],
      )
      const other = await made('moved', 'new.md', { pageTitle: 'Another' })
      const pages: { path: string | null; pageId: string }[] = (await trial.list('moved')).json
        .pages
      assert.deepEqual(
        new Map(pages.map(({ path, pageId }) => [pageId, path])),
        new Map([
          [id, null],
          [other, 'new.md'],
        ]),
      )
    })
  })

  describe('a page of another source', () => {
    test('is refused before anything is written, and in the dry run alike', async () => {
      const id = await made('first', 'x.md', { pageTitle: 'Shared' })
      const shared = { pageTitle: 'Shared', content: 'other' }
      for (const dryRun of [true, false]) {
        const { status, json } = await trial.bring('second', 'y.md', { ...shared, dryRun })
        assert.deepEqual([status, json.key], [400, 'belongs-to-another'])
        assert.match(json.body, /"first".*takeOver/)
        const first = await trial.bring('second', 'y.md', { ...shared, dryRun, overwrite: false })
        assert.equal(first.json.key, 'already-exists')
        const fields = { ...shared, dryRun, overwrite: true, source: { name: 'second', path: 'y' } }
        const second = await trial.post(fields, { 'if-match': '"9"' })
        assert.equal(second.json.key, 'precondition-failed')
      }
      assert.match(await trial.markdownOf(id), /Hello/)
      assert.deepEqual((await trial.list('second')).json.pages, [])
    })

    test('is taken over by takeOver, which names the former keeper', async () => {
      await made('giver', 'x.md', { pageTitle: 'Given' })
      const fields = { pageTitle: 'Given', content: 'taken', takeOver: true }
      const dry = await trial.bring('taker', 'y.md', { ...fields, dryRun: true })
      const done = await trial.bring('taker', 'y.md', fields)
      for (const answer of [dry, done]) {
        const [warning] = answer.json.warnings
        assert.deepEqual([warning.code, warning.severity], ['source-taken', 'note'])
        assert.match(warning.message, /"giver"/)
      }
      assert.deepEqual((await trial.list('giver')).json.pages, [])
      assert.equal((await trial.list('taker')).json.pages.length, 1)
      assert.equal((await trial.bring('giver', 'x.md', { pageTitle: 'Given' })).status, 400)
    })

    test('is updated by a plain call, with a note', async () => {
      await made('noted', 'x.md', { pageTitle: 'Noted' })
      const fields = { pageTitle: 'Noted', overwrite: true, content: 'plain' }
      const answers = [await trial.post({ ...fields, dryRun: true }), await trial.post(fields)]
      for (const { status, json } of answers) {
        assert.equal(status, 200)
        const [warning] = json.warnings
        assert.deepEqual([warning.code, warning.severity], ['has-source', 'note'])
        assert.match(warning.message, /"noted"/)
        assert.equal('new' in warning, false)
      }
    })
  })

  describe('what people wrote', () => {
    test('since the last import is told before and after, and overwritten', async () => {
      const id = await made('edits', 'a.md')
      await trial.edit(id, 'by a person')
      const fields = { content: 'by the file' }
      const dry = await trial.bring('edits', 'a.md', { ...fields, dryRun: true })
      const done = await trial.bring('edits', 'a.md', fields)
      for (const { json } of [dry, done]) {
        const [warning] = json.warnings
        assert.deepEqual([warning.code, warning.severity], ['edited-there', 'changed'])
        assert.match(warning.message, /admin .*20\d\d-.*ersion 2/)
      }
      assert.match(await trial.markdownOf(id), /by the file/)
      assert.deepEqual(codesOf(await trial.bring('edits', 'a.md', { content: 'next' })), [])
    })

    test('alone is refused to a source, unless the policy is to overwrite', async () => {
      await trial.post({ pageTitle: 'Own', overwrite: true })
      const { json } = await trial.post({ pageTitle: 'Own', overwrite: true, dryRun: true })
      await trial.edit(json.page.id, 'mine')
      const taken = await trial.bring('taking', 'a.md', { pageTitle: 'Own' })
      assert.deepEqual([taken.status, codesOf(taken)], [200, ['edited-there']])
    })

    test('is refused where the policy says so, but for a plain call', async () => {
      const id = await made('refusing', 'a.md')
      await trial.edit(id, 'kept')
      await trial.setPolicy('refuse')
      for (const dryRun of [true, false]) {
        const { status, json } = await trial.bring('refusing', 'a.md', { content: 'new', dryRun })
        assert.deepEqual([status, json.key], [400, 'edited-elsewhere'])
        assert.match(json.body, /admin .*version 2/)
      }
      assert.match(await trial.markdownOf(id), /kept/)
      const same = await trial.bring('refusing', 'a.md', { content: 'kept' })
      assert.deepEqual([same.status, same.json.key], [200, 'unchanged'])
      await trial.edit(id, 'again')
      const plain = { pageTitle: 'refusing a.md', overwrite: true, content: 'plain' }
      assert.equal((await trial.post(plain)).status, 200)
      await trial.setPolicy('overwrite-imported')
    })

    test('is kept block by block where the policy says so, also by later imports', async () => {
      const blocks = (...texts: string[]): string => texts.join('\n\n')
      const id = await made('keeping', 'a.md', { content: blocks('one', 'two', 'three') })
      await trial.edit(id, blocks('one', 'two, by hand', 'three'))
      const { at } = (await trial.edits('keeping', 'a.md')).json
      await trial.setPolicy('keep-theirs')
      const fields = { content: blocks('one', 'two', 'three, brought') }
      const dry = await trial.bring('keeping', 'a.md', { ...fields, dryRun: true })
      const done = await trial.bring('keeping', 'a.md', fields)
      for (const answer of [dry, done]) {
        assert.equal(answer.status, 200, answer.json.body)
        assert.deepEqual(codesOf(answer), ['edited-there'])
        assert.match(answer.json.warnings[0].message, /was kept/)
      }
      assert.match(await trial.markdownOf(id), /one\n\ntwo, by hand\n\nthree, brought/)
      const again = await trial.bring('keeping', 'a.md', fields)
      assert.equal(again.json.key, 'unchanged')
      const next = { content: blocks('first', 'two', 'three, brought') }
      assert.equal((await trial.bring('keeping', 'a.md', next)).status, 200)
      assert.match(await trial.markdownOf(id), /first\n\ntwo, by hand\n\nthree, brought/)
      assert.equal((await trial.edits('keeping', 'a.md')).json.at, at)
      const closing = { name: 'keeping', run: 'r', paths: ['other.md'], prune: true, dryRun: true }
      assert.equal((await trial.close(closing)).json.kept[0]?.why, 'edited')
      await trial.setPolicy('overwrite-imported')
    })

    test('is told as lines of what was imported', async () => {
      const id = await made('pulled', 'a.md', { content: 'one\n\ntwo\n\nthree' })
      assert.deepEqual((await trial.edits('pulled', 'a.md')).json.edits, [])
      await trial.edit(id, 'one\n\n2\n\nthree\n\nfour')
      const { status, json } = await trial.edits('pulled', 'a.md')
      assert.deepEqual([status, json.key, json.version, json.by], [200, 'edits', 2, 'admin'])
      assert.equal(json.markdown, 'one\n\ntwo\n\nthree')
      assert.deepEqual(json.edits, [
        { line: 3, endLine: 3, before: 'two', after: '2' },
        { line: 6, endLine: 5, before: '', after: 'four' },
      ])
      assert.equal((await trial.edits('pulled', 'none.md')).status, 404)
    })
  })

  test('a version tells its commit, and the page leads to its file', async () => {
    const url = 'https://github.com/team/docs/blob/main/a.md'
    const commit = { commit: '0123456789abcdef', author: 'Ada', message: 'Say more\n\nAt length.' }
    const source = { name: 'github.com/team/docs', path: 'a.md', url, ...commit }
    const id = await made('told-of', 'a.md', { source })
    const edited = 'https://github.com/team/docs/edit/main/a.md'
    const read = async (path: string): Promise<string> =>
      (await fetch(`${trial.url}/wiki/spaces/DOCS/${path}/${id}`)).text()
    for (const path of ['pages', 'history']) {
      const html = await read(path)
      assert.match(html, /Say more \(by Ada, 0123456789\)/)
      assert.ok(html.includes(`<a href="${url}"><bdi title="github.com/team/docs">a.md</bdi></a>`))
    }
    const editor = await read('edit')
    assert.match(editor, /From the source <b>github.com\/team\/docs<\/b>, file <code>a.md<\/code>/)
    assert.ok(editor.includes(`href="${edited}"`))
    // A version that a person writes is from no commit.
    await trial.edit(id, 'by hand')
    assert.doesNotMatch(await read('pages'), /Say more/)
    assert.match(await read('history'), /Say more/)
  })

  test('what a source says of a page is text alone', async () => {
    const hostile = '"><img src=x onerror=alert(1)>\u202e</bdi>'
    const source = {
      name: hostile,
      path: hostile,
      url: `https://example.org/${hostile}`,
      commit: hostile,
      author: hostile,
      message: hostile,
    }
    const { json } = await trial.bring('hostile', 'h.md', { source, pageTitle: 'Hostile' })
    const { id } = json.page
    for (const path of ['pages', 'history']) {
      const text = await (await fetch(`${trial.url}/wiki/spaces/DOCS/${path}/${id}`)).text()
      assert.ok(text.includes('&lt;img'), path)
      assert.ok(!text.includes('<img src=x'), path)
      assert.ok(!text.includes('\u202e</bdi>'), path)
    }
    const script = { ...source, url: 'javascript:alert(1)' }
    const refused = await trial.bring('hostile', 'h.md', { source: script, pageTitle: 'Hostile' })
    assert.deepEqual([refused.status, refused.json.key], [400, 'bad-request'])
  })

  test('a preview refuses a page of another source, and makes none its own', async () => {
    await made('previewed', 'a.md', { pageTitle: 'Previewed' })
    const previews = `${trial.endpoint.replace(/webtrigger$/, 'previews')}/pr-1`
    const headers = { authorization: `Bearer ${trial.token}`, 'markport-run': 'p1' }
    const call = (path: string, fields: object) =>
      send(`${previews}/${path}`, JSON.stringify({ spaceId: 'DOCS', ...fields }), headers)
    const put = (name: string, pageTitle: string) =>
      call('webtrigger', {
        parentId: trial.space.homepageId,
        content: 'previewed',
        overwrite: true,
        pageTitle,
        source: { name, path: `${pageTitle}.md` },
      })
    assert.equal((await call('begin', {})).status, 200)
    assert.equal((await put('stranger', 'Previewed')).json.key, 'belongs-to-another')
    assert.equal((await put('stranger', 'Brought')).status, 201)
    assert.deepEqual((await trial.list('stranger')).json.pages, [], 'a preview keeps nothing')
  })

  test('a token may be kept to sources: it needs one of them', async () => {
    const { token, sources } = await trial.createToken('kept', { sources: ['mine', 'ours'] })
    assert.deepEqual(sources, ['mine', 'ours'])
    const headers = { authorization: `Bearer ${token}` }
    const keyOf = async (fields: object): Promise<string> =>
      (await trial.post({ pageTitle: 'Kept to', overwrite: true, ...fields }, headers)).json.key
    assert.equal(await keyOf({ source: { name: 'mine', path: 'a' } }), 'created')
    assert.equal(await keyOf({ source: { name: 'mine', path: 'a' }, dryRun: true }), 'dry-run')
    assert.equal(await keyOf({ source: { name: 'other', path: 'a' } }), 'forbidden')
    assert.equal(await keyOf({}), 'forbidden')
    const closing = { run: 'r', paths: [] }
    assert.equal((await trial.close({ ...closing, name: 'other' }, token)).status, 403)
    assert.equal((await trial.close({ ...closing, name: 'ours' }, token)).status, 200)
    const url = `${trial.endpoint.replace('webtrigger', 'sources')}?spaceId=DOCS&name=`
    assert.equal((await fetch(`${url}other`, { headers })).status, 403)
    assert.equal((await fetch(`${url}mine`, { headers })).status, 200)
  })

  test('a token that is kept to a source imports folders, foretold and done', async () => {
    const { token } = await trial.createToken('kept-folder', { sources: ['kept-docs'] })
    const folder = docsFolder({ 'README.md': '# Kept\n\nx\n', 'a.md': '# Kept a\n\nx\n' })
    const place = { endpoint: trial.endpoint, token, space: { ...trial.space, key: 'DOCS' } }
    for (const dryRun of [true, false]) {
      const { report } = await importDocs(place, folder, { source: 'kept-docs', dryRun })
      assert.deepEqual([report.stoppedBy, report.counts.failed], [undefined, 0])
      assert.equal(report.counts.created + report.counts.updated, 2)
    }
  })

  test('a run counts as new and old the warnings that it tells', async () => {
    const folder = docsFolder({ 'a.md': '# A\n\n<video></video>' })
    const place = { ...trial, space: { ...trial.space, key: 'DOCS' } }
    const bring = async (): Promise<readonly number[]> => {
      const { report, warnings } = await importDocs(place, folder, { source: 'counted' })
      assert.equal(report.warnings, warnings.length)
      return [report.newWarnings, report.oldWarnings]
    }
    assert.deepEqual(await bring(), [1, 0])
    const old = '# A\n\n<video></video>\n\n'
    folder.write({ 'a.md': `${old}[b](b.md)` })
    assert.deepEqual(await bring(), [1, 1])
    folder.write({ 'a.md': `${old}[b](b.md) and more` })
    assert.deepEqual(await bring(), [1, 1], 'its line has changed')
    folder.write({ 'a.md': `${old}[b](b.md) and more\n\nx` })
    assert.deepEqual(await bring(), [0, 2])
    folder.write({ 'a.md': `${old}[b](mistyped.md) and more\n\nx` })
    assert.deepEqual(await bring(), [1, 1])
  })

  test('a warning is new unless the last import of the path had it', async () => {
    const newOf = async (content: string, path = 'w.md', run?: string): Promise<unknown[]> => {
      const { json } = await trial.bring('warned', path, { content }, run)
      return json.warnings.map((warning: AnswerWarning) => warning.new)
    }
    assert.deepEqual(await newOf('<video></video>', 'w.md', 'one'), [true])
    assert.deepEqual(await newOf('<video></video>', 'w.md', 'two'), [false])
    assert.deepEqual(await newOf('<video></video>\n\n[x](#none)', 'w.md', 'three'), [false, true])
    const closing = { name: 'warned', paths: ['w.md'] }
    const third = await trial.close({ ...closing, run: 'three' })
    assert.deepEqual([third.json.newWarnings, third.json.oldWarnings], [1, 1])
    const fourth = await trial.close({ ...closing, run: 'four' })
    assert.deepEqual([fourth.json.newWarnings, fourth.json.oldWarnings], [0, 2])
  })

  describe('the end of a run', () => {
    const prune = { run: 'last', prune: true }
    const paths = ['there.md']
    const titles = (pages: readonly { title: string; why?: string }[]): string[] =>
      pages.map(({ title, why }) => (why === undefined ? title : `${title}: ${why}`)).sort()

    test('is checked', async () => {
      const good = { name: 'ending', run: 'r', paths: [] }
      for (const [change, name] of [
        [{ spaceId: '' }, 'spaceId'],
        [{ name: '' }, 'name'],
        [{ run: undefined }, 'run'],
        [{ run: 'a b' }, 'run'],
        [{ run: 'x'.repeat(65) }, 'run'],
        [{ paths: undefined }, 'paths'],
        [{ paths: 'a' }, 'paths'],
        [{ paths: ['a', 7] }, 'paths[1]'],
        [{ prune: true }, 'paths'],
        [{ prune: 'yes', paths }, 'prune'],
        [{ prune: 'archive', paths }, 'prune'],
        [{ dryRun: 'no' }, 'dryRun'],
      ] as const) {
        const { status, json } = await trial.close({ ...good, ...change })
        assert.equal(status, 400, name)
        assert.ok(json.body.startsWith(`Error: ${name} `), json.body)
      }
      assert.equal((await trial.close({ ...good, spaceId: 'NONE' })).status, 404)
      const { status, json } = await trial.close(good)
      assert.deepEqual([status, json.key, json.trashed, json.kept], [200, 'closed', [], []])
    })

    test('trashes pages without a file, but for those that must stay', async () => {
      const name = 'pruned'
      await made(name, 'there.md', { pageTitle: 'There' })
      const gone = await made(name, 'gone.md', { pageTitle: 'Gone' })
      await made(name, 'below.md', { pageTitle: 'Below', parentId: gone })
      const edited = await made(name, 'edited.md', { pageTitle: 'Edited' })
      await trial.edit(edited, 'mine')
      const holder = await made(name, 'holder.md', { pageTitle: 'Holder' })
      await trial.post({ pageTitle: 'Guest', parentId: holder })
      await made(name, 'taken.md', { pageTitle: 'Taken' })
      await trial.bring('thief', 'taken.md', { pageTitle: 'Taken', takeOver: true })
      await trial.post({ pageTitle: 'Before' })
      await trial.bring(name, 'before.md', { pageTitle: 'Before' })
      await trial.bring(name, 'there.md', { pageTitle: 'There' }, 'last')
      await made(name, 'newer.md', { pageTitle: 'Newer' }, 'other-run')
      const others = await trial.list('thief')
      const dry = await trial.close({ name, ...prune, paths, dryRun: true })
      assert.equal(dry.json.key, 'dry-run')
      const done = await trial.close({ name, ...prune, paths })
      for (const { json } of [dry, done]) {
        assert.deepEqual(titles(json.trashed), ['Below', 'Gone'])
        assert.deepEqual(titles(json.kept), [
          'Before: not-made-here',
          'Edited: edited',
          'Holder: holds-others',
          'Newer: newer-run',
          'Taken: taken-over',
        ])
      }
      const left = (await trial.list(name)).json.pages
      assert.deepEqual(titles(left), ['Before', 'Edited', 'Holder', 'Newer', 'There'])
      assert.deepEqual((await trial.list('thief')).json.pages, others.json.pages)
    })

    test('takes the page that another one of its path has left', async () => {
      await made('left', 'a.md', { pageTitle: 'Former' })
      await made('left', 'a.md', { pageTitle: 'Latter' }, 'left-2')
      const { json } = await trial.close({
        name: 'left',
        prune: true,
        run: 'left-2',
        paths: ['a.md'],
      })
      assert.deepEqual(json.trashed.length, 1)
      assert.deepEqual([json.trashed[0].title, json.trashed[0].path], ['Former', null])
    })

    test('is only tried by tokens that create or preview, which may read as well', async () => {
      for (const kind of ['isCreateOnly', 'isPreviewOnly'] as const) {
        const { token } = await trial.createToken(`ends-${kind}`, { [kind]: true })
        const closing = { name: 'pruned', ...prune, paths }
        assert.equal((await trial.close(closing, token)).status, 403)
        assert.equal((await trial.close({ ...closing, dryRun: true }, token)).status, 200)
        const url = `${trial.endpoint.replace('webtrigger', 'sources')}?spaceId=DOCS&name=pruned`
        const headers = { authorization: `Bearer ${token}` }
        assert.equal((await fetch(url, { headers })).status, 200)
      }
    })
  })
})
