/** Images that imports bring along: stored with the page, served safely, on both engines. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { signedIn, webClient } from './support/browser/web-client.ts'
import { gif, noisePng, png } from './support/samples/images.ts'
import { freshServer, startFreshServer } from './support/service/fresh-server.ts'
import type { TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const dataUrl = (bytes: Uint8Array): string =>
  `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const pathOf = (bytes: Uint8Array, key = 'DOCS'): string =>
  `/wiki/spaces/${key}/attachments/${digest(bytes)}`
const codes = ({ json }: TestAnswer): string[] =>
  json.warnings.map((warning: { code: string }) => warning.code)

forEachEngine((_, engine) => {
  describe('attachments', () => {
    const server = freshServer(engine)
    let made = 0
    const fresh = (): { pageTitle: string; image: Buffer } => {
      made += 1
      return { pageTitle: `Page ${made}`, image: noisePng(made, 3) }
    }
    const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(server.url + path, { headers, redirect: 'manual' })
    const count = async (table: 'attachments' | 'page_attachments'): Promise<number> => {
      const from = table === 'attachments' ? sql`attachments` : sql`page_attachments`
      const [row] = await server.database.read<{ count: number }>(
        sql`select count(*) as count from ${from}`,
      )
      return Number(row?.count)
    }

    test('are stored with the page, which shows them', async () => {
      const { pageTitle, image } = fresh()
      const content = `# A\n\n![words](${dataUrl(image)})\n\na <img src="${dataUrl(gif)}" alt="dot">`
      const answer = await server.post({ pageTitle, content })
      assert.equal(answer.status, 201)
      assert.deepEqual(codes(answer), [])
      const html = await (await fetch(answer.json.page.url)).text()
      const shown = Array.from(html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g), (found) =>
        found.slice(1, 3),
      )
      assert.deepEqual(shown, [
        [pathOf(image), 'words'],
        [pathOf(gif), 'dot'],
      ])
      for (const [bytes, type] of [
        [image, 'image/png'],
        [gif, 'image/gif'],
      ] as const) {
        const response = await get(pathOf(bytes))
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-type'), type)
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      }
      const [version] = await server.database.read<{ markdown: string; adf: string }>(sql`
        select markdown, adf from page_versions where page_id = ${Number(answer.json.page.id)}`)
      assert.equal(
        version?.markdown,
        `# A\n\n![words](attachment:${digest(image)})\n\na <img src="attachment:${digest(gif)}" alt="dot">`,
      )
      assert.doesNotMatch(version?.adf ?? '', /data:|attachment:|127\.0\.0\.1/)
    })

    test('are served so that a browser shows them, keeps them, and does nothing else', async () => {
      const { pageTitle, image } = fresh()
      await server.post({ pageTitle, content: `![a](${dataUrl(image)})` })
      const response = await get(pathOf(image))
      const header = (name: string): string => response.headers.get(name) ?? ''
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(
        header('content-security-policy'),
        /^default-src 'none'; style-src 'unsafe-inline'; sandbox/,
      )
      assert.equal(header('cross-origin-resource-policy'), 'same-origin')
      assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(header('content-length'), String(image.length))
      const etag = header('etag')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const repeated = await get(pathOf(image), { 'if-none-match': known })
        assert.equal(repeated.status, 304, known)
        assert.equal(repeated.headers.get('etag'), etag)
        assert.equal(await repeated.text(), '')
      }
      assert.equal((await get(pathOf(image), { 'if-none-match': '"other"' })).status, 200)
      const head = await fetch(server.url + pathOf(image), { method: 'HEAD' })
      assert.equal(head.status, 200)
      assert.equal(head.headers.get('content-length'), String(image.length))
      assert.equal(head.headers.get('content-type'), 'image/png')
      assert.equal(await head.text(), '')
    })

    test('leave a page unchanged when they are', async () => {
      const { pageTitle, image } = fresh()
      const fields = { pageTitle, content: `![a](${dataUrl(image)})`, overwrite: true }
      assert.equal((await server.post(fields)).json.key, 'created')
      const before = [await count('attachments'), await count('page_attachments')]
      assert.equal((await server.post({ ...fields, dryRun: true })).json.outcome, 'unchanged')
      assert.equal((await server.post(fields)).json.key, 'unchanged')
      assert.deepEqual([await count('attachments'), await count('page_attachments')], before)
      const other = { ...fields, content: `![a](${dataUrl(gif)})` }
      assert.equal((await server.post({ ...other, dryRun: true })).json.outcome, 'updated')
      assert.equal((await server.post(other)).json.key, 'updated')
    })

    test('stay for the versions that show them', async () => {
      const { pageTitle, image } = fresh()
      const first = await server.post({ pageTitle, content: `![a](${dataUrl(image)})` })
      const second = await server.post({ pageTitle, content: 'none', overwrite: true })
      assert.equal(second.json.page.version, 2)
      assert.equal((await get(pathOf(image))).status, 200)
      assert.doesNotMatch(await (await fetch(first.json.page.url)).text(), /<img/)
    })

    test('are stored once for a space, and go to the trash with their last page', async () => {
      const { pageTitle, image } = fresh()
      const before = await count('attachments')
      const pages: string[] = []
      for (const title of [pageTitle, `${pageTitle} twin`]) {
        const fields = { pageTitle: title, content: `![a](${dataUrl(image)})` }
        pages.push(await server.save(fields))
      }
      assert.equal(await count('attachments'), before + 1)
      await trashPage(server, pages[0] ?? '', 'test')
      assert.equal((await get(pathOf(image))).status, 200)
      await trashPage(server, pages[1] ?? '', 'test')
      assert.equal((await get(pathOf(image))).status, 404)
      assert.equal((await get(pathOf(image), { 'if-none-match': '*' })).status, 404)
    })

    test('belong to their space alone', async () => {
      const { pageTitle, image } = fresh()
      await server.post({ pageTitle, content: `![a](${dataUrl(image)})` })
      await server.createSpace('OTHER')
      assert.equal((await get(pathOf(image, 'docs'))).status, 200)
      for (const path of [
        pathOf(image, 'OTHER'),
        pathOf(image, 'NONE'),
        pathOf(image, '10001'),
        `${pathOf(image)}0`,
        pathOf(Buffer.from('none')),
        '/wiki/spaces/DOCS/attachments/%00',
        "/wiki/spaces/DOCS/attachments/'",
      ]) {
        assert.equal((await get(path)).status, 404, path)
      }
    })

    test('are read by those who may read the space', async () => {
      const closed = await startFreshServer(engine, { readers: 'users' })
      await closed.post({ content: `![a](${dataUrl(png)})` })
      const stranger = await closed.createUser('stranger')
      const visitor = await signedIn(closed, 'stranger')
      assert.equal((await webClient(closed.url).get(pathOf(png))).status, 303)
      assert.equal((await visitor.get(pathOf(png))).status, 404)
      await closed.grant(stranger, closed.space, 'read')
      const { status, headers } = await visitor.get(pathOf(png))
      // Browsers revalidate cached copies, so that access is checked each time.
      assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-cache'])
      await closed.revoke(stranger, closed.space)
      assert.equal((await visitor.get(pathOf(png))).status, 404)
      await closed.stop()
    })

    test('are not stored by a dry run or a refusal', async () => {
      const { pageTitle, image } = fresh()
      const content = `![a](${dataUrl(image)})`
      const before = await count('attachments')
      const dry = await server.post({ pageTitle, content, dryRun: true })
      const [single] = dry.json.adf.content
      assert.equal(single.content[0].attrs.url, server.url + pathOf(image))
      assert.equal((await server.post({ pageTitle, content, parentId: '1' })).status, 404)
      assert.equal(await count('attachments'), before)
      assert.equal((await get(pathOf(image))).status, 404)
    })

    test('have whole addresses in the API of the wiki', async () => {
      const { pageTitle, image } = fresh()
      const { json } = await server.post({ pageTitle, content: `![a](${dataUrl(image)})` })
      const { token } = await server.createHostToken('images')
      const api = `${server.url}/wiki/api/v2/pages`
      const authorization = `Bearer ${token}`
      const read = async (format: string): Promise<string> => {
        const address = `${api}/${json.page.id}?body-format=${format}`
        const page = (await (await fetch(address, { headers: { authorization } })).json()) as {
          body: Record<string, { value: string }>
        }
        return page.body[format]?.value ?? ''
      }
      const address = server.url + pathOf(image)
      assert.equal(
        JSON.parse(await read('atlas_doc_format')).content[0].content[0].attrs.url,
        address,
      )
      assert.ok((await read('storage')).includes(`<ri:url ri:value="${address}"/>`))
      assert.ok((await read('view')).includes(`<img src="${address}"`))
    })

    test('may be nearly as large as the request', async () => {
      const { pageTitle } = fresh()
      const large = noisePng(1_370, 1_370)
      const content = `# A\n\n![a](${dataUrl(large)})\n\n${'word '.repeat(20_000)}`
      assert.ok(content.length > 7 * 1024 * 1024)
      const fields = { pageTitle, content, overwrite: true }
      assert.equal((await server.post(fields)).status, 201)
      assert.equal((await server.post(fields)).json.key, 'unchanged')
      const response = await get(pathOf(large))
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), large)
    })

    test('are refused beyond their limits, each of which is named', async () => {
      const many = Array.from(
        { length: 1_001 },
        (_unused, index) =>
          `![a](${dataUrl(Buffer.concat([png, Buffer.from([index >> 8, index])]))})`,
      )
      const tooMany = await server.post({ pageTitle: 'x', content: many.join('\n\n') })
      assert.equal(tooMany.status, 400)
      assert.match(tooMany.json.body, /embeds more than 1000 images and files. Split the page/)
      const named = Array.from(
        { length: 1_001 },
        (_unused, index) => `![a](attachment:${digest(Buffer.from([index >> 8, index]))})`,
      )
      const tooManyNamed = await server.post({ pageTitle: 'x', content: named.join('\n\n') })
      assert.equal(tooManyNamed.status, 400)
      assert.match(tooManyNamed.json.body, /shows 1001 attachments; at most 1000/)
      const code = `\`\`\`\n${dataUrl(Buffer.alloc(1_000_000))}\n\`\`\``
      const asCode = await server.post({ pageTitle: 'x', content: code })
      assert.equal(asCode.status, 400)
      assert.match(asCode.json.body, /at most 1048576 bytes of Markdown/)
      many.length = 1_000
      const { status } = await server.post({ pageTitle: 'x', content: many.join('\n\n') })
      assert.equal(status, 201)
    })

    test('that are none leave their words, and a warning', async () => {
      const { pageTitle } = fresh()
      const content = `a\n\n![the words](data:image/png;base64,${'A'.repeat(2_000_000)})`
      const answer = await server.post({ pageTitle, content })
      assert.equal(answer.status, 201)
      assert.deepEqual(codes(answer), ['image-dropped'])
      assert.equal(answer.json.warnings[0].line, 3)
      assert.match(await (await fetch(answer.json.page.url)).text(), /the words/)
    })
  })
})
