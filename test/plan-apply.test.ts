/** A look before a leap, in every wiki: what is planned is what is done, or nothing is. @module */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { type ImportPlan, PlanError, type PlannedPage } from '../src/folder/plan-file.ts'
import {
  type DocsFiles,
  type DocsImport,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { type FolderWiki, folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import { callCli } from './support/service/run-cli.ts'
import { started } from './support/service/started.ts'

const first: DocsFiles = {
  'README.md': '# Start\n\nSee [guide](guide/README.md).\n',
  'guide/README.md': '# Guide\n\nText.\n',
  'guide/setup.md': '# Setup\n\nRun it.\n',
  'other.md': '# Other\n\nWords.\n',
}
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const then: DocsFiles = {
  'guide/setup.md': '# Set up\n\nRun it twice.\n',
  'new/README.md': '# New\n\n[setup](../guide/setup.md)\n',
  'new/page.md': '# New page\n\nMore.\n',
}

for (const { name, kind } of folderWikis) {
  describe(name, () => cases(kind, () => startFolderWiki(kind)))
}

function cases(kind: FolderWiki['kind'], startWiki: () => Promise<FolderWiki>): void {
  const wiki = started(() => startWiki())
  let spaces = 0

  async function start(files: DocsFiles = first) {
    spaces += 1
    const space = await wiki.addSpace(`A${spaces}`)
    const folder = docsFolder(files)
    const plans = docsFolder()
    const { endpoint, token } = wiki.server
    const file = join(plans.path, 'plan.json')
    const run = (options: Partial<FolderOptions> = {}): Promise<DocsImport> =>
      importDocs({ endpoint, token, space }, folder, options)
    const plan = async (options: Partial<FolderOptions> = {}) => {
      const looked = await run({ planFile: file, ...options })
      return { looked, plan: JSON.parse(readFileSync(file, 'utf8')) as ImportPlan }
    }
    const apply = (options: Partial<FolderOptions> = {}): Promise<DocsImport> =>
      run({ applyFile: file, ...options })
    return { space, folder, file, run, plan, apply }
  }

  async function startPlanned() {
    const started = await start()
    const { pages } = await started.run()
    started.folder.write(then)
    const { plan } = await started.plan()
    const id = (file: string): string => pages[file]?.page?.id as string
    return { ...started, planned: plan, id }
  }

  const outcomes = (pages: readonly PlannedPage[]): Record<string, string> =>
    Object.fromEntries(pages.map(({ file, outcome }) => [file, outcome]))

  const changesOf = ({ events }: DocsImport): string[] =>
    events.flatMap((event) => (event.type === 'changed' ? [event.file] : []))

  function inConfluence(): void {
    test('a dry run tells what it finds of each page, and writes nothing', async () => {
      const { run, folder, space } = await start()
      const site = space.site as NonNullable<typeof space.site>
      const { pages } = await run()
      const id = (file: string): string => pages[file]?.page?.id as string
      site.addInlineComment(id('guide/setup.md'), 'Run')
      site.humanEdit(id('other.md'), 0, (text) => `${text} And more.`)
      site.move(id('guide/README.md'), await space.addPage('Of a person'))
      folder.write({
        'guide/setup.md': '# Set up\n\nStart.\n\n![dot](dot.gif)\n',
        'guide/dot.gif': pixel,
        'guide/README.md': '# Guide\n\nChanged.\n',
        'new.md': '# New\n\nMore.\n',
        'x/new.md': '# new\n\nThe same title, as Confluence sees it.\n',
      })
      const writes = (): number => site.requests.filter(({ method }) => method !== 'GET').length
      const before = [await space.pages(), writes()]
      const looked = await run({ dryRun: true })
      assert.deepEqual([await space.pages(), writes()], before)
      const { outlook: setup } = looked.pages['guide/setup.md'] ?? {}
      assert.deepEqual([setup?.renamedFrom, setup?.detaches], ['Setup', ['Run']])
      const { outlook: other, outcome } = looked.pages['other.md'] ?? {}
      assert.ok(other?.edited?.by)
      assert.equal(outcome, 'unchanged')
      assert.ok(looked.pages['guide/README.md']?.outlook?.movedFrom)
      assert.equal(looked.pages['new.md']?.outcome, 'created')
      assert.equal(looked.pages['x/new.md']?.key, 'already-exists')
      const real = await run({ concurrency: 1 })
      assert.deepEqual(real.report.counts, looked.report.counts)
      assert.equal(real.pages['x/new.md']?.outcome, 'failed')
    })
  }

  test('does what was planned, and needs another plan for another time', async () => {
    const { planned, apply, run, space } = await startPlanned()
    assert.deepEqual(outcomes(planned.pages), {
      'README.md': 'unchanged',
      'guide/README.md': 'unchanged',
      'guide/setup.md': 'updated',
      'new/README.md': 'created',
      'new/page.md': 'created',
      'other.md': 'unchanged',
    })
    const setup = planned.pages.find(({ file }) => file === 'guide/setup.md')
    // In Confluence a new page of a run has its line first.
    const version = kind === undefined ? 1 : 2
    assert.deepEqual([setup?.renamedFrom, setup?.page?.version], ['Setup', version])
    const applied = await apply()
    const done = Object.entries(applied.pages).map(([file, { outcome }]) => [file, outcome])
    assert.deepEqual(Object.fromEntries(done), outcomes(planned.pages))
    const before = await space.pages()
    const again = await apply()
    assert.match(again.report.stoppedBy ?? '', /changed since the plan was made/)
    assert.deepEqual(await space.pages(), before)
    const { report } = await run({ dryRun: true })
    assert.equal(report.counts.unchanged, 6)
  })

  type Interference = readonly [
    when: string,
    interfere: (started: Awaited<ReturnType<typeof startPlanned>>) => unknown,
    file: string,
  ]
  const inWiki: readonly Interference[] = [
    [
      'a page was edited',
      ({ space, id }) => space.editPage(id('guide/setup.md')),
      'guide/setup.md',
    ],
    ['a page that stays was edited', ({ space, id }) => space.editPage(id('other.md')), 'other.md'],
    ['somebody made a page of that title', ({ space }) => space.addPage('New'), 'new/README.md'],
    ['a page was trashed', ({ space, id }) => space.trash(id('other.md')), 'other.md'],
  ]
  /** Only the client decides these, whatever the wiki. */
  const inFolder: readonly Interference[] = [
    [
      'a file was changed',
      ({ folder }) => folder.write({ 'other.md': '# Other\n\nx\n' }),
      'other.md',
    ],
    ['a file was added', ({ folder }) => folder.write({ 'z.md': '# Z\n' }), 'z.md'],
    ['a file was removed', ({ folder }) => folder.remove('new/page.md'), 'new/page.md'],
  ]
  const interferences = kind === undefined ? [...inWiki, ...inFolder] : inWiki
  test('applies nothing, and says what has changed, when something did', async (t) => {
    const started = await startPlanned()
    const { space, apply, plan } = started
    for (const [when, interfere, file] of interferences) {
      await t.test(when, async () => {
        await interfere(started)
        const before = await space.pages()
        const refused = await apply()
        assert.deepEqual(changesOf(refused), [file])
        assert.match(refused.report.stoppedBy ?? '', /changed since the plan was made/)
        assert.ok(refused.report.counts['not-sent'] > 0)
        assert.deepEqual(await space.pages(), before)
        await plan()
      })
    }
    assert.deepEqual(changesOf(await apply()), [])
  })

  test('takes the pages away that were planned, and no others', async () => {
    const { run, plan, apply, folder, space } = await start()
    const { pages } = await run()
    const id = pages['other.md']?.page?.id as string
    folder.remove('other.md')
    const pruning = { prune: true, hostToken: wiki.token }
    const { plan: planned } = await plan(pruning)
    assert.deepEqual(
      planned.withoutFile.map(({ file, staysBecause }) => [file, staysBecause]),
      [['other.md', undefined]],
    )
    assert.equal(await space.statusOf(id), 'current')
    await space.editPage(id)
    assert.deepEqual(changesOf(await apply(pruning)), ['other.md'])
    assert.equal(await space.statusOf(id), 'current')
    const { plan: another } = await plan(pruning)
    assert.equal(another.withoutFile[0]?.staysBecause, 'people edited it since the last import')
    assert.equal((await apply(pruning)).report.pruned, 0)
    folder.remove('guide/setup.md')
    await plan(pruning)
    assert.equal((await apply(pruning)).report.pruned, 1)
    assert.equal(await space.statusOf(pages['guide/setup.md']?.page?.id as string), 'trashed')
  })

  if (kind === undefined) ofTheClient()
  else inConfluence()

  function ofTheClient(): void {
    test('the command writes a plan, applies it, and says what has changed', async () => {
      const { folder, file, space, id } = await startPlanned()
      const env = {
        MARKPORT_ENDPOINT: wiki.server.endpoint,
        MARKPORT_SPACE: space.key,
        MARKPORT_PARENT: space.homepageId,
        MARKPORT_TOKEN: wiki.server.token,
        GITHUB_ACTIONS: '',
        CI: '',
      }
      const call = (...more: string[]) =>
        callCli(['import', folder.path, '--front-page', 'no', ...more], { env })
      const planned = await call('--plan', file)
      assert.equal(planned.code, 0, planned.stderr)
      assert.match(planned.stdout, /^updated .*Set up .*\n +was called "Setup"$/m)
      const text = readFileSync(file, 'utf8')
      assert.ok(!text.includes(wiki.server.token))
      assert.match(text, /^\{\n "version": 1,\n/)
      await space.editPage(id('other.md'))
      const refused = await call('--apply', file)
      assert.equal(refused.code, 1)
      assert.match(
        refused.stderr,
        /other\.md: Its page has version 2, and had 1; .+ edited it on 2/,
      )
      assert.match(refused.stdout, /^Stopped: 1 page changed since the plan was made/m)
      await call('--plan', file)
      const applied = await call('--apply', file, '--json')
      assert.equal(applied.code, 0, applied.stderr)
      assert.equal((await call('--apply', file, '--plan', file)).code, 2)
      assert.equal((await call('--apply', file, '--dry-run')).code, 2)
    })

    test('refuses a plan for something else, and what is no plan', async () => {
      const { apply, file, planned } = await startPlanned()
      const tampered: readonly [object, RegExp][] = [
        [{ ...planned, endpoint: 'https://evil.example/' }, /is for the endpoint https:\/\/evil/],
        [{ ...planned, space: 'OTHER' }, /is for the space OTHER/],
        [{ ...planned, parent: '1' }, /is for the parent 1/],
        [{ ...planned, options: { ...planned.options, overwrite: false } }, /another overwrite/],
        [{ ...planned, version: 2 }, /no plan of this version/],
        [{ ...planned, pages: [1] }, /no plan of this version/],
        [[], /no plan of this version/],
      ]
      for (const [plan, message] of tampered) {
        writeFileSync(file, JSON.stringify(plan))
        await assert.rejects(
          apply(),
          (error) => error instanceof PlanError && message.test(error.message),
        )
      }
    })
  }
}
