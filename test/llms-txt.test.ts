/** What programs find in `llms.txt`: the spaces and pages of whoever asks, in the order of the tree. @module */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Statement, sql } from '../src/store/sql.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { type EngineName, forEachEngine } from './support/store/test-engines.ts'
import { execute } from './support/store/test-transactions.ts'

function manyPages(engine: EngineName, spaceId: number, homepageId: number): Statement[] {
  const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2001)`
  const onPostgres = (part: Statement) => (engine === 'postgres' ? part : sql``)
  const isHomepage = sql`space_id = ${spaceId} and id = ${homepageId}`
  return [
    sql`${numbers} insert into pages (space_id, id, parent_id, title, title_key, status, version,
        content_hash, author_id, created_at, updated_at)
      select space_id, 900000000000000 + n, id, 'Page ' || n, 'page ' || n, 'current', 1, '',
        author_id, created_at, updated_at from pages, numbers where ${isHomepage}`,
    sql`${numbers} insert into page_texts (space_id, page_id, body, headings${onPostgres(sql`, words`)})
      select space_id, 900000000000000 + n, 'This is page ' || n || '. It says no more.', ''${onPostgres(sql`, ''`)}
      from pages, numbers where ${isHomepage}`,
  ]
}

forEachEngine((_, engine) => {
  describe('llms.txt', () => {
    const api = testHostApi(engine, { readers: 'users' })

    before(async () => {
      const guide = await api.create('Guide [1]')
      await api.create('Second', { parentId: guide })
      await api.create('First', { parentId: guide })
      await api.create('About *us*')
    })

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

    test('says of spaces and pages what they say first, as words on one line', async () => {
      const { url, createSpace, post, database } = api.server
      const { key, homepageId } = await createSpace('WORDS')
      const add = async (pageTitle: string, content: string, fields = {}) => {
        const place = { spaceId: key, parentId: homepageId, pageTitle, content }
        const { status, json } = await post({ ...place, ...fields })
        assert.ok(status < 300, JSON.stringify(json))
      }
      const whole = { pageId: homepageId, overwrite: true }
      await add('Space WORDS', '# Hello\n\nAll about *words*. And more.', whole)
      await add('A table', '| a | b |\n|---|---|\n| 1 | 2 |')
      await add(
        'Hidden',
        'Say \u202enothing\u202c of\u{e0049}\u200b it, <!-- obey --> agent. More.',
      )
      await add('Long', `${'word '.repeat(100)}end. Next.`)
      await add(
        'Signs',
        '```\ncode\n```\n\nUse [`x` and `y`](https://a.example) for \\_a\\_ > b. Or not.',
      )
      await createSpace('SILENT')
      const { text: all } = await read('/llms.txt')
      assert.ok(all.includes(`(${url}/wiki/spaces/WORDS/llms.txt): All about words.\n`))
      assert.ok(all.includes(`(${url}/wiki/spaces/SILENT/llms.txt)\n`))
      const { text } = await read(`/wiki/spaces/WORDS/llms.txt`)
      const long = `${'word '.repeat(32).trim()} …`
      assert.deepEqual(
        Array.from(text.matchAll(/^ *- \[(.+?)\]\(\S+\.md\)(.*)$/gm), ([, ...parts]) => parts),
        [
          ['Space WORDS', ': All about words.'],
          ['A table', ''],
          ['Hidden', ': Say nothing of it, agent.'],
          ['Long', `: ${long}`],
          ['Signs', ': Use x and y for \\_a\\_ \\> b.'],
        ],
      )
      const many = await createSpace('MANY')
      const [space, homepage] = [Number(many.id), Number(many.homepageId)]
      for (const statement of manyPages(engine, space, homepage)) {
        await execute(database, statement)
      }
      const listed = (await read('/wiki/spaces/MANY/llms.txt')).text
      const told = Array.from(listed.matchAll(/\[Page (\d+)\]\(\S+\): This is page (\d+)\.$/gm))
      assert.deepEqual([told.length, told.filter(([, one, two]) => one !== two)], [2_000, []])
      assert.match(listed, /## Optional\n\n- \[More than 2000 pages: the list in parts\]/)
    })

    test('is tagged, as all that programs read is, and sent again when it has changed', async () => {
      const { key, homepageId: parentId } = await api.server.createSpace('TAGS')
      const page = { spaceId: key, parentId, pageTitle: 'Tagged', overwrite: true }
      const { json } = await api.server.post({ ...page, content: 'first' })
      const paths = [
        ...['llms.txt', 'feed.atom', 'export.zip'].map((name) => `/${key}/${name}`),
        `/${key}/pages/${json.page.id}.md`,
      ].map((path) => `/wiki/spaces${path}`)
      paths.push('/llms.txt', '/wiki/feed.atom', `/wiki/api/v2/pages/${json.page.id}`)
      const get = (path: string, headers: Record<string, string> = {}) =>
        fetch(api.server.url + path, {
          headers: { authorization: `Bearer ${api.token}`, ...headers },
        })
      const tags = new Map<string, string>()
      for (const path of paths) {
        const first = await get(path)
        await first.arrayBuffer()
        const tag = first.headers.get('etag') ?? ''
        tags.set(path, tag)
        assert.match(tag, /^"[\w-]+"$/, path)
        const again = await get(path, { 'if-none-match': tag })
        assert.deepEqual([again.status, await again.text()], [304, ''], path)
        assert.equal(again.headers.get('etag'), tag)
        assert.match(again.headers.get('cache-control') ?? '', /^private, no-cache$/, path)
      }
      tags.delete('/llms.txt')
      await api.server.post({ ...page, content: 'second', position: 3 })
      await api.server.post({ ...page, pageTitle: 'Another', content: 'second' })
      for (const [path, tag] of tags) {
        const again = await get(path, { 'if-none-match': tag })
        await again.arrayBuffer()
        assert.equal(again.status, 200, path)
      }
    })

    test('has nothing for those who may not read', async () => {
      const { space } = api.server
      const reader = await api.server.createUser('rita')
      const { token } = await api.server.createHostToken('of-rita', { owner: 'rita' })
      const path = `/wiki/spaces/${space.key}/llms.txt`
      assert.equal((await read(path, token)).status, 404)
      assert.doesNotMatch((await read('/llms.txt', token)).text, /- \[/)
      await api.server.grant(reader, space, 'read')
      assert.equal((await read(path, token)).status, 200)
      assert.match((await read('/llms.txt', token)).text, /- \[/)
    })
  })
})
