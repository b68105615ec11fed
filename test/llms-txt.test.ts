/** What programs find in `llms.txt`: the spaces and pages of whoever asks, in the order of the tree. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { spaceAccess } from '../src/auth/access.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { readOutline } from '../src/embedded-wiki/store/space-outline.ts'
import { dayMs } from './support/prepared-store.ts'
import { startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const clock = (): Date => new Date()

forEachEngine((_, engine) => {
  describe('llms.txt', () => {
    let api: TestHostApi

    before(async () => {
      api = await startTestHostApi(engine, { readers: 'users' })
      const guide = await api.create('Guide [1]')
      await api.create('Second', { parentId: guide })
      await api.create('First', { parentId: guide })
      await api.create('About *us*')
    })
    after(() => api.stop())

    const read = async (path: string, token = api.token) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(api.server.url + path, { headers, redirect: 'manual' })
      return { status: answer.status, text: await answer.text() }
    }

    test('leads from the spaces to the pages, and each link to Markdown', async () => {
      const { url, space } = api.server
      const all = await read('/llms.txt')
      assert.equal(all.status, 200)
      assert.match(all.text, /^# Markport\n\n> .*\n\n## Spaces\n\n- \[/)
      assert.ok(all.text.includes(`(${url}/wiki/spaces/${space.key}/llms.txt)`))
      const { text } = await read(`/wiki/spaces/${space.key}/llms.txt`)
      const titles = Array.from(text.matchAll(/^( *)- \[(.*)\]\(/gm), ([, indent, title]) => [
        indent?.length,
        title,
      ])
      assert.deepEqual(titles.slice(1), [
        [2, 'About \\*us\\*'],
        [2, 'Guide \\[1\\]'],
        [4, 'First'],
        [4, 'Second'],
      ])
      for (const [, address = ''] of text.matchAll(/\]\((http[^)]+)\)/g)) {
        const { status } = await read(new URL(address).pathname)
        assert.equal(status, 200, address)
      }
    })

    test('has nothing for those who may not read', async () => {
      const { database, space } = api.server
      const ids = idAllocator(database)
      const reader = await api.server.createUser('rita')
      const made = { owner: 'rita', lifetimeMs: dayMs, createdBy: 'test' }
      const { token } = await hostTokens(database, ids, clock).create({ ...made, name: 'of-rita' })
      const path = `/wiki/spaces/${space.key}/llms.txt`
      assert.equal((await read(path, token)).status, 404)
      assert.doesNotMatch((await read('/llms.txt', token)).text, /- \[/)
      const grant = { userId: reader.id, spaceId: Number(space.id), grantedBy: 'test' }
      await spaceAccess(database, ids, clock).grant({ ...grant, access: 'read' })
      assert.equal((await read(path, token)).status, 200)
      assert.match((await read('/llms.txt', token)).text, /- \[/)
    })

    test('is cut where pages are many, level by level', async () => {
      const { database, space } = api.server
      const outline = async (limit: number) => {
        const place = { spaceId: space.id, homepageId: space.homepageId }
        const { pages, isCut } = await readOutline(database, place, limit)
        return [pages.map(({ title }) => title), isCut]
      }
      assert.deepEqual(await outline(2), [['About *us*', 'Guide [1]'], true])
      assert.deepEqual(await outline(3), [['About *us*', 'Guide [1]', 'First'], true])
      assert.deepEqual(await outline(4), [['About *us*', 'Guide [1]', 'First', 'Second'], false])
    })
  })
})
