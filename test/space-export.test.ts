/** Spaces leave as files, and come back with the same pages, on both engines. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { connectSpace } from './support/delivery/wiki-server.ts'
import { checkAnySpace, exportSpace, fillAnySpace } from './support/folders/any-space.ts'
import { filesInArchive } from './support/folders/files-in-archive.ts'
import { png } from './support/samples/images.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  describe('the export of a space', () => {
    const api = testHostApi(engine, { readers: 'users' })

    const download = (key: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${api.server.url}/wiki/spaces/${key}/export.zip`, {
        headers: { authorization: `Bearer ${api.token}`, ...headers },
        redirect: 'manual',
      })
    const bytesOf = async (answer: Response): Promise<Buffer> =>
      Buffer.from(await answer.arrayBuffer())

    // The seed decides what is read and written; the engine does not.
    for (const seed of engine === 'sqlite' ? [1, 2, 3] : [1]) {
      test(`comes back as it left: space ${seed}`, () => checkAnySpace(api.server, seed))
    }

    test('is the same as a folder and as an archive, each time', async () => {
      const space = await api.server.createSpace('ZIP')
      await fillAnySpace(api.server, space, seededRandom(7), { count: 12, hasHomepage: true })
      const folder = await exportSpace(api.server, space)
      const answer = await download('ZIP')
      assert.equal(answer.headers.get('content-type'), 'application/zip')
      const archive = await bytesOf(answer)
      const files = filesInArchive(archive)
      assert.deepEqual(files, folder.files)
      assert.equal(Object.keys(files).at(-1), 'markport.json')
      assert.deepEqual(await bytesOf(await download('zip')), archive)
    })

    test('leaves out what is in the trash, and leads links to it elsewhere', async () => {
      const { server } = api
      const space = await server.createSpace('BIN')
      const post = (pageTitle: string, content: string, parentId = space.homepageId) =>
        server.post({ spaceId: 'BIN', parentId, pageTitle, content }).then(({ json }) => json.page)
      const gone = await post('Gone', 'x')
      await post('Below', 'x', gone.id)
      const kept = await post('Kept', `[a](${gone.url}) [b](${space.homepageId})`)
      await trashPage(server, gone.id, 'test')
      const { files } = await exportSpace(server, space)
      assert.deepEqual(Object.keys(files).sort(), ['kept.md', 'markport.json'])
      assert.match(files['kept.md'] ?? '', new RegExp(`\\(${gone.url}\\)`))
      assert.ok(kept)
    })

    test('has the image that a page names where none can stand', async () => {
      const { server } = api
      const space = await server.createSpace('IMG')
      const post = (pageTitle: string, content: string) =>
        server.post({ spaceId: 'IMG', parentId: space.homepageId, pageTitle, content })
      await post('Shown', `![i](data:image/png;base64,${png.toString('base64')})`)
      const sha256 = createHash('sha256').update(png).digest('hex')
      await post('Named', `[x](attachment:${sha256})`)
      const { files } = await exportSpace(server, space)
      const file = `attachments/${sha256.slice(0, 32)}.png`
      assert.equal(files[file], png.toString('latin1'))
      assert.equal(files['shown.md'], `---\ntitle: Shown\n---\n![i](${file})`)
      const warning = `named.md: an address stays attachment:${sha256}; what it names is ${file}\n`
      assert.equal(files['warnings.txt'], warning)
    })

    test('is refused for a space whose pages are in Confluence', async () => {
      const { server } = api
      const site = await startConfluence('cloud')
      await connectSpace(server, await server.createSpace('SITE'), site)
      const answer = await download('SITE')
      await site.stop()
      assert.equal(answer.status, 409)
      assert.match(await answer.text(), /^The pages of SITE are in Confluence/)
    })

    test('is made for each user once at a time, and ends with whoever leaves', async () => {
      const first = await download('ZIP')
      const reader = first.body?.getReader()
      await reader?.cancel()
      await waitUntil('the place is free again', async () => {
        const again = await download('ZIP')
        await again.arrayBuffer()
        return again.status === 200
      })
    })
  })
})
