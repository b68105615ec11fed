/** Folders imported into connected spaces, over real parts: the client, a server and a simulated site. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { hostTokens } from '../src/auth/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { type DocsFiles, type DocsFolder, docsFolder, importDocs } from './support/docs-folder.ts'
import { dayMs } from './support/prepared-store.ts'
import { type CliRun, callCli } from './support/run-cli.ts'
import { startWikiServer, type WikiServer } from './support/wiki-server.ts'

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
  call(path: string, method?: string): Promise<{ status: number; json: any }>
}

async function start(kind: 'cloud' | 'data-center', files: DocsFiles): Promise<Started> {
  const server = await startWikiServer('sqlite', kind)
  stops.push(() => server.stop())
  const { site, database, token } = server
  assert.ok(site)
  const folder = docsFolder(files)
  stops.push(() => folder.remove())
  const keeper = hostTokens(database, idAllocator(database), () => new Date())
  const input = { name: 'client', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
  const { token: hostToken } = await keeper.create(input)
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
    ...{ server, site, hostToken, folder },
    run: (options = {}) => importDocs(place, folder, options),
    cli: ([command = '', ...args]: readonly string[] | any, ...more: string[]) =>
      callCli([command, ...args, ...more], { env }),
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
  describe(`folders into ${kind}`, () => {
    test('become pages there, with links between them, and are looked at once in a run', async () => {
      const { site, run, hostToken, server } = await start(kind, {
        'index.md': '# Docs\n\nSee [b](guide/b.md#two-words).\n',
        'guide/a.md': '# A\n\nSee [b](b.md).\n',
        'guide/b.md': '# B\n\n## Two words\n\nBack to [a](a.md).\n',
      })
      const first = await run({ hostToken })
      assert.deepEqual([first.report.counts.created, first.report.counts.failed], [4, 0])
      assert.deepEqual(first.warnings, [])
      const pageOf = (file: string) => site.page(first.pages[file]?.page?.id as string)
      const a = pageOf('guide/a.md')
      assert.ok(first.pages['guide/a.md']?.page?.url.startsWith(site.baseUrl))
      assert.ok(a.versions.at(-1)?.body.includes(first.pages['guide/b.md']?.page?.url as string))
      assert.equal(a.parentId, first.pages['guide/']?.page?.id)
      const before = site.requests.length
      const again = await run({ resend: true })
      assert.equal(again.report.counts.unchanged, 4, JSON.stringify(again.events))
      const asked = site.requests.slice(before).map(({ method, path }) => `${method} ${path}`)
      assert.ok(asked.length <= 6, asked.join('\n'))
      assert.ok(server.site)
    })
  })
}
