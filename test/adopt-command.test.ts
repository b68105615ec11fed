/** `markport adopt` against every wiki: what it proposes, what a person makes of it, and what an import does then. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import type { Adoption } from '../src/client.ts'
import { idAllocator } from '../src/database/ids.ts'
import { type PersonsPages, personsPages } from './support/delivery/persons-pages.ts'
import { startWikiServer, type WikiServer } from './support/delivery/wiki-server.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { dayMs } from './support/prepared-store.ts'
import { type CliRun, callCli } from './support/service/run-cli.ts'

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

interface Bench {
  readonly server: WikiServer
  readonly pages: PersonsPages
  readonly folder: DocsFolder
  adopt(...args: readonly string[]): Promise<CliRun>
  propose(): Promise<Adoption>
  run(): ReturnType<typeof importDocs>
}

async function start(kind: 'cloud' | 'data-center' | undefined, files: DocsFiles): Promise<Bench> {
  const server = await startWikiServer('sqlite', kind)
  stops.push(() => server.stop())
  const { database, endpoint } = server
  const pages = await personsPages(server)
  const folder = docsFolder(files)
  stops.push(() => folder.remove())
  const keeper = hostTokens(database, idAllocator(database), () => new Date())
  const life = { lifetimeMs: dayMs, createdBy: 'test' }
  const { token } = await keeper.create({ name: 'reader', owner: 'admin', ...life })
  const env = {
    ...{ MARKPORT_ENDPOINT: endpoint, MARKPORT_SPACE: 'DOCS', MARKPORT_PARENT: pages.homepageId },
    ...{ MARKPORT_HOST_TOKEN: token, GITHUB_ACTIONS: '', CI: '' },
  }
  const adopt: Bench['adopt'] = (...args) => callCli(['adopt', folder.path, ...args], { env })
  const place = { ...server, space: { ...server.space, key: 'DOCS' } }
  return {
    ...{ server, pages, folder, adopt },
    async propose() {
      const { code, stdout, stderr } = await adopt('--json')
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    },
    run: () => importDocs(place, folder),
  }
}

const about = (what: string): string =>
  `The ${what} reads its settings from a file, starts its workers, waits for ${what} requests and answers each of them in turn with a ${what} of its own.`

for (const kind of [undefined, 'cloud', 'data-center'] as const) {
  describe(`pages in ${kind ?? 'the wiki of the service'}`, () => {
    test('are proposed by place, title, name and text, taken as they were read, and never made twice', async () => {
      const bench = await start(kind, {
        'guide/README.md': '# Guide\n\nText.\n',
        'guide/setup.md': '# Setup\n\nText.\n',
        'guide/01-quick-start.md': '# How to begin at once\n\nText.\n',
        'api/calls.md': '# Calls\n\nText.\n',
        'api/README.md': '# The API\n\nText.\n',
        'moved.md': '# Moved about\n\nText.\n',
        'changed.md': `# A title of today\n\n${about('scheduler')}\n`,
        'new.md': `# Something new\n\n${about('dashboard')} Nothing there is like it at all, by any word.\n`,
      })
      const { pages, folder, adopt, propose, run, server } = bench
      const top = pages.homepageId
      const add = pages.add
      const guide = await add('Guide', top)
      const setup = await add('setup', guide)
      const quick = await add('Quick start', guide)
      const api = await add('The API', top)
      const attic = await add('Attic', top)
      const moved = await add('Moved about', attic)
      const text = await add('A title of before', attic, about('scheduler'))
      const other = await add(
        'Meeting notes',
        attic,
        'Who came, who spoke, what was said, eaten and drunk.',
      )
      const titles = await pages.titles()
      const asked = server.site?.requests.length ?? 0
      const proposal = await propose()
      const found = Object.fromEntries(
        proposal.matches.map(({ file, page, reason }) => [file, `${page.id} ${reason}`]),
      )
      assert.deepEqual(found, {
        'guide/README.md': `${guide} place`,
        'guide/setup.md': `${setup} place`,
        'guide/01-quick-start.md': `${quick} name`,
        'api/README.md': `${api} place`,
        'moved.md': `${moved} title`,
        'changed.md': `${text} text`,
      })
      assert.deepEqual(proposal.newFiles.toSorted(), ['api/calls.md', 'new.md'])
      assert.deepEqual(
        proposal.otherPages.map(({ id }) => id).toSorted(),
        [attic, other].toSorted(),
      )
      const writes = server.site?.requests.slice(asked).filter(({ method }) => method !== 'GET')
      assert.deepEqual(writes ?? [], [])
      assert.deepEqual(await pages.titles(), titles)

      const plan = join(folder.path, '..', `${folder.path.split('/').at(-1)}.json`)
      stops.push(() => writeFileSync(plan, ''))
      const told = await adopt('--plan', plan)
      assert.equal(told.code, 0, told.stderr)
      assert.match(told.stdout, /moved\.md +\d+ +Moved about +title; would be moved/)
      assert.match(
        told.stdout,
        /changed\.md .*text, \d+ % alike; would be renamed to "A title of today"/,
      )
      assert.match(
        told.stderr,
        /6 files would have a page that is there, 2 a new one; 0 have theirs already/,
      )
      // What a person takes out is not taken.
      const lines = readFileSync(plan, 'utf8').split('\n')
      const kept = lines.filter((line) => !line.includes('quick-start'))
      writeFileSync(plan, kept.join('\n'))
      const applied = await adopt('--apply', plan)
      assert.equal(applied.code, 0, applied.stderr)
      assert.deepEqual(await pages.titles(), titles)

      const done = await run()
      assert.equal(done.report.counts.failed, 0, JSON.stringify(done.pages))
      const idOf = (file: string): string | undefined => done.pages[file]?.page?.id
      assert.equal(idOf('changed.md'), text)
      assert.deepEqual(await pages.placeOf(text), { title: 'A title of today', parentId: top })
      assert.deepEqual(await pages.placeOf(moved), { title: 'Moved about', parentId: top })
      assert.deepEqual(await pages.placeOf(quick), { title: 'Quick start', parentId: guide })
      assert.equal((await pages.titles()).length, titles.length + 3)
      assert.notEqual(idOf('guide/01-quick-start.md'), quick)
      const again = await propose()
      assert.deepEqual([again.matches, again.knownFiles.length], [[], 8])
    })
  })
}

test('a proposal that does not fit is refused whole, and says where', async () => {
  const { pages, adopt, folder } = await start(undefined, {
    'a.md': '# A\n\nText.\n',
    'b.md': '# B\n\nText.\n',
  })
  const top = pages.homepageId
  const a = await pages.add('A', top)
  const plan = join(folder.path, 'plan.json')
  assert.equal((await adopt('--plan', plan)).code, 0)
  const proposal = JSON.parse(readFileSync(plan, 'utf8'))
  const apply = async (change: object): Promise<string> => {
    writeFileSync(plan, JSON.stringify({ ...proposal, ...change }))
    const { code, stderr } = await adopt('--apply', plan)
    assert.equal(code, 1, stderr)
    return stderr
  }
  const line = (file: string, page: unknown): object => ({ file, page })
  assert.match(
    await apply({ pages: [line('a.md', a), line('b.md', a)] }),
    /b\.md: the page \d+ is that of a\.md/,
  )
  assert.match(
    await apply({ pages: [line('a.md', a), line('a.md', '5')] }),
    /it stands there twice/,
  )
  assert.match(await apply({ pages: [line('../a.md', a)] }), /no such file in this folder/)
  assert.match(await apply({ pages: [line('a.md', top)] }), /the one to import below/)
  for (const page of [5, '0', 'x', '1e3', '9'.repeat(30), null]) {
    assert.match(
      await apply({ pages: [line('a.md', page)] }),
      /pages\[0\] must name its file and its page/,
    )
  }
  assert.match(await apply({ adoption: 2 }), /no proposal of markport adopt/)
  assert.match(await apply({ pages: 'a' }), /no proposal of markport adopt/)
  writeFileSync(plan, '{')
  assert.match((await adopt('--apply', plan)).stderr, /This file is no JSON/)
  writeFileSync(plan, JSON.stringify(proposal))
  assert.equal((await adopt('--apply', plan)).code, 0)
  assert.match(
    await apply({ pages: [line('a.md', '77')] }),
    /by the manifest it has the page \d+ already/,
  )
  assert.match(await apply({ pages: [line('b.md', a)] }), /the page \d+ is that of a\.md/)
})

test('a page that went away since is made anew by its title, and one of another space never taken', async () => {
  const { pages, adopt, folder, run } = await start(undefined, {
    'a.md': '# A\n\nText.\n',
    'b.md': '# B\n\nText.\n',
  })
  const gone = await pages.add('A', pages.homepageId)
  const foreign = await pages.addElsewhere('B')
  const plan = join(folder.path, 'plan.json')
  await adopt('--plan', plan)
  const proposal = JSON.parse(readFileSync(plan, 'utf8'))
  proposal.pages.push({ file: 'b.md', page: foreign })
  writeFileSync(plan, JSON.stringify(proposal))
  assert.equal((await adopt('--apply', plan)).code, 0)
  await pages.trash(gone)
  const done = await run()
  assert.deepEqual([done.report.counts.created, done.report.counts.failed], [2, 0])
  assert.notEqual(done.pages['a.md']?.page?.id, gone)
  assert.equal((await pages.placeOf(foreign)).title, 'B')
  assert.notEqual(done.pages['b.md']?.page?.id, foreign)
})

test('wrong use is said', async () => {
  const { adopt, folder } = await start(undefined, { 'a.md': '# A\n\nText.\n' })
  for (const [args, code, said] of [
    [['--plan', 'x', '--apply', 'y'], 2, /give one/],
    [['--apply', join(folder.path, 'none.json')], 2, /--apply: ENOENT/],
    [['--space', 'NONE'], 1, /There is no space "NONE"/],
    [['--parent', '999999'], 1, /There is no page 999999 in the space DOCS/],
    [['--plan', join(folder.path, 'no', 'such')], 1, /--plan: ENOENT/],
  ] as const) {
    const run = await adopt(...args)
    assert.equal(run.code, code, run.stderr)
    assert.match(run.stderr, said)
  }
  const noToken = await callCli(['adopt', folder.path], { env: { MARKPORT_HOST_TOKEN: '' } })
  assert.deepEqual(
    [noToken.code, /--endpoint and --space and --parent/.test(noToken.stderr)],
    [2, true],
  )
})
