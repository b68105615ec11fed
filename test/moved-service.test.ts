import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openLog } from '../src/contract/base/log.ts'
import { type RunningServer, startServer } from '../src/server/service/server.ts'
import { sql } from '../src/store/sql.ts'
import { exportSpace } from './support/folders/any-space.ts'
import { type DocsFolder, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { filesInArchive } from './support/folders/files-in-archive.ts'
import { freePort } from './support/postgres/test-postgres.ts'
import { callCli } from './support/service/run-cli.ts'
import { defaultOptions, startTestServer, type TestServer } from './support/service/test-server.ts'
import { testPool } from './support/service/test-workers.ts'
import { withSharedWriter } from './support/store/shared-writer.ts'
import { createTestStore } from './support/store/test-engines.ts'

const files = {
  'start.md': `# Start

First quagga. [guide](guide/setup.md#über-uns), [again][r], <a href="guide/setup.md">html</a>

| [cell](guide/setup.md) |
| - |

[r]: guide/setup.md
`,
  'guide/setup.md': '# Setup\n\n## Über uns\n\n> [up](../start.md)\n',
}

const bare = /(?<![\w/])spaces\/\w+\/pages\/\d/

interface Place {
  readonly listens: string
  readonly publicUrl: string
}

describe('a service that moves', () => {
  let folder: DocsFolder
  let store: Awaited<ReturnType<typeof createTestStore>>
  let server: TestServer
  let moved: RunningServer
  let formerPlace: Place
  let newPlace: Place
  let hostToken: string
  let startId: string
  let setupId: string

  before(async () => {
    folder = docsFolder(files)
    store = await createTestStore('sqlite')
    server = await startTestServer(store.options)
    formerPlace = { listens: server.url, publicUrl: server.url }
    hostToken = (await server.createHostToken('client')).token
    const { report } = await importDocs(server, folder)
    assert.equal(report.counts.created, 3)
    startId = await idOf('Start')
    setupId = await idOf('Setup')
    const port = await freePort()
    newPlace = { listens: `http://127.0.0.1:${port}`, publicUrl: 'https://moved.example.org' }
    const database2 = withSharedWriter(store.options, false)
    moved = await startServer(
      { ...defaultOptions, database: database2, port, publicUrl: newPlace.publicUrl },
      { clock: server.clock, log: openLog('silent', { write: () => {} }), workers: testPool },
    )
  })
  after(async () => {
    folder.remove()
    await moved.stop()
    await server.stop()
    await store.remove()
  })

  const idOf = async (title: string): Promise<string> => {
    const [row] = await server.database.read<{ id: number }>(
      sql`select id from pages where title = ${title} and status = 'current'`,
    )
    return String(row?.id)
  }
  const keptOf = async (id: string) => {
    const [row] = await server.database.read<{ adf: string; markdown: string }>(sql`
      select v.adf, v.markdown from pages p
      join page_versions v on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
      where p.id = ${Number(id)}`)
    assert.ok(row)
    return row
  }
  const fetchBytes = async (place: Place, path: string, accept = '*/*'): Promise<Buffer> => {
    const headers = { accept, authorization: `Bearer ${hostToken}` }
    const answer = await fetch(place.listens + path, { headers })
    assert.equal(answer.status, 200, `${path}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const fetchText = async (...request: Parameters<typeof fetchBytes>): Promise<string> =>
    (await fetchBytes(...request)).toString()
  const readByTool = async (place: Place, id: string, form: string): Promise<string> => {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${hostToken}` } }
    const url = new URL(`${place.listens}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    const read = await client.callTool({ name: 'get_page', arguments: { id, form } })
    await client.close()
    return JSON.stringify(read.content)
  }
  const showByCommand = async (id: string, ...flags: string[]): Promise<string> => {
    const args =
      'dataDirectory' in store.options
        ? ['--data', store.options.dataDirectory]
        : ['--database-url', store.options.databaseUrl]
    const shown = await callCli(['page', 'show', id, ...args, ...flags])
    assert.equal(shown.code, 0, shown.stderr)
    return shown.stdout
  }

  const readEverywhere = async (place: Place, id: string): Promise<Record<string, string>> => {
    const path = `/wiki/spaces/DOCS/pages/${id}`
    const ofApi = (format: string): Promise<string> =>
      fetchText(place, `/wiki/api/v2/pages/${id}?body-format=${format}`)
    const byCommand = (format: string): Promise<string> =>
      showByCommand(id, '--format', format, '--public-url', place.publicUrl)
    return {
      '.md': await fetchText(place, `${path}.md`),
      '.md with images': await fetchText(place, `${path}.md?images=absolute`),
      'text/markdown': await fetchText(place, path, 'text/markdown'),
      'Markdown page': await fetchText(place, `/wiki/spaces/DOCS/markdown/${id}`),
      'API adf': await ofApi('atlas_doc_format'),
      'API storage': await ofApi('storage'),
      'API view': await ofApi('view'),
      'API markdown': await ofApi('markdown'),
      'tool shown': await readByTool(place, id, 'shown'),
      'tool source': await readByTool(place, id, 'source'),
      'page show adf': await byCommand('adf'),
      'page show storage': await byCommand('storage'),
      'page show html': await byCommand('html'),
      'page show markdown': await byCommand('markdown'),
      'page show json': await showByCommand(id, '--json', '--public-url', place.publicUrl),
    }
  }

  const readPages = async (place: Place, id: string): Promise<Record<string, string>> => ({
    reader: await fetchText(place, `/wiki/spaces/DOCS/pages/${id}`, 'text/html'),
    version: await fetchText(place, `/wiki/spaces/DOCS/history/${id}/1`),
  })

  const checkLinks = async (place: Place, id: string): Promise<void> => {
    const path = `/wiki/spaces/DOCS/pages/${setupId}`
    const other = place === formerPlace ? newPlace : formerPlace
    for (const [way, text] of Object.entries(await readEverywhere(place, id))) {
      assert.doesNotMatch(text, bare, way)
      assert.ok(text.includes(place.publicUrl + path), `${way}: ${text}`)
      assert.ok(!text.includes(other.publicUrl), way)
    }
    for (const [way, text] of Object.entries(await readPages(place, id))) {
      assert.doesNotMatch(text, bare, way)
      assert.match(text, new RegExp(`(?:"|&quot;)${path}(?:#[^"&]*)?(?:"|&quot;)`), way)
    }
  }

  test('leads to pages of a folder where it is, by every way out', async () => {
    const kept = await keptOf(startId)
    const link = `spaces/DOCS/pages/${setupId}`
    for (const text of Object.values(kept)) {
      assert.equal(text.split(link).length - 1, 4, text)
      assert.ok(!text.includes('http'), text)
    }
    await checkLinks(formerPlace, startId)
    await checkLinks(newPlace, startId)
    assert.equal((await showByCommand(startId)).trim(), kept.markdown.trim())
  })

  test('completes addresses of links alone in the Markdown that it serves', async () => {
    const link = `spaces/DOCS/pages/${setupId}`
    const words = `\`${link}\` ${link}\n\n    ${link}\n\n![image](${link})\n`
    const { id: spaceId, homepageId: parentId } = await server.createSpace('WORDS')
    const content = `[a](<${link}#b>) ${words}`
    const id = await server.save({ spaceId, parentId, pageTitle: 'Words', content })
    const whole = `[a](<${newPlace.publicUrl}/wiki/${link}#b>) ${words}`
    assert.equal(await fetchText(newPlace, `/wiki/spaces/WORDS/pages/${id}.md`), whole)
  })

  test('keeps links that were sent with its own address relative, as far as they lead to pages', async () => {
    const path = `/wiki/spaces/DOCS/pages/${setupId}`
    const { port } = new URL(server.url)
    const content = `[a](${server.url}${path}) <${server.url}${path}#b> [c](http://localhost:${port}${path}) [d](https://other.example${path}) [e](${server.url}${path}/x) [f](${server.url}/wiki)\n`
    const { json } = await server.post({ pageTitle: 'Whole', content })
    assert.deepEqual(json.warnings, [])
    const kept = await keptOf(json.page.id)
    assert.equal(kept.markdown, content)
    const hrefs = Array.from(kept.adf.matchAll(/"href":"([^"]*)"/g), ([, href]) => href)
    assert.deepEqual(hrefs, [
      path.slice('/wiki/'.length),
      `${path.slice('/wiki/'.length)}#b`,
      `http://localhost:${port}${path}`,
      `https://other.example${path}`,
      `${server.url}${path}/x`,
      `${server.url}/wiki`,
    ])
    const dry = await server.post({ pageTitle: 'Dry', content, dryRun: true })
    assert.ok(JSON.stringify(dry.json.adf).includes(`"href":"${server.url}${path}"`))
    const endpoint = moved.endpoint.replace(newPlace.publicUrl, newPlace.listens)
    const again = await fetch(endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        spaceId: 'DOCS',
        parentId: server.space.homepageId,
        pageTitle: 'Whole',
        content,
        overwrite: true,
      }),
    })
    assert.equal(((await again.json()) as { key: string }).key, 'unchanged')
  })

  test('leads within an export, and out of it where it is', async () => {
    const other = await server.createSpace('OTHER')
    const content = `[out](spaces/DOCS/pages/${setupId}#part)\n`
    const place = { spaceId: other.id, parentId: other.homepageId }
    await server.save({ ...place, pageTitle: 'Out', content })
    const archive = async (key: string) =>
      filesInArchive(await fetchBytes(newPlace, `/wiki/spaces/${key}/export.zip`))
    const docs = await archive('DOCS')
    assert.ok(docs['start.md']?.endsWith('\n[r]: guide/setup.md\n'), docs['start.md'])
    const { 'out.md': out = '' } = await archive('OTHER')
    const whole = `${newPlace.publicUrl}/wiki/spaces/DOCS/pages/${setupId}#part`
    assert.ok(out.includes(`[out](${whole})`), out)
    const { files: exported } = await exportSpace(server, other)
    assert.ok(exported['out.md']?.includes(`${server.url}/wiki/spaces/DOCS/pages/${setupId}#part`))
    for (const text of [...Object.values(docs), out]) assert.doesNotMatch(text, bare)
  })

  test('shows links in feeds, search and previews, and what changed', async () => {
    const { report } = await importDocs(server, folder, { preview: 'pr-1' })
    assert.ok(report.preview)
    folder.write({ 'start.md': '# Start\n\nOther quagga. [guide](guide/setup.md)\n' })
    await importDocs(server, folder, { preview: 'pr-1' })
    for (const path of [
      '/wiki/spaces/DOCS/feed.atom',
      '/wiki/api/v2/search?query=quagga',
      '/search?q=quagga',
      '/wiki/previews/pr-1',
      `/wiki/previews/pr-1/pages/${startId}`,
      `/wiki/previews/pr-1/changes/${startId}`,
    ]) {
      assert.doesNotMatch(await fetchText(newPlace, path), bare, path)
    }
    const shown = await fetchText(newPlace, `/wiki/previews/pr-1/pages/${startId}`)
    assert.ok(shown.includes(`href="/wiki/previews/pr-1/pages/${setupId}"`), shown)
  })

  test('makes no version when the same files are imported at its new address', async () => {
    const count = async (): Promise<number> => {
      const [row] = await server.database.read<{ count: number }>(
        sql`select count(*) as count from page_versions`,
      )
      return Number(row?.count)
    }
    const versions = await count()
    folder.write(files)
    const endpoint = moved.endpoint.replace(newPlace.publicUrl, newPlace.listens)
    const { space, token } = server
    for (const place of [{ endpoint, space, token }, server]) {
      const { report } = await importDocs(place, folder, { resend: true })
      assert.deepEqual(report.counts, {
        created: 0,
        updated: 0,
        unchanged: 3,
        failed: 0,
        'not-sent': 0,
      })
    }
    assert.equal(await count(), versions)
  })
})
