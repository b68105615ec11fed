/** Asks a simulated site for everything that it has. @module */
import type { ConfluenceSimulator } from './simulator.ts'
import { adfOf, callSite, filesForm, type SiteCaller } from './site-caller.ts'

/** Ask each route, with what is there and what is not. */
export async function useSite(site: ConfluenceSimulator): Promise<void> {
  const call = callSite(site)
  await (site.kind === 'cloud' ? useCloud(site, call) : useDataCenter(site, call))
  const path = '/rest/api/content/42'
  await call('POST', `${path}/label`, [{ prefix: 'global', name: 'x' }])
  await call('POST', `${path}/child/attachment`, filesForm({ 'a.txt': 'a' }))
}

async function useParts(call: SiteCaller, id: string): Promise<void> {
  const path = `/rest/api/content/${id}`
  await call('GET', '/rest/api/user/current')
  await call('POST', `${path}/label`, [{ prefix: 'global', name: 'one' }])
  await call('POST', `${path}/label`, [{ prefix: 'global', name: 'a.b' }])
  const { json } = await call('POST', `${path}/child/attachment`, filesForm({ 'a.txt': 'a' }))
  const attachment = json.results[0].id
  await call('POST', `${path}/child/attachment/${attachment}/data`, filesForm({ 'a.txt': 'b' }))
  await call('GET', `${path}/child/attachment`)
  await call('DELETE', `${path}/label?name=one`)
}

async function useCloud(site: ConfluenceSimulator, call: SiteCaller): Promise<void> {
  const { spaceId, spaceKey } = site
  const folder = site.addFolder('Folder')
  const body = { representation: 'atlas_doc_format', value: adfOf('One two') }
  const create = (title: string, more: object = {}) =>
    call('POST', '/api/v2/pages', { spaceId, status: 'current', title, body, ...more })
  const { id } = (await create('Page', { parentId: folder.id })).json
  await create('page')
  await create('Draft', { status: 'draft' })
  await create('Lost', { parentId: '42' })
  site.addInlineComment(id, 'two')
  const update = (number: number) =>
    call('PUT', `/api/v2/pages/${id}`, {
      id,
      status: 'current',
      title: 'Page',
      body,
      version: { number, message: 'Markport x' },
    })
  await update(3)
  await update(3)
  await call('PUT', `/api/v2/pages/${id}/title`, { status: 'current', title: 'Renamed' })
  await useParts(call, id)
  const property = { key: 'markport', value: { v: 1 } }
  const made = await call('POST', `/api/v2/pages/${id}/properties`, property)
  await call('POST', `/api/v2/pages/${id}/properties`, property)
  const path = `/api/v2/pages/${id}/properties/${made.json.id}`
  await call('PUT', path, { ...property, version: { number: 2 } })
  await call('GET', path)
  const parts = 'include-labels=true&include-properties=true'
  for (const wanted of [
    `pages/${id}?body-format=atlas_doc_format&${parts}`,
    `pages/${id}`,
    'pages/42',
    `pages/${folder.id}`,
    `pages?space-id=${spaceId}&title=renamed&status=current&status=archived`,
    `pages?limit=1`,
    `pages?id=${id},42`,
    `pages/${id}/versions`,
    `pages/${id}/properties?key=markport`,
    `pages/${id}/labels`,
    `pages/${id}/attachments`,
    `pages/${id}/operations`,
    `pages/${id}/inline-comments?resolution-status=dangling`,
    `pages/${id}/children`,
    `pages/${site.homepageId}/direct-children`,
    `pages/${id}/ancestors`,
    `folders/${folder.id}`,
    `folders/${folder.id}/direct-children`,
    'folders/42',
    `spaces?keys=${spaceKey}`,
    `spaces/${spaceId}`,
    `spaces/${spaceId}/pages?depth=root`,
  ])
    await call('GET', `/api/v2/${wanted}`)
  await call('DELETE', path)
  await call('DELETE', `/api/v2/pages/${id}`)
  await call('DELETE', `/api/v2/folders/${folder.id}`)
}

async function useDataCenter(site: ConfluenceSimulator, call: SiteCaller): Promise<void> {
  const body = { storage: { value: '<p>One two</p>', representation: 'storage' } }
  const space = { key: site.spaceKey }
  const ancestors = [{ id: site.homepageId }]
  const page = { type: 'page', title: 'Page', space, ancestors, body }
  const { id } = (await call('POST', '/rest/api/content', page)).json
  await call('POST', '/rest/api/content', page)
  await call('POST', '/rest/api/content', { ...page, title: 'Draft', status: 'draft' })
  site.addInlineComment(id, 'two')
  for (const number of [3, 3])
    await call('PUT', `/rest/api/content/${id}`, { ...page, version: { number } })
  await useParts(call, id)
  for (const number of [1, 2, 2])
    await call('PUT', `/rest/api/content/${id}/property/markport`, {
      key: 'markport',
      value: { v: 1 },
      version: { number },
    })
  const expand = 'expand=body.storage,version,ancestors,history,metadata.labels,space,operations'
  for (const wanted of [
    `content/${id}?${expand}`,
    'content/42',
    `content?spaceKey=${site.spaceKey}&title=page&type=page&${expand}`,
    `content/${id}/history`,
    `content/${site.homepageId}/child/page`,
    `content/${id}/child/comment?expand=extensions.inlineProperties`,
    `content/${id}/property`,
    `content/${id}/property/markport`,
    `content/${id}/label`,
    'server-information',
    `space?spaceKey=${site.spaceKey}&expand=homepage`,
    `space/${site.spaceKey}?expand=homepage`,
    `space/${site.spaceKey}/content/page`,
  ])
    await call('GET', `/rest/api/${wanted}`)
  await call('DELETE', `/rest/api/content/${id}/property/markport`)
  await call('DELETE', `/rest/api/content/${id}`)
}
