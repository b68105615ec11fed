/** The simulated Confluence Cloud answers a client that others wrote for the real one. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createV1Client, createV2Client } from 'confluence.js'
import { adfOf } from './support/confluence/adf-node.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

test('a client written for Confluence reads what it answers', async (t) => {
  const site = await startConfluence('cloud')
  t.after(() => site.stop())
  const { email = '', token } = site
  const host = new URL(site.baseUrl).origin
  const auth = { type: 'basic', email, apiToken: token } as const
  const client = createV2Client({ host, auth })
  const old = createV1Client({ host, auth })
  const [space] = (await client.space.getSpaces({ keys: ['eng'] })).results ?? []
  assert.equal(space?.id, site.spaceId)
  const spaceId = site.spaceId
  const body = { representation: 'atlas_doc_format', value: adfOf('One two') } as const
  const folder = site.addFolder('Folder')
  const page = await client.page.createPage({
    body: { spaceId, status: 'current', title: 'Page', parentId: folder.id, body },
  })
  const id = Number(page.id)
  assert.equal(page.parentType, 'folder')
  site.addInlineComment(String(id), 'two')
  await client.page.updatePage({
    id,
    body: { id: String(id), status: 'current', title: 'Page', body, version: { number: 3 } },
  })
  const property = await client.contentProperties.createPageProperty({
    pageId: id,
    key: 'markport',
    value: { v: 1 },
  })
  await client.contentProperties.updatePagePropertyById({
    pageId: id,
    propertyId: Number(property.id),
    key: 'markport',
    value: { v: 2 },
    version: { number: 2 },
  })
  await old.contentLabels.addLabelsToContent({
    id: String(id),
    body: [{ prefix: 'global', name: 'one' }],
  })
  const seen = await client.page.getPageById({
    id,
    bodyFormat: 'atlas_doc_format',
    includeLabels: true,
    includeProperties: true,
  })
  assert.equal(seen.labels?.results?.[0]?.name, 'one')
  assert.deepEqual(seen.properties?.results?.find((one) => one.key === 'markport')?.value, {
    v: 2,
  })
  const comments = await client.comment.getPageInlineComments({ id })
  assert.equal(comments.results?.[0]?.resolutionStatus, 'dangling')
  assert.equal((await client.folder.getFolderById({ id: Number(folder.id) })).title, 'Folder')
  const children = await client.children.getFolderDirectChildren({ id: Number(folder.id) })
  assert.equal(children.results?.[0]?.type, 'page')
  await old.contentAttachments.createAttachment({
    id: String(id),
    attachments: [{ filename: 'a.txt', content: Buffer.from('a') }],
  })
  const files = await client.attachment.getPageAttachments({ id })
  assert.equal(files.results?.[0]?.title, 'a.txt')
  await client.page.deletePage({ id })
  assert.equal(site.page(String(id)).status, 'trashed')
})
