import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { applyPatch } from 'diff'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { sql } from '../src/store/sql.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import {
  changePolicies,
  connectSpace,
  startWikiServer,
  type WikiServer,
} from './support/delivery/wiki-server.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { png } from './support/samples/images.ts'
import { type CliRun, callCli } from './support/service/run-cli.ts'
import { execute } from './support/store/test-transactions.ts'

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

interface Started {
  readonly server: WikiServer
  readonly site: ConfluenceSimulator
  readonly hostToken: string
  readonly folder: DocsFolder
  run(options?: Partial<FolderOptions>): ReturnType<typeof importDocs>
  cli(...args: readonly string[]): Promise<CliRun>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(path: string, method?: string): Promise<{ status: number; json: any }>
}

async function start(kind: 'cloud' | 'data-center', files: DocsFiles): Promise<Started> {
  const server = await startWikiServer('sqlite', kind)
  stops.push(() => server.stop())
  const { site, token } = server
  assert.ok(site)
  const folder = docsFolder(files)
  const { token: hostToken } = await server.createHostToken('client')
  const place = { ...server, space: { ...server.space, homepageId: site.homepageId } }
  const env = {
    MARKPORT_ENDPOINT: server.endpoint,
    MARKPORT_SPACE: server.space.key,
    MARKPORT_PARENT: site.homepageId,
    MARKPORT_TOKEN: token,
    MARKPORT_HOST_TOKEN: hostToken,
    GITHUB_ACTIONS: '',
    CI: '',
  }
  return {
    server,
    site,
    hostToken,
    folder,
    run: (options = {}) => importDocs(place, folder, options),
    cli: (...args) => callCli(args, { env }),
    async call(path, method = 'GET') {
      const response = await fetch(`${server.url}/wiki/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${hostToken}` },
      })
      const text = await response.text()
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`folders in a space connected to ${kind}`, () => {
    test('become pages there with links between them, and stay as they are when sent again', async () => {
      const { site, run } = await start(kind, {
        'index.md': '# Docs\n\nSee [b](guide/b.md#two-words).\n',
        'guide/a.md': '# A\n\nSee [b](b.md).\n',
        'guide/b.md': '# B\n\n## Two words\n\nBack to [a](a.md).\n',
      })
      const first = await run()
      assert.deepEqual([first.report.counts.created, first.report.counts.failed], [4, 0])
      assert.deepEqual(first.warnings, [])
      const pageOf = (file: string) => site.page(first.pages[file]?.page?.id as string)
      const a = pageOf('guide/a.md')
      const urlOfB = first.pages['guide/b.md']?.page?.url as string
      assert.ok(urlOfB.startsWith(site.baseUrl))
      assert.ok(a.versions.at(-1)?.body.includes(escaped(urlOfB)))
      assert.equal(a.parentId, first.pages['guide/']?.page?.id)
      const before = site.requests.length
      const again = await run({ resend: true })
      assert.equal(again.report.counts.unchanged, 4)
      const asked = site.requests.slice(before).map(({ method, path }) => `${method} ${path}`)
      assert.ok(asked.length <= 10, asked.join('\n'))
    })

    test('are foreseen by a dry run, also where nothing is remembered', async () => {
      const filesOf = (words: string) => ({
        'a.md': `# A\n\n${words}\n`,
        'b.md': `# B\n\n${words}\n`,
        'c.md': `# C\n\n${words}\n`,
      })
      const { site, run, folder, server } = await start(kind, filesOf('First.'))
      const dryRun = async () => {
        const before = site.requests.length
        const { report } = await run({ resend: true, dryRun: true })
        const asked = site.requests.slice(before).map(({ method, path }) => `${method} ${path}`)
        // The parent, and for each page its title, the page, and the page again by its id.
        assert.ok(asked.length <= 2 + 3 * 3, asked.join('\n'))
        assert.ok(asked.every((request) => request.startsWith('GET ')))
        return report.counts
      }
      assert.equal((await dryRun()).created, 3)
      assert.equal((await run()).report.counts.created, 3)
      assert.equal((await dryRun()).unchanged, 3)
      folder.write(filesOf('Second.'))
      assert.equal((await dryRun()).updated, 3)
      folder.write(filesOf('First.'))
      for (const statement of [
        sql`delete from remote_versions`,
        sql`delete from remote_pages`,
        sql`delete from source_pages`,
      ]) {
        await execute(server.database, statement)
      }
      assert.equal((await dryRun()).unchanged, 3)
    })

    test('stand as the tree has them, also after people moved them', async () => {
      const { site, run, folder } = await start(kind, {
        'mkdocs.yml':
          'nav:\n  - Start: zeta.md\n  - Alpha: alpha.md\n  - More: [mike.md, beta.md]\n',
        ...Object.fromEntries(
          ['zeta', 'alpha', 'mike', 'beta'].map((name) => [
            `docs/${name}.md`,
            `# ${name}\n\nText.\n`,
          ]),
        ),
      })
      site.switches.delayMs = 5
      const options = { paths: [join(folder.path, 'docs')], concurrency: 4 }
      const { warnings } = await run(options)
      const stand = (id: string): string =>
        site
          .children(id)
          .map(({ title }) => title)
          .join()
      const first = stand(site.homepageId)
      assert.deepEqual(warnings, [])
      assert.match(first, /^zeta,alpha,More$/i)
      const [one, two] = site.children(site.homepageId)
      site.moveBefore(two?.id ?? '', one?.id ?? '')
      assert.notEqual(stand(site.homepageId), first)
      const again = await run(options)
      assert.equal(again.report.counts.created + again.report.counts.updated, 0)
      assert.equal(stand(site.homepageId), first)
      const before = site.requests.length
      await run(options)
      const asked = site.requests.slice(before).filter(({ path }) => /move/.test(path))
      assert.equal(asked.length, 0)
    })

    test('take edits from there into their files, and are then unchanged', async () => {
      const markdown =
        '---\nlabels: [x]\n---\n# A\n\nFirst words of _it_.\n\n- one\n- see [b](b.md)\n\nLook ![A dot](dot.png) here.\n'
      const { cli, folder, run, site } = await start(kind, {
        'a.md': markdown,
        'b.md': '# B\n\nText.\n',
        'dot.png': png,
      })
      const { pages } = await run()
      const id = pages['a.md']?.page?.id as string
      const none = await cli('pull', folder.path)
      assert.deepEqual([none.code, none.stdout], [0, ''], none.stderr)
      assert.match(none.stderr, /^Nothing was edited there: 2 pages looked at\.\n$/)
      site.humanEdit(id, 0, (text) => text.replace('First words', 'Other words'))
      const printed = await cli('pull', folder.path)
      assert.equal(printed.code, 0, printed.stderr)
      assert.match(printed.stdout, /^--- \S+a\.md\n\+\+\+ \S+a\.md\n@@ -3,7 \+3,7 @@\n/)
      assert.match(printed.stdout, /\n-First words of _it_\.\n\+Other words of _it_\.\n/)
      assert.match(printed.stderr, /a\.md: edited by .+ on \d{4}-\d\d-\d\dT.+, version \d+\.\n/)
      assert.equal(readFileSync(join(folder.path, 'a.md'), 'utf8'), markdown)
      site.humanEdit(id, 1, (text) => text.replace('one', 'number one').replace('see', 'look at'))
      site.humanEdit(id, 2, (text) => text.replace('here', 'there'))
      const pulled = await cli('pull', folder.path, '--json')
      assert.equal(pulled.code, 0, pulled.stdout)
      const [file, summary] = pulled.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.equal(file.page.id, id)
      assert.match(file.patch, /^\+Other words of _it_\.$/m)
      assert.deepEqual([summary.edited, summary.taken, summary.refused], [1, 3, 0])
      const expected = markdown
        .replace('First words', 'Other words')
        .replace('one', 'number one')
        .replace('see', 'look at')
        .replace('here', 'there')
      assert.equal(applyPatch(markdown, file.patch), expected)
      folder.write({ 'a.md': expected })
      const versions = site.page(id).versions.length
      const { report } = await run()
      assert.equal(report.counts.failed, 0)
      assert.equal(site.page(id).versions.length, versions)
      assert.equal((await cli('pull', folder.path)).stdout, '')
    })

    test('give up edits that imports keep, as long as no file has them', async () => {
      const { cli, folder, run, server, site } = await start(kind, {
        'a.md': '# A\n\nOne is here.\n\nTwo is here.\n',
      })
      const { database } = server
      await changePolicies({ database, clock: server.clock }, { edits: 'keep-theirs' })
      const { pages } = await run()
      const id = pages['a.md']?.page?.id as string
      site.humanEdit(id, 0, (text) => text.replace('here', 'there'))
      const markdown = '# A\n\nOne is here.\n\nThree is here.\n'
      folder.write({ 'a.md': markdown })
      assert.equal((await run()).report.counts.updated, 1)
      const { code, stdout, stderr } = await cli('pull', folder.path)
      assert.equal(code, 0, stderr)
      assert.equal(applyPatch(markdown, stdout), '# A\n\nOne is there.\n\nThree is here.\n')
    })
  })
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;')
}

test('a space that was connected a moment ago is never taken for one that is here', async () => {
  const { call, server, site } = await start('cloud', {})
  const connectNext = async (key: string) => {
    const space = await server.createSpace(key)
    // The server's cache predates this connection.
    assert.equal((await call(`/spaces?keys=${key}`)).json.results[0].homepageId, space.homepageId)
    const { id: spaceId, homepageId } = site.addSpace(key)
    const place = { ...site, spaceId, spaceKey: key, homepageId }
    await connectSpace(server, space, place)
    return { space, homepageId }
  }
  const shown = await connectNext('SHOWN')
  const { json } = await call('/spaces?keys=SHOWN')
  assert.equal(json.results[0].homepageId, shown.homepageId)
  const foreseen = await connectNext('FORESEEN')
  const placeIn = ({ space, homepageId }: typeof foreseen): Record<string, string> => ({
    spaceId: space.id,
    parentId: homepageId,
  })
  const early = await server.post({ ...placeIn(foreseen), dryRun: true })
  assert.deepEqual([early.status, early.json.outcome], [200, 'created'])
  const reserved = await connectNext('RESERVED')
  const answer = await fetch(server.endpoint.replace('/webtrigger', '/reservations'), {
    method: 'POST',
    body: JSON.stringify({ spaceId: reserved.space.id, pages: [] }),
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 200)
})

test('a dry run notices that a parent has gone, which an import has just seen', async () => {
  const { server, site } = await start('cloud', {})
  const spaceId = server.space.id
  const { json } = await server.post({ spaceId, parentId: site.homepageId, pageTitle: 'Above' })
  const parentId = json.page.id
  await server.post({ spaceId, parentId, pageTitle: 'Below' })
  site.trash(parentId)
  const dry = await server.post({ spaceId, parentId, pageTitle: 'Next', dryRun: true })
  assert.deepEqual([dry.status, dry.json.key], [404, 'not-found'])
})
