/** Imports of folders into a real server, in every wiki. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { keptPageLink } from '../src/convert/adf/page-links.ts'
import type { PageResult } from '../src/folder/folder-events.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { type FolderWiki, folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import {
  answer,
  type ScriptedService,
  startOlderService,
  startScriptedService,
} from './support/network/scripted-service.ts'
import { started } from './support/service/started.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Embedded links are stored relative to the wiki. */
function linkTo(result: PageResult | undefined): string {
  const url = result?.page?.url ?? ''
  return keptPageLink(url) ?? url
}

for (const { name, kind } of folderWikis) {
  // In Confluence a reserved page has a version before its text.
  const firstVersion = kind === undefined ? 1 : 2
  describe(name, () => folderCases(kind, firstVersion))
}

function folderCases(kind: FolderWiki['kind'], firstVersion: number): void {
  const wiki = started(() => startFolderWiki(kind))
  let older: ScriptedService
  let spaces = 0

  before(async () => {
    older = await startOlderService(wiki.server.endpoint)
  })
  after(async () => {
    await older.stop()
  })

  const start = async (files: DocsFiles, isOlder = false) => {
    spaces += 1
    const space = await wiki.addSpace(`S${spaces}`)
    const folder = docsFolder(files)
    const { endpoint } = isOlder ? older : wiki.server
    const place = { endpoint, token: wiki.server.token, space }
    return {
      folder,
      space,
      run: (options: Parameters<typeof importDocs>[2] = {}) => importDocs(place, folder, options),
    }
  }

  const ways = [
    { name: 'with reservations', isOlder: false },
    { name: 'without reservations', isOlder: true },
  ]
  for (const { name, isOlder } of ways) {
    test(`links lead to pages and their headings, ${name}, and what they cannot lead to is said`, async () => {
      const { run, space } = await start(
        {
          'README.md':
            '# Start\n\n[a](guide/a.md#über-uns) [top](guide/a.md#a) [no](guide/a.md#none)\n',
          'guide/a.md':
            '# A\n\n## Über uns\n\n[up](../README.md) [folder](./) [b](b%20c) [self](a.md#a)\n[out](x.txt) [gone](gone.md)\n',
          'guide/b c.md': '# B\n\n[a][r]\n\n[r]: a.md\n',
          'guide/x.txt': 'x',
          'guide/raw.md': '# Raw\n\n`[a](a.md)`\n',
        },
        isOlder,
      )
      const { pages, warnings, report } = await run({ exclude: ['x.txt'] })
      const url = (file: string): string =>
        isOlder ? (pages[file]?.page?.url ?? '') : linkTo(pages[file])
      assert.equal(report.counts.created, 5)
      assert.deepEqual(warnings.toSorted(), [
        'README.md:3 anchor-missing',
        'guide/a.md:6 link-missing',
        'guide/a.md:6 link-outside',
      ])
      const pagesNow = await space.pages()
      const fragment = wiki.holds('headingsHaveOurNames')
        ? 'h-%C3%BCber-uns'
        : { cloud: '%C3%9Cber-uns', 'data-center': 'A-%C3%9Cberuns' }[wiki.kind ?? 'cloud']
      assert.equal(
        pagesNow.Start?.markdown,
        `# Start\n\n[a](${url('guide/a.md')}#${fragment}) [top](${url('guide/a.md')}) [no](${url('guide/a.md')})\n`,
      )
      assert.equal(
        pagesNow.A?.markdown,
        `# A\n\n## Über uns\n\n[up](${url('README.md')}) [folder](${url('guide/')}) [b](${url('guide/b c.md')}) [self](#a)\n[out](x.txt) [gone](gone.md)\n`,
      )
      assert.equal(pagesNow.B?.markdown, `# B\n\n[a][r]\n\n[r]: ${url('guide/a.md')}\n`)
      assert.equal(pagesNow.Raw?.markdown, '# Raw\n\n`[a](a.md)`\n')
      assert.equal(
        pagesNow.Guide?.markdown,
        `- [A](${url('guide/a.md')})\n- [B](${url('guide/b c.md')})\n- [Raw](${url('guide/raw.md')})\n`,
      )
      const found = Object.entries(pagesNow).map(([title, { version }]) => [title, version])
      const linked = isOlder ? 2 : firstVersion
      assert.deepEqual(Object.fromEntries(found), {
        Start: linked,
        A: linked,
        B: linked,
        Guide: linked,
        Raw: isOlder ? 1 : firstVersion,
      })
    })
  }

  test('a change sends what it concerns, and nothing else', async () => {
    const { folder, run, space } = await start({
      'a.md': '# A\n\n[b](b.md)\n',
      'b.md': '# B\n\ntext\n',
      'c.md': '# C\n\ntext\n',
    })
    await run()
    folder.write({ 'b.md': '# B\n\nother text\n' })
    const { pages } = await run()
    assert.deepEqual(
      Object.values(pages)
        .map(({ file, outcome }) => `${file} ${outcome}`)
        .sort(),
      ['a.md unchanged', 'b.md updated', 'c.md unchanged'],
    )
    assert.equal((await space.pages()).B?.version, firstVersion + 1)
  })

  test('labels of the front matter are those of the page', async () => {
    const { folder, run, space } = await start({
      'both.md': '---\nlabels: [API, "Getting started", "!"]\n---\n# Both',
      'none.md': '---\ntitle: None\n---\ntext',
    })
    const labels = async (): Promise<Record<string, readonly string[]>> =>
      Object.fromEntries(
        Object.entries(await space.pages()).map(([title, page]) => [title, page.labels]),
      )
    const first = await run()
    assert.equal(first.report.counts.created, 2)
    assert.deepEqual(first.warnings, ['both.md:2 label-changed', 'both.md:2 label-changed'])
    assert.deepEqual(await labels(), { Both: ['api', 'getting-started'], None: [] })
    assert.equal((await run()).report.counts.unchanged, 2)
    folder.write({ 'both.md': '---\nlabels: []\n---\n# Both' })
    assert.equal((await run()).report.counts.updated, 1)
    assert.deepEqual(await labels(), { Both: [], None: [] })
  })

  test('a page keeps its history under another title, parent and path', async () => {
    const files = { 'a.md': '# One\n\n[b](x/b.md)', 'x/b.md': '# B\n\ntext', 'x/c.md': '# C\n\nc' }
    const { folder, run, space } = await start(files)
    const first = await run()
    folder.remove('x/b.md')
    folder.write({ 'a.md': '# Two\n\n[b](y/b.md)', 'y/b.md': '# B\n\ntext' })
    const second = await run()
    assert.deepEqual(second.warnings, ['y/b.md:0 file-moved'])
    assert.equal(second.pages['a.md']?.page?.id, first.pages['a.md']?.page?.id)
    assert.equal(second.pages['y/b.md']?.page?.id, first.pages['x/b.md']?.page?.id)
    assert.deepEqual(second.report.withoutFile, [])
    const pagesNow = await space.pages()
    assert.deepEqual(Object.keys(pagesNow).sort(), ['B', 'C', 'Two', 'X', 'Y'])
    assert.equal(pagesNow.Two?.version, firstVersion + 1)
    assert.equal((await run()).report.counts.unchanged, 5)
  })

  test('a run that is killed in the middle leaves nothing twice, and the next one ends it', async () => {
    // Simulated sites are slower.
    const count = wiki.kind === undefined ? 40 : 20
    const names = Array.from({ length: count }, (_, index) => `x${index % 5}/p${index}.md`)
    const files = names.map((name, index) => {
      const next = names[(index + 7) % names.length]
      // Pages without links finish at once.
      return [name, `# P${index}\n\n${index % 2 ? 'text' : `[next](../${next})`}\n`]
    })
    const { folder, run, space } = await start(Object.fromEntries(files))
    const program = fileURLToPath(new URL('support/folders/import-client.ts', import.meta.url))
    const { endpoint, token } = wiki.server
    const options = {
      endpoint,
      token,
      spaceId: space.key,
      parentId: space.homepageId,
      paths: [folder.path],
      workingFolder: folder.path,
      concurrency: 2,
    }
    const child = spawn(process.execPath, [program, JSON.stringify(options)])
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text
      if ((output.match(/"type":"page"/g)?.length ?? 0) >= count / 4) child.kill('SIGKILL')
    }
    const before = Object.keys(await space.pages()).length
    assert.ok(before >= count / 4 && before < count + 5, String(before))
    const { report } = await run()
    assert.deepEqual([report.counts.failed, report.counts['not-sent']], [0, 0])
    const pagesNow = await space.pages()
    assert.equal(Object.keys(pagesNow).length, count + 5)
    for (const { version, markdown } of Object.values(pagesNow)) {
      assert.equal(version, firstVersion)
      assert.doesNotMatch(markdown, /\.md/)
    }
    assert.equal(await space.countPages(), count + 6)
  })

  test('files that exchange their titles keep their pages, with what is below them', async () => {
    const { folder, run, space } = await start({
      'a.md': '# One\n\na',
      'b.md': '# Two\n\nb',
      'x/README.md': '# Set\n\nx',
      'x/y.md': '# Use\n\ny',
      'x/z.md': '# End\n\nz',
    })
    const first = await run()
    folder.write({
      'a.md': '# Two\n\na',
      'b.md': '# One\n\nb',
      'x/README.md': '# Use\n\nx',
      'x/y.md': '# End\n\ny',
      'x/z.md': '# Set\n\nz',
    })
    const second = await run()
    assert.equal(second.report.counts.updated, 5)
    assert.deepEqual([second.warnings, second.report.withoutFile], [[], []])
    const pages = await space.pages()
    const titles = {
      'a.md': 'Two',
      'b.md': 'One',
      'x/README.md': 'Use',
      'x/y.md': 'End',
      'x/z.md': 'Set',
    }
    assert.equal(Object.keys(pages).length, 5)
    for (const [file, title] of Object.entries(titles)) {
      const page = pages[title]
      assert.equal(page?.id, first.pages[file]?.page?.id)
      assert.match(page?.markdown ?? '', new RegExp(`^# ${title}\n`))
      assert.ok((page?.version ?? 0) > 1)
    }
    assert.equal(pages.Set?.parentId, pages.Use?.id)
    assert.equal((await run()).report.counts.unchanged, 5)
  })

  test('without overwriting, pages that are there stay, and links that are new still come to be', async () => {
    const { run, space } = await start({
      'a.md': '# A\n\n[b](b.md)',
      'b.md': '# B\n\n[a](a.md)',
      'c.md': '# C\n\nc',
    })
    const other = docsFolder({ 'c.md': '# C\n\nof another folder' })
    await importDocs({ ...wiki.server, space }, other)
    const { pages, report } = await run({ overwrite: false })
    assert.deepEqual([report.counts.created, report.counts.failed], [2, 1])
    assert.match(
      pages['c.md']?.message ?? '',
      /already exists.*Leave out --no-overwrite to update it\./,
    )
    const { A, B, C } = await space.pages()
    assert.equal(C?.markdown, '# C\n\nof another folder')
    assert.ok(A?.markdown.includes(linkTo(pages['b.md'])))
    assert.ok(B?.markdown.includes(linkTo(pages['a.md'])))
  })

  test('a page that was trashed gets a new one', async () => {
    const { folder, run, space } = await start({ 'x/README.md': '# X\n\nx', 'x/a.md': '# A\n\na' })
    const first = await run()
    await space.trash(first.pages['x/README.md']?.page?.id as string)
    folder.write({ 'x/a.md': '# A\n\nchanged' })
    const second = await run()
    const { created, updated, failed } = second.report.counts
    const expected = wiki.holds('trashTakesWhatIsBelow') ? [2, 0, 0] : [1, 1, 0]
    assert.deepEqual([created, updated, failed], expected)
    const { X, A } = await space.pages()
    assert.deepEqual([X?.parentId, A?.parentId], [space.homepageId, X?.id])
  })
  // The rest is the client's own.
  if (kind !== undefined) return

  test('what is too large is left out, or else not sent, and that is said', async () => {
    const big = Buffer.concat([pixel, Buffer.alloc(40_000)])
    const { run, space } = await start({
      'one.md': '# One\n\n\n![*i*](big.gif) [![](big.gif)](good.md) <img src="big.gif" alt="k">\n',
      'many.md': '# Many\n\n![i](half.gif "t") ![j][h] ![k](small.gif)\n\n[h]: half.gif\n',
      'text.md': `# Text\n\n${'words '.repeat(4_000)}`,
      'huge.md': 'x'.repeat(60_000),
      'good.md': '# Good\n\ntext',
      'big.gif': big,
      'half.gif': big.subarray(0, 20_000),
      'small.gif': pixel,
    })
    const { pages, report, warnings } = await run({
      maxBodyBytes: 50_000,
      maxMarkdownBytes: 20_000,
      sourceUrl: 'https://forge.example/o/r/blob/main/',
    })
    assert.deepEqual([report.counts.created, report.counts.failed], [3, 2])
    assert.deepEqual(warnings.filter((one) => one.endsWith('image-too-large')).sort(), [
      'many.md:3 image-too-large',
      ...Array(3).fill('one.md:4 image-too-large'),
    ])
    const pagesNow = await space.pages()
    const source = 'https://forge.example/o/r/blob/main'
    assert.equal(
      pagesNow.One?.markdown,
      `# One\n\n\n[*i*](${source}/big.gif) [big\\.gif](${linkTo(pages['good.md'])}) <a href="${source}/big.gif">k</a>\n`,
    )
    assert.match(
      pagesNow.Many?.markdown ?? '',
      /^# Many\n\n!\[i\]\(attachment:\S+ "t"\) \[j\]\(\S+\/half\.gif\) !\[k\]\(attachment:/,
    )
    assert.match(
      pages['text.md']?.message ?? '',
      /bytes of Markdown, and a page may have 20000 \(--max-markdown\)/,
    )
    assert.match(
      pages['huge.md']?.message ?? '',
      /^This file has 60000 bytes, and a request may hold 50000/,
    )
  })

  test('without sources nothing is remembered, and a new title makes a new page', async () => {
    const files = { 'a.md': '# One\n\ntext', 'b.md': '# B\n\n[a](a.md)' }
    const { folder, run, space } = await start(files, true)
    const first = await run()
    folder.write({ 'a.md': '# Two\n\ntext' })
    const second = await run()
    assert.deepEqual(second.warnings, [])
    assert.deepEqual(
      [second.pages['a.md']?.outcome, second.pages['b.md']?.outcome],
      ['created', 'updated'],
    )
    assert.notEqual(second.pages['a.md']?.page?.id, first.pages['a.md']?.page?.id)
    assert.deepEqual(second.report.withoutFile, [])
    assert.equal((await space.pages()).One?.version, 1)
  })

  test('a file alone keeps its place in the tree, its links and those to it', async () => {
    const { folder, run, space } = await start({
      'a.md': '# A\n\n[b](x/b.md)',
      'x/b.md': '# B\n\n[a](../a.md#a) [c](c.md)',
      'x/c.md': '# C\n\nc',
      'y/README.md': '# Y\n\ny',
      'y/d.md': '# D\n\nd',
    })
    const whole = await run()
    const before = await space.pages()
    folder.write({ 'x/b.md': '# B\n\n[a](../a.md#a) [c](c.md) new', 'x/e.md': '# E\n\ne' })
    const files = ['x/b.md', 'x/e.md', 'y/d.md'].map((path) => join(folder.path, path))
    const { pages, warnings, report } = await run({ paths: files })
    assert.deepEqual(
      Object.values(pages)
        .map(({ file, outcome }) => `${file} ${outcome}`)
        .sort(),
      [
        'x/ updated',
        'x/b.md updated',
        'x/e.md created',
        'y/README.md unchanged',
        'y/d.md unchanged',
      ],
    )
    assert.deepEqual([warnings, report.withoutFile], [[], []])
    const after = await space.pages()
    assert.equal(after.B?.markdown, `${before.B?.markdown} new`)
    assert.equal(
      after.X?.markdown,
      ['b', 'c', 'e']
        .map((name) => {
          const file = `x/${name}.md`
          const page = pages[file] ?? whole.pages[file]
          return `- [${name.toUpperCase()}](${linkTo(page)})\n`
        })
        .join(''),
    )
    assert.equal((await run()).report.counts.unchanged, 7)
  })

  test('what is wrong with one file keeps back that file only', async () => {
    const { folder, run, space } = await start({
      'a.md': '# Same\n\na',
      'b.md': '# Same\n\nb',
      'latin.md': Buffer.from('a\n\xff', 'latin1'),
      'wide.md': Buffer.from('\ufeff# Wide\n\nw', 'utf16le'),
      'empty.md': '',
      'blank.md': '---\ntitle: Blank\ndescription: About it\n---\n',
      'quoted.md': '---\ntitle: Quoted: not\nlabels: {a: 1}\n---\nq',
      'skipped.md': '---\nmarkport: false\n---\n# S\n',
      'draft.md': '---\ndraft: true\n---\n# D\n',
      'x/README.md': Buffer.from([0xff]),
      'x/c.md': '---\nparent: none.md\n---\n# C\n\nc',
      'good.md': '# Good\n\n[a](a.md)',
    })
    symlinkSync('.', join(folder.path, 'cycle'))
    symlinkSync('nowhere', join(folder.path, 'broken.md'))
    symlinkSync(tmpdir(), join(folder.path, 'out'))
    const { pages, report, warnings } = await run()
    const { created, failed } = report.counts
    assert.deepEqual([created, failed, Object.keys(pages).length], [9, 2, 11])
    assert.match(pages['latin.md']?.message ?? '', /^Line 2: this is not UTF-8 text\. .*iconv/)
    assert.match(pages['x/README.md']?.message ?? '', /^Line 1: this is not UTF-8 text/)
    assert.deepEqual(warnings.toSorted(), [
      'b.md:0 title-changed',
      'blank.md:0 page-empty',
      'broken.md:0 symlink-broken',
      'cycle:0 symlink-cycle',
      'draft.md:0 draft-left-out',
      'empty.md:0 page-empty',
      'out:0 symlink-outside',
      'quoted.md:2 front-matter-repaired',
      'x/c.md:0 parent-missing',
    ])
    const markdown = Object.fromEntries(
      Object.entries(await space.pages()).map(([title, page]) => [title, page.markdown]),
    )
    assert.match(markdown['Same (b)'] ?? '', /b$/)
    assert.match(markdown.Blank ?? '', /^\s*About it\s*$/)
    assert.match(markdown.X ?? '', /^- \[C\]\((?:http|spaces\/)/)
    assert.ok('Wide' in markdown && 'Empty' in markdown && 'Quoted: not' in markdown)
    const again = await run()
    assert.deepEqual([again.report.counts.unchanged, again.report.counts.failed], [9, 2])
  })

  test('where nothing is found, that is said, with what was left out', async () => {
    const { folder, run } = await start({ 'a.txt': 'x', 'drafts/b.md': '# B', 'c.md': '# C\n\nc' })
    const { report, pages } = await run({ exclude: ['drafts', '*.md'] })
    assert.deepEqual(pages, {})
    assert.match(
      report.stoppedBy ?? '',
      /^There is nothing to import in .*: files of Markdown end in \.md, \.mdx, .*; \.gitignore and --exclude left out 2 files and folders\.$/,
    )
    folder.write({ 'd.MDX': '# D\n\nd' })
    assert.equal((await run({ exclude: ['drafts', '*.md'] })).report.stoppedBy, undefined)
  })

  test('a heading that is the title is left out of the page, or kept', async () => {
    const { run, space } = await start({
      'a.md': '<!-- lint -->\n\n# A\n\na',
      'b.md': '---\ntitle: B\n---\n# Another\n\nb',
      'c.md': '# C\n',
    })
    const headings = async (): Promise<string[]> => {
      const now = Object.entries(await space.pages()).sort(([a], [b]) => (a < b ? -1 : 1))
      return now.map(([, { adf }]) => /"type":"heading".*?"text":"(\w+)"/.exec(adf)?.[1] ?? 'none')
    }
    const { warnings } = await run()
    assert.deepEqual(
      [await headings(), warnings],
      [['none', 'Another', 'C'], ['a.md:1 html-comment-dropped']],
    )
    const { updated, unchanged } = (await run({ keepTitleHeading: true })).report.counts
    assert.deepEqual([await headings(), updated, unchanged], [['A', 'Another', 'C'], 1, 2])
  })

  test('.gitignore, --exclude and hidden folders leave files out', async () => {
    const { folder, run } = await start({
      '.gitignore': 'build/\n*.tmp.md\n',
      'docs/.gitignore': '!keep.tmp.md\n',
      'docs/a.md': '# A\n\na',
      'docs/keep.tmp.md': '# K\n\nk',
      'docs/b.tmp.md': '# B\n\nb',
      'docs/build/c.md': '# C\n\nc',
      'docs/drafts/d.md': '# D\n\nd',
      'docs/.hidden/e.md': '# E\n\ne',
      'docs/node_modules/f.md': '# F\n\nf',
      'docs/notes.txt': 'x',
    })
    const { pages } = await run({ paths: [join(folder.path, 'docs')], exclude: ['drafts'] })
    assert.deepEqual(Object.keys(pages).sort(), ['docs/a.md', 'docs/keep.tmp.md'])
  })

  test('a folder whose .gitignore cannot be read is left out: it may keep something back', async () => {
    const files = {
      'a.md': '# A\n\na',
      'x/b.md': '# B\n\nb',
      'y/.gitignore/c.txt': '',
      'y/d.md': '# D',
    }
    const { folder, run } = await start(files)
    const paths = ['y/d.md', 'y/', 'a.md', 'x/b.md', 'x/']
    symlinkSync('.gitignore', join(folder.path, 'x/.gitignore'))
    const below = await run({ dryRun: true })
    assert.deepEqual(below.warnings, ['x:0 folder-unreadable'])
    assert.deepEqual(Object.keys(below.pages).sort(), paths.slice(0, 3).sort())
    symlinkSync('.gitignore', join(folder.path, '.gitignore'))
    const top = await run({ dryRun: true })
    assert.deepEqual([top.warnings, top.pages], [['.:0 folder-unreadable'], {}])
    folder.remove('.gitignore', 'x/.gitignore')
    assert.deepEqual(Object.keys((await run({ dryRun: true })).pages).sort(), paths.sort())
  })

  test('a token that is refused, or a wrong place, ends the run at once', async () => {
    const { run } = await start({
      'a.md': '# A\n\na',
      'b.md': '# B\n\nb',
      'c.md': '# C\n\nc',
      'd.md': '# D\n\nd',
    })
    const cases = [
      [{ token: 'wrong' }, /Bearer|token/],
      [{ spaceId: 'NONE' }, /Check --space, --parent and --endpoint\.$/],
      [{ parentId: '999999' }, /Check --space, --parent and --endpoint\.$/],
      [{ endpoint: `${wiki.server.url}/wiki/webtrigger` }, /answered 404|nothing at this address/],
    ] as const
    for (const [options, message] of cases) {
      const { report } = await run({ ...options, concurrency: 1 })
      assert.match(report.stoppedBy ?? '', message)
      assert.deepEqual([report.counts.failed, report.counts['not-sent']], [0, 4])
    }
  })

  test('an interruption leaves the rest for the next run', async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`${n}.md`, `# P${n}\n\n[next](${(n % 6) + 1}.md)`]),
    )
    const { run, space } = await start(files)
    const interruption = new AbortController()
    const first = await run({
      concurrency: 1,
      signal: interruption.signal,
      onEvent: (event) => {
        if (event.type === 'page' && event.done === 2) interruption.abort()
      },
    })
    assert.equal(
      first.report.stoppedBy,
      'The run was interrupted. Import again: only what is left is sent.',
    )
    const second = await run()
    const { created, updated, unchanged } = second.report.counts
    assert.equal(created + updated + unchanged, 6)
    assert.ok(unchanged > 0)
    for (const { markdown } of Object.values(await space.pages()))
      assert.match(markdown, /\((?:http:|spaces\/)/)
  })
}

test('local images go inside the request, and what cannot is said by file and line', async () => {
  const outside = docsFolder({ 'o.gif': pixel })
  const folder = docsFolder({
    'docs/a.md': '# A\n\n![i](../img/i.gif "t")\n![n](none.png) ![o](o.gif) ![x](x.png)\n',
    'img/i.gif': pixel,
    'docs/x.png': 'no image',
  })
  symlinkSync(join(outside.path, 'o.gif'), join(folder.path, 'docs/o.gif'))
  const { sent, warnings } = await record(folder, { paths: [join(folder.path, 'docs')] })
  assert.deepEqual(warnings, [
    'docs/a.md:4 image-missing',
    'docs/a.md:4 image-outside',
    'docs/a.md:4 image-unsupported',
  ])
  const url = `data:image/gif;base64,${pixel.toString('base64')}`
  assert.deepEqual(sent, [`# A\n\n![i](${url} "t")\n![n](none.png) ![o](o.gif) ![x](x.png)\n`])
})

async function record(folder: DocsFolder, options: Parameters<typeof importDocs>[2] = {}) {
  const service = await startScriptedService((response, number, { fields, path }) => {
    if (path?.endsWith('/reservations')) return answer(response, 404)
    const page = { id: String(number), version: 1, url: `http://w/${number}` }
    answer(response, 201, { key: 'created', page: { ...fields, ...page }, warnings: [] })
  })
  const place = {
    endpoint: service.endpoint,
    token: 't',
    space: { key: 'S', homepageId: '1' } as never,
  }
  const imported = await importDocs(place, folder, options)
  await service.stop()
  const sent = service.requests.flatMap(({ fields }) => fields.content ?? [])
  return { ...imported, sent }
}
