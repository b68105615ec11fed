/** Every route of the wiki's own API: its parameters, its document, and a client that was written for Confluence. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createV2Client } from 'confluence.js'
import openapiTypescript from 'openapi-typescript'
import { spaceAccess } from '../src/auth/access.ts'
import { userGroups } from '../src/auth/groups.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { wikiApiRoutes } from '../src/embedded-wiki/rest-api/wiki-api-routes.ts'
import { dayMs } from './support/prepared-store.ts'
import { png } from './support/samples/images.ts'
import { confluenceParameters } from './support/service/confluence-parameters.ts'
import { answerCheck, fuzzApi } from './support/service/fuzz-api.ts'
import { lintOpenApi } from './support/service/lint-openapi.ts'
import { startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

test('each parameter that Confluence documents for a route is known to it here', () => {
  for (const { method, path, parameters, summary, answer } of wikiApiRoutes) {
    const names = confluenceParameters[`${method} ${path}`]
    const isOwn = path === '/search' || path === '/changes'
    const isOurs = answer === undefined || isOwn || summary.startsWith('Not possible')
    assert.equal(names === undefined, isOurs, `${method} ${path}`)
    for (const name of names?.split(' ').filter(Boolean) ?? []) {
      assert.ok(Object.hasOwn(parameters, name), `${method} ${path} ignores ${name}`)
    }
  }
})

forEachEngine((_, engine) => {
  // A suite of its own: it stops the server before the engine's suite stops the engine.
  describe('routes of the host API', () => {
    let api: TestHostApi
    // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is JSON of every shape
    let document: any
    let client: ReturnType<typeof createV2Client>
    /** A page with labels, an image, two versions, and pages below it in three levels. */
    let top: string
    let pages: string[]

    before(async () => {
      api = await startTestHostApi(engine)
      client = createV2Client({ host: api.server.url, auth: { type: 'bearer', token: api.token } })
      document = (await api.call('/openapi.json', { authorization: '' })).json
      const image = `![a](data:image/png;base64,${png.toString('base64')})`
      const labels = ['beta', 'alpha']
      top = await api.server.save({ pageTitle: 'Top', content: 'Some words.', labels })
      const content = `# Sailing\n\nBoats and words.\n\n${image}`
      await api.server.save({ pageTitle: 'Top', content, overwrite: true })
      pages = []
      let parentId = top
      for (const title of ['C', 'a', 'B']) {
        pages.push(await api.create(title, { parentId: top }))
        parentId = await api.create(`Below ${title}`, { parentId })
      }
    })
    after(() => api.stop())

    const listed = async (path: string): Promise<string[]> => {
      const found: string[] = []
      let next: string | undefined = path
      while (next !== undefined) {
        const { status, json } = await api.call(next)
        assert.equal(status, 200, JSON.stringify(json))
        found.push(...json.results.map((one: Record<string, string>) => one.title ?? one.name))
        next = json._links.next?.replace('/wiki/api/v2', '')
      }
      return found
    }

    test('lists are sorted, and go on where they ended', async () => {
      const children = `/pages/${top}/direct-children?limit=2`
      const inTree = ['a', 'B', 'Below C', 'C']
      assert.deepEqual(await listed(children), inTree)
      assert.deepEqual(await listed(`${children}&sort=-child-position`), inTree.toReversed())
      assert.deepEqual(await listed(`${children}&sort=-title`), inTree.toReversed())
      const byDate = ['C', 'Below C', 'a', 'B']
      assert.deepEqual(await listed(`${children}&sort=created-date`), byDate)
      assert.deepEqual(await listed(`${children}&sort=-id`), byDate.toReversed())
      const ids = pages.join(',')
      assert.deepEqual(await listed(`/pages?limit=1&sort=title&id=${ids}`), ['a', 'B', 'C'])
      const byChange = await listed(`/pages?limit=1&sort=-modified-date&id=${ids}`)
      assert.deepEqual(byChange, ['B', 'a', 'C'])
      assert.deepEqual(await listed('/labels?limit=1'), ['alpha', 'beta'])
      assert.deepEqual(await listed(`/pages/${top}/labels?limit=1&sort=-name`), ['beta', 'alpha'])
      const descendants = await listed(`/pages/${top}/descendants?limit=2&depth=2`)
      assert.deepEqual(descendants, ['C', 'Below C', 'a', 'B', 'Below a'])
    })

    test('a title is found without case, the one in its case first', async () => {
      await api.create('top', { parentId: top })
      assert.deepEqual(await listed('/pages?title=top&limit=1'), ['top', 'Top'])
      assert.deepEqual(await listed('/pages?title=TOP&sort=-id'), ['top', 'Top'])
    })

    test('a Confluence client reads trees, versions, labels, attachments and operations', async () => {
      const id = Number(top)
      const spaceId = Number(api.server.space.id)
      const homepageId = Number(api.server.space.homepageId)
      assert.equal((await client.page.getPageById({ id: homepageId })).parentId ?? null, null)
      const { results: above } = await client.ancestors.getPageAncestors({ id: Number(pages[0]) })
      assert.deepEqual(
        above?.map((one) => one.id),
        [String(homepageId), top],
      )
      const below = await client.descendants.getPageDescendants({ id, depth: 1 })
      assert.ok(below.results?.every((one) => one.parentId === top && one.depth === 1))
      assert.ok((await client.children.getChildPages({ id })).results?.length)
      const versions = await client.version.getPageVersions({ id, bodyFormat: 'storage' })
      assert.deepEqual(
        versions.results?.map(({ number }) => number),
        [2, 1],
      )
      assert.match(JSON.stringify(versions.results?.[1]), /Some words/)
      const details = { pageId: id, versionNumber: 1 }
      assert.equal((await client.version.getPageVersionDetails(details)).nextVersion, 2)
      const { results: labels } = await client.label.getPageLabels({ id })
      assert.deepEqual(
        labels?.map(({ name }) => name),
        ['alpha', 'beta'],
      )
      const labelId = Number(labels?.[0]?.id)
      const labelled = await client.page.getLabelPages({ id: labelId, bodyFormat: 'storage' })
      assert.deepEqual(
        labelled.results?.map((page) => page.id),
        [top],
      )
      assert.equal((await client.label.getLabels()).results?.length, 2)
      const ofSpace = await client.label.getSpaceContentLabels({ id: spaceId })
      assert.equal(ofSpace.results?.length, 2)
      assert.equal((await client.label.getSpaceLabels({ id: spaceId })).results?.length, 0)
      const [image] = (await client.attachment.getPageAttachments({ id })).results ?? []
      assert.equal(image?.fileSize, png.length)
      const named = await client.attachment.getAttachments({ filename: image?.title ?? '' })
      assert.equal(named.results?.[0]?.id, image?.id)
      const one = await client.attachment.getAttachmentById({ id: String(image?.id) })
      assert.equal(one.mediaType, 'image/png')
      const bytes = await fetch(`${api.server.url}/wiki${one.downloadLink}`, {
        headers: { authorization: `Bearer ${api.token}` },
      })
      assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), png)
      const allowed = await client.operation.getPageOperations({ id })
      assert.deepEqual(
        allowed.operations?.map(({ operation }) => operation),
        ['read', 'update', 'delete'],
      )
      assert.ok((await client.operation.getSpaceOperations({ id: spaceId })).operations?.length)
    })

    test('a Confluence client is told that there are no comments and likes', async () => {
      const id = Number(top)
      const status = ['current' as const]
      assert.deepEqual((await client.comment.getPageFooterComments({ id, status })).results, [])
      assert.deepEqual((await client.comment.getPageInlineComments({ id })).results, [])
      assert.equal((await client.like.getPageLikeCount({ id })).count, 0)
    })

    test('a Confluence client reads all of a page, and gives it another title', async () => {
      const id = Number(top)
      const whole = await client.page.getPageById({
        ...{ id, includeLabels: true, includeVersions: true, includeOperations: true },
        ...{ includeProperties: true, includeLikes: true, includeDirectChildren: true },
        ...{ includeCollaborators: true, includeFavoritedByCurrentUserStatus: true },
      })
      assert.equal(whole.labels?.results?.length, 2)
      assert.equal(whole.versions?.results?.length, 2)
      const bare = await client.page.getPageById({ id, includeVersion: false })
      assert.equal(bare.version, undefined)
      const renamed = await client.page.updatePageTitle({
        id,
        body: { status: 'current', title: 'Renamed' },
      })
      assert.deepEqual([renamed.title, renamed.body], ['Renamed', null])
      const back = await client.page.updatePageTitle({
        id,
        body: { status: 'current', title: 'Top' },
      })
      assert.equal(back.version?.number, 4)
    })

    test('users are named to those who read a space with them, also by tokens that only read', async () => {
      const { database, space, createUser, createSpace } = api.server
      const ids = idAllocator(database)
      const clock = (): Date => new Date()
      const rita = await createUser('rita')
      // Reads nothing that anybody else reads.
      const omar = await createUser('omar')
      const made = { name: 'of-rita', owner: 'rita', lifetimeMs: dayMs, createdBy: 'test' }
      const { token } = await hostTokens(database, ids, clock).create(made)
      const auth = { type: 'bearer', token } as const
      const reader = createV2Client({ host: api.server.url, auth })
      const [admin] = await database.read<{ id: number }>(
        sql`select id from users where name = 'admin'`,
      )
      const accountIds = [String(admin?.id), String(rita.id), String(omar.id), '712020:unknown']
      const named = async (): Promise<unknown[] | undefined> => {
        const { results } = await reader.user.createBulkUserLookup({ body: { accountIds } })
        return results?.map(({ displayName, email }) => [displayName, email])
      }
      assert.deepEqual(await named(), [['rita', '']])
      const grant = { userId: rita.id, spaceId: Number(space.id), access: 'read' as const }
      await spaceAccess(database, ids, clock).grant({ ...grant, grantedBy: 'test' })
      const both = [
        ['admin', ''],
        ['rita', ''],
      ]
      assert.deepEqual(await named(), both)
      // Omar is seen as far as he reads there, by whatever he was given.
      const [groups, everybody] = [userGroups(database, ids, clock), 0]
      const crew = await groups.create('crew', 'test')
      await groups.add(crew.id, 'omar', 'test')
      assert.deepEqual(await named(), both)
      for (const group of [crew.id, everybody]) {
        await groups.grant(group, Number(space.id), 'read', 'test')
        assert.deepEqual(await named(), [...both, ['omar', '']])
        await groups.revoke(group, Number(space.id), 'test')
      }
      const elsewhere = await createSpace('ELSE')
      await groups.grant(everybody, Number(elsewhere.id), 'read', 'test')
      assert.deepEqual(await named(), [...both, ['omar', '']])
      await groups.revoke(everybody, Number(elsewhere.id), 'test')
      assert.deepEqual(await named(), both)
      const body = JSON.stringify({ accountIds })
      for (const wrong of [
        body.replace('"712020:unknown"', '7'),
        '{',
        `${body}${' '.repeat(20_000)}`,
      ]) {
        const { status } = await api.call('/users-bulk', { method: 'POST', body: wrong })
        assert.equal(status, 400)
      }
      const write = { method: 'POST', body: api.newPage('No'), authorization: `Bearer ${token}` }
      assert.equal((await api.call('/pages', write)).status, 403)
    })

    test('what is not here is refused, and not ignored', async () => {
      for (const query of ['get-draft=true', 'include-webresources=true', 'body-format=editor']) {
        assert.equal((await api.call(`/pages/${top}?${query}`)).status, 400, query)
      }
      assert.equal((await api.call('/search?space-id=1')).status, 400)
      // Nothing notes when a label came.
      assert.equal((await api.call('/labels?sort=created-date')).status, 400)
      // Clients take a 404 for a page that is gone.
      for (const path of ['/folders', '/whiteboards', '/custom-content']) {
        const { status, json } = await api.call(path, { method: 'POST', body: '{}' })
        assert.equal(status, 400, path)
        assert.match(json.errors[0].title, /is not possible in this wiki/)
      }
      assert.equal((await api.call('/tasks')).status, 400)
      assert.equal((await api.call(`/pages/${top}?status=trashed`)).status, 404)
      assert.equal((await api.call(`/pages/${top}?space-id=1`)).status, 404)
      assert.deepEqual(await listed('/pages?subtype=live'), [])
      assert.deepEqual(await listed('/spaces?labels=a'), [])
      const root = await listed(`/spaces/${api.server.space.id}/pages?depth=root`)
      assert.equal(root.length, 1)
    })

    test('the search gives pages and sections with the words marked, in parts', async () => {
      const { json } = await api.call('/search?query=sailing+boats')
      const [hit] = json.results
      assert.deepEqual([json.total, hit.title, hit.space.key], [1, 'Top', 'DOCS'])
      const [section] = hit.sections
      assert.equal(section.heading, 'Sailing')
      assert.match(
        section.url,
        new RegExp(`^${api.server.url}/wiki/spaces/DOCS/pages/${top}\\?.*#`),
      )
      const marked = section.excerpt.filter((part: { isHit: boolean }) => part.isHit)
      assert.deepEqual(marked, [{ text: 'Boats', isHit: true }])
      const below = await listed('/search?query=below&limit=1')
      assert.deepEqual(below.toSorted(), ['Below B', 'Below C', 'Below a'])
      assert.deepEqual(await listed('/search?query=sailing&label=none'), [])
      for (const nobodys of ['1', '9'.repeat(20)]) {
        assert.deepEqual(await listed(`/search?query=sailing&space-id=${nobodys}`), [])
      }
    })

    test('the document is one that others read', async () => {
      assert.deepEqual(await lintOpenApi(document), [])
      const types = await openapiTypescript(document)
      assert.match(types, /"page-id": string;/)
      assert.match(types, /"body-format"\?: "storage" \|/)
    })

    test('any request gets an answer that the document says', async () => {
      const { json } = await api.call(`/pages/${top}/attachments`)
      const labels = (await api.call('/labels')).json.results as { id: string }[]
      const { id, homepageId } = api.server.space
      const kept: string[] = []
      for (const owner of [
        `/pages/${top}`,
        `/attachments/${json.results[0].id}`,
        `/spaces/${id}`,
      ]) {
        const body = JSON.stringify({ key: 'alpha', value: { a: 1 } })
        kept.push((await api.call(`${owner}/properties`, { method: 'POST', body })).json.id)
      }
      const known = {
        ids: [
          id,
          homepageId,
          top,
          ...pages,
          json.results[0].id,
          ...labels.map((one) => one.id),
          ...kept,
        ],
        texts: ['Top', 'alpha', 'sailing', json.results[0].title, json.results[0].mediaType],
      }
      const place = {
        address: `${api.server.url}/wiki/api/v2`,
        authorization: `Bearer ${api.token}`,
      }
      const { statuses, faults } = await fuzzApi({ document, known, ...place }, 200, 7)
      assert.deepEqual(faults, [])
      for (const status of [200, 400, 404]) assert.ok(statuses.has(status), `none is ${status}`)
    })

    test('an answer with a member too many would be a fault', () => {
      const { responses } = document.paths['/pages/{id}/likes/count'].get
      const check = answerCheck(document)
      assert.equal(check(responses, 200, '{"count":0}'), undefined)
      assert.match(check(responses, 200, '{"count":0,"more":1}') ?? '', /additional/)
      assert.match(check(responses, 500, '{}') ?? '', /\{\}/)
    })
  })
})
