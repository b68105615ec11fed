import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { spaceConnections } from '../src/confluence/delivery/connections/space-connections.ts'
import { sql } from '../src/store/sql.ts'
import { finishPurges } from '../src/wiki/store/purging/let-go.ts'
import { purgesOf } from '../src/wiki/store/purging/purges.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { sampleConnection } from './support/delivery/sample-connection.ts'
import {
  askedFiles,
  type PreviewSpace,
  type PreviewSpaces,
  previewSpaces,
} from './support/folders/preview-space.ts'
import { gif } from './support/samples/images.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  let spaces: PreviewSpaces

  before(async () => {
    spaces = previewSpaces(server)
  })
  after(async () => {
    spaces.remove()
  })

  const idOf = async ({ space }: PreviewSpace, title: string): Promise<string> => {
    const [row] = await server.database.read<{ id: number }>(sql`
      select id from pages where space_id = ${Number(space.id)} and title = ${title}`)
    return String(row?.id)
  }
  const statusOf = async ({ name }: PreviewSpace, rest = ''): Promise<number> =>
    (await fetch(`${server.url}/wiki/previews/${name}${rest}`, { redirect: 'manual' })).status

  test('a page that is purged ends the previews that have something of it', async () => {
    const [changed, below, beside] = [
      await spaces.start(),
      await spaces.start(),
      await spaces.start(),
    ]
    changed.folder.write({ 'guide/use.md': '# Use\n\nOther words. ![dot](dot.gif)\n' })
    changed.folder.write({ 'guide/dot.gif': gif })
    below.folder.write({ 'guide/more.md': '# More\n\nMore of it.\n' })
    beside.folder.write({ 'same.md': '# Same\n\nOther words.\n' })
    const images = () =>
      server.database.read(sql`
        select sha256 from preview_attachments where space_id = ${Number(changed.space.id)}`)
    for (const made of [changed, below, beside]) {
      await made.preview()
      assert.equal(await statusOf(made), 200)
      assert.equal((await images()).length, made === changed ? 1 : 0)
      const title = made === changed ? 'Use' : 'Guide'
      const id = await idOf(made, title)
      await trashPage(server, id, 'test')
      await purgesOf(server).page(id, { withPagesBelow: true, purgedBy: 'test' })
      await finishPurges(server.database)
    }
    for (const made of [changed, below]) {
      assert.equal(await statusOf(made), 404)
      assert.deepEqual(await made.kept(), [])
    }
    assert.equal(await statusOf(beside), 200)
  })

  test('a space that is connected shows no previews from before, and they can be ended', async () => {
    const made = await spaces.start()
    const { space, folder, preview, ask } = made
    folder.write(askedFiles)
    await preview()
    const connections = spaceConnections(server)
    const connection = sampleConnection({ spaceId: space.id, remoteId: '7', remoteKey: 'ENG' })
    await connections.connect(connection, 'test')
    for (const rest of ['', `/pages/${space.homepageId}`]) {
      assert.equal(await statusOf(made, rest), 404)
    }
    await assert.rejects(ask('show'), { key: 'precondition-failed' })
    const options = { mayLeaveOpen: false, disconnectedBy: 'test' }
    // Control: the connection hid it.
    await connections.disconnect(space.id, options)
    assert.equal(await statusOf(made), 200)
    await connections.connect(connection, 'test')
    assert.equal((await ask('end')).body, 'Success: The preview has ended')
    assert.equal((await ask('end')).body, 'Success: There was no such preview')
    await connections.disconnect(space.id, options)
  })

  test('the previews of a space that is deleted go with it', async () => {
    const made = await spaces.start()
    made.folder.write(askedFiles)
    await made.preview()
    await purgesOf(server).space(made.space.id, 'test')
    assert.equal(await statusOf(made), 404)
    await finishPurges(server.database)
    assert.deepEqual(await made.kept(), [])
  })
})
