/** Connected spaces leave as files, over real parts: a server, the command line, and simulated sites. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import type { Space } from '../src/importing/target-wiki.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { waitUntil } from './support/base/wait-until.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { connectSpace, showConnection } from './support/delivery/wiki-server.ts'
import { exportSpace, filesIn, fillAnySpace } from './support/folders/any-space.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { filesInArchive } from './support/folders/files-in-archive.ts'
import { dayMs } from './support/prepared-store.ts'
import { png } from './support/samples/images.ts'
import { callCli } from './support/service/run-cli.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { createTestStore } from './support/store/test-engines.ts'

interface ExportRun {
  readonly code: number | null
  readonly path: string
  readonly stderr: string
  /** By their paths. */
  readonly files: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints
  readonly json: any
}

const macro = (name: string, inside: string): string =>
  `<ac:structured-macro ac:name="${name}">${inside}</ac:structured-macro>`
const rich = (inside: string): string => `<ac:rich-text-body>${inside}</ac:rich-text-body>`

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`the export of a space connected to ${kind}`, () => {
    let server: TestServer
    let token: string
    let dataDirectory: string
    let folder: string
    const stops: (() => unknown)[] = []

    before(async () => {
      const store = await createTestStore('sqlite')
      server = await startTestServer(store.options, { readers: 'users' })
      dataDirectory = (store.options as { dataDirectory: string }).dataDirectory
      folder = mkdtempSync(join(tmpdir(), 'markport-export-'))
      const { database } = server
      const keeper = hostTokens(database, idAllocator(database), () => new Date())
      const input = { name: 'client', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
      token = (await keeper.create(input)).token
      stops.push(
        () => server.stop(),
        () => store.remove(),
        () => rmSync(folder, { recursive: true }),
      )
    })
    after(async () => {
      for (const stop of stops) await stop()
    })

    /** Make a space that is connected to a site of its own. */
    async function connect(key: string): Promise<{ space: Space; site: ConfluenceSimulator }> {
      const made = await server.createSpace(key)
      const site = await startConfluence(kind)
      stops.unshift(() => site.stop())
      const own = mkdtempSync(join(folder, 'credential-'))
      await connectSpace(server, made, { site, folder: own })
      await showConnection({ ...server, space: made })
      const space = { ...made, homepageId: site.homepageId }
      return { space, site }
    }

    async function run(key: string, ...flags: string[]): Promise<ExportRun> {
      const path = join(mkdtempSync(join(folder, 'run-')), 'out')
      const args = [key, path, ...flags, '--data', dataDirectory, '--json']
      const ran = await callCli(['space', 'export', ...args], { env: {} })
      const files = Object.fromEntries(
        Object.entries(existsSync(path) ? filesIn(path) : {}).map(([name, text]) => [
          name,
          Buffer.from(text, 'latin1').toString(),
        ]),
      )
      return { ...ran, path, files, json: ran.stdout === '' ? undefined : JSON.parse(ran.stdout) }
    }

    const again = (space: Space, path: string) =>
      importDocs({ ...server, space }, { path }, { frontPage: 'auto' })

    const download = (key: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${server.url}/wiki/spaces/${key}/export.zip`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: 'manual',
        ...init,
      })

    for (const seed of [1, 2]) {
      test(`brings imported pages back as they are: space ${seed}`, async () => {
        const { space, site } = await connect(`S${seed}`)
        const options = { count: 12, hasHomepage: false, isAtSite: true }
        await fillAnySpace(server, space, seededRandom(seed), options)
        const { json, path, files, stderr } = await run(space.key)
        assert.deepEqual([json.pages, json.notes, json.failed], [12, {}, {}], stderr)
        const asked = site.requests.length
        const { pages } = await again(space, path)
        const outcomes = Object.values(pages).map(({ outcome }) => outcome)
        assert.deepEqual(outcomes, Array(12).fill('unchanged'))
        const writes = site.requests.slice(asked).filter(({ method }) => method !== 'GET')
        assert.deepEqual(writes, [])
        rmSync(join(path, '.markport'), { recursive: true })
        const copy = await server.createSpace(`C${seed}`)
        await again(copy, path)
        const second = await exportSpace(server, copy)
        rmSync(second.path, { recursive: true })
        const { 'markport.json': _, ...words } = filesIn(path)
        const { 'markport.json': __, ...copied } = second.files
        assert.deepEqual(copied, words)
        assert.equal(Object.keys(files).length, Object.keys(second.files).length)
      })
    }

    test('writes what people wrote as Markdown, and says of each block what is lost', async () => {
      const { space, site } = await connect('PEOPLE')
      const other = site.addPage({ title: 'Other & more' })
      const page = site.addPage({ title: 'Guide' })
      const written = site.addPage({ title: 'Below', parentId: page.id })
      const fileId = site.attach(page.id, { name: 'a b.png', mediaType: 'image/png', bytes: png })
      const pdf = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }
      site.attach(page.id, pdf)
      const body = kind === 'cloud' ? cloudBody : dataCenterBody
      site.writeBody(
        page.id,
        body({ baseUrl: site.baseUrl, id: page.id, otherId: other.id, fileId }),
      )
      const { code, files, json, stderr, path } = await run(space.key)
      assert.equal(code, 0, stderr)
      assert.deepEqual(
        Object.keys(files)
          .filter((name) => name.endsWith('.md'))
          .sort(),
        ['guide/below.md', 'guide/index.md', 'other-more.md'],
      )
      const text = files['guide/index.md'] ?? ''
      for (const part of [
        'bold *both*',
        '[the other](../other-more.md)',
        '@Ada Person',
        '## Part',
        '![](../attachments/',
        '[plan.pdf](../attachments/',
        '```py\nprint(1)\n```',
        '> [!NOTE]\n> **Mind**\n>\n> the gap',
        '- [x] done',
        '<details>\n<summary>More</summary>',
        '<td rowspan="2">',
        'left column',
        'right column',
        'words of a macro that nobody knows',
        '[TOC]',
      ]) {
        assert.ok(text.includes(part), `${part} in\n${text}`)
      }
      assert.match(text, /"extensionKey": "chart"/)
      const notes = json.notes['guide/index.md'].join('\n')
      assert.match(notes, /block \d+ \(“left column right.*”\): its columns stand one below/)
      assert.match(notes, /: of the macro mystery only what it holds is kept/)
      assert.match(notes, /: the macro chart is kept as code of ADF/)
      assert.match(notes, /: of the macro jira in a sentence only its words are kept/)
      assert.equal(files['warnings.txt'], `${notes.replace(/^/gm, 'guide/index.md: ')}\n`)
      assert.ok(stderr.includes(`guide/index.md: ${json.notes['guide/index.md'][0]}`))
      assert.equal(json.files, 2)
      assert.ok(Object.values(filesIn(path)).includes(png.toString('latin1')))
      assert.ok(written)
      const whole = await run(space.key, '--with-sent')
      const ending = kind === 'cloud' ? 'json' : 'xml'
      const there = site.page(page.id).versions.at(-1)?.body
      assert.equal(whole.files[`sent/${page.id}.${ending}`], there)
      const copy = await server.createSpace('WORDS')
      const { report } = await again(copy, path)
      assert.deepEqual([report.counts.created, report.counts.failed], [3, 0])
      const second = await exportSpace(server, copy)
      rmSync(second.path, { recursive: true })
      const back = Buffer.from(second.files['guide/index.md'] ?? '', 'latin1').toString()
      // What was attached there by people is told apart by its bytes here.
      const bare = (one: string): string => one.replaceAll(/[0-9a-f]{32}/g, '')
      assert.equal(bare(back), bare(text))
    })

    test('tells an edit from a page that was only saved again', async () => {
      const { space, site } = await connect('EDITS')
      const source = docsFolder({
        'a.md': '# A\n\nWords *here*.\n',
        'b.md': '# B\n\nMore _words_.\n',
      })
      stops.unshift(() => source.remove())
      await again(space, source.path)
      const idOf = (title: string): string =>
        site.pages().find((page) => page.title === title)?.id as string
      site.editorSave(idOf('A'))
      site.humanEdit(idOf('B'), 0, (text) => text.replace('More', 'Fewer'))
      const { files } = await run(space.key)
      assert.match(files['a.md'] ?? '', /\n# A\n\nWords \*here\*\.\n$/)
      assert.match(files['b.md'] ?? '', /\nFewer \*words\*\.\n$/)
    })

    test('goes on behind a page that cannot be read, and says so', async () => {
      const { space, site } = await connect('BROKEN')
      const bad = site.addPage({ title: 'Bad' })
      site.addPage({ title: 'Good' })
      const beside = site.addPage({ title: 'Beside' })
      site.attach(beside.id, { name: 'gone.png', mediaType: 'image/png', bytes: png })
      site.switches.retryAfterSeconds = 0
      let asked = 0
      site.watch = ({ path }) => {
        if (!new RegExp(`/${bad.id}\\?`).test(path)) return undefined
        asked += 1
        return { status: asked === 1 ? 429 : 400 }
      }
      const { code, files, json, stderr } = await run(space.key)
      assert.equal(code, 1)
      assert.ok(asked > 1)
      assert.deepEqual(Object.keys(json.failed), ['bad.md'])
      assert.match(stderr, /bad\.md: not exported: /)
      assert.match(stderr, /The export is not whole: 1 of its pages and files could not be read/)
      assert.deepEqual(Object.keys(files).sort(), [
        ...['beside.md', 'good.md', 'markport.json', 'warnings.txt'],
      ])
      site.switches.refuseCredential = kind === 'cloud' ? 'bare-404' : 'anonymous'
      const refused = await run(space.key)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /Check the token/)
      const answer = await download(space.key)
      assert.equal(answer.status, 503)
    })

    test('keeps the order of the site, and whatever stands beside its homepage', async () => {
      const { space, site } = await connect('ORDER')
      const [z, a] = [site.addPage({ title: 'Z' }), site.addPage({ title: 'A' })]
      site.moveBefore(z.id, a.id)
      if (kind === 'cloud') {
        const inner = site.addFolder('Folder', a.id)
        site.addPage({ title: 'In it', parentId: inner.id })
      }
      const { files, json } = await run(space.key)
      assert.match(files['z.md'] ?? '', /\nposition: 0\n/)
      assert.match(files[kind === 'cloud' ? 'a/index.md' : 'a.md'] ?? '', /\nposition: 1\n/)
      if (kind !== 'cloud') return
      assert.match(files['a/folder/in-it.md'] ?? '', /title: In it/)
      assert.deepEqual(json.notes['a/folder/index.md'], [
        'a folder of Confluence, here a page that says nothing',
      ])
    })

    test('is the same as an archive, and for readers of the space alone', async () => {
      const { path } = await run('PEOPLE')
      const answer = await download('PEOPLE')
      assert.deepEqual([answer.status, answer.headers.get('etag')], [200, null])
      const files = filesInArchive(Buffer.from(await answer.arrayBuffer()))
      assert.deepEqual(files, filesIn(path))
      assert.equal((await download('PEOPLE', { headers: {} })).status, 401)
      const before = readFileSync(join(path, 'markport.json'), 'utf8')
      assert.match(before, /"space": "ENG"/)
      const text = await fetch(`${server.url}/wiki/spaces/PEOPLE/llms-full.txt`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.deepEqual(
        [text.status, /take them as files from/.test(await text.text())],
        [409, true],
      )
      const left = await download('PEOPLE')
      await left.body?.cancel()
      await waitUntil('the place is free again', async () => {
        const next = await download('PEOPLE')
        await next.arrayBuffer()
        return next.status === 200
      })
    })
  })
}

interface Named {
  readonly baseUrl: string
  readonly id: string
  readonly otherId: string
  readonly fileId: string
}

function dataCenterBody(): string {
  const cell = (inside: string, attributes = ''): string => `<td${attributes}>${inside}</td>`
  return [
    '<p class="auto-cursor-target">Hello <strong>bold <em>both</em></strong>, ',
    '<ac:link><ri:page ri:content-title="Other &amp; more"/><ac:plain-text-link-body><![CDATA[the other]]></ac:plain-text-link-body></ac:link>, ',
    `<ac:link><ri:user ri:username="ada"/></ac:link>, ${macro('jira', '<ac:parameter ac:name="key">AB-1</ac:parameter>')}</p>`,
    '<h2>Part</h2><p><ac:image><ri:attachment ri:filename="a b.png"/></ac:image></p>',
    '<p>See <ac:link><ri:attachment ri:filename="plan.pdf"/></ac:link></p>',
    macro(
      'code',
      '<ac:parameter ac:name="language">py</ac:parameter><ac:plain-text-body><![CDATA[print(1)]]></ac:plain-text-body>',
    ),
    macro('info', `<ac:parameter ac:name="title">Mind</ac:parameter>${rich('<p>the gap</p>')}`),
    '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list>',
    macro('expand', `<ac:parameter ac:name="title">More</ac:parameter>${rich('<p>folded</p>')}`),
    `<table><tbody><tr>${cell('a', ' rowspan="2"')}${cell('b')}</tr><tr>${cell('<p>c</p><p>d</p>')}</tr></tbody></table>`,
    '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>left column</p></ac:layout-cell><ac:layout-cell><p>right column</p></ac:layout-cell></ac:layout-section></ac:layout>',
    macro('mystery', rich('<p>words of a macro that nobody knows</p>')),
    macro('toc', ''),
    macro('chart', '<ac:parameter ac:name="type">pie</ac:parameter>'),
  ].join('')
}

function cloudBody({ baseUrl, id, otherId, fileId }: Named): string {
  const text = (words: string, ...marks: object[]) => ({
    type: 'text',
    text: words,
    ...(marks.length > 0 && { marks }),
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const [strong, em] = [{ type: 'strong' }, { type: 'em' }]
  const link = (href: string) => ({ type: 'link', attrs: { href } })
  const extension = (type: string, extensionKey: string, macroParams = {}, content?: object[]) => ({
    type,
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey,
      parameters: { macroParams },
    },
    ...(content && { content }),
  })
  const cell = (attrs: object, ...content: object[]) => ({ type: 'tableCell', attrs, content })
  const row = (...content: object[]) => ({ type: 'tableRow', content })
  const column = (words: string) => ({
    type: 'layoutColumn',
    attrs: { width: 50 },
    content: [paragraph(text(words))],
  })
  const key = { key: { value: 'AB-1' } }
  return JSON.stringify({
    version: 1,
    type: 'doc',
    content: [
      paragraph(
        text('Hello '),
        text('bold ', strong),
        text('both', strong, em),
        text(', '),
        text('the other', link(`${baseUrl}/spaces/ENG/pages/${otherId}/Other+more`)),
        text(', '),
        { type: 'mention', attrs: { id: 'x', text: '@Ada Person' } },
        extension('inlineExtension', 'jira', key),
      ),
      { type: 'heading', attrs: { level: 2 }, content: [text('Part')] },
      {
        type: 'mediaSingle',
        attrs: { layout: 'center' },
        content: [
          { type: 'media', attrs: { type: 'file', id: fileId, collection: `contentId-${id}` } },
        ],
      },
      paragraph(text('plan.pdf', link(`${baseUrl}/download/attachments/${id}/plan.pdf`))),
      { type: 'codeBlock', attrs: { language: 'py' }, content: [text('print(1)')] },
      {
        type: 'panel',
        attrs: { panelType: 'info' },
        content: [paragraph(text('Mind', strong)), paragraph(text('the gap'))],
      },
      {
        type: 'taskList',
        attrs: { localId: '1' },
        content: [
          { type: 'taskItem', attrs: { localId: '2', state: 'DONE' }, content: [text('done')] },
        ],
      },
      { type: 'expand', attrs: { title: 'More' }, content: [paragraph(text('folded'))] },
      {
        type: 'table',
        content: [
          row(cell({ rowspan: 2 }, paragraph(text('a'))), cell({}, paragraph(text('b')))),
          row(cell({}, paragraph(text('c')), paragraph(text('d')))),
        ],
      },
      { type: 'layoutSection', content: [column('left column'), column('right column')] },
      extension('bodiedExtension', 'mystery', {}, [
        paragraph(text('words of a macro that nobody knows')),
      ]),
      extension('extension', 'toc'),
      extension('extension', 'chart', { type: { value: 'pie' } }),
    ],
  })
}
