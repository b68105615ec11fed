/** Pages as Markdown: byte for byte what was imported, for browsers and for programs, on both engines. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteToken } from '../src/accounts/tokens/tokens.ts'
import { noisePng } from './support/samples/images.ts'
import { testHostApi } from './support/service/test-host-api.ts'

const accepts = {
  agent: 'text/markdown, text/html, */*',
  shy: 'text/html, text/markdown;q=0.9',
  unwilling: 'text/markdown;q=0, text/html',
  browser: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  anything: '*/*',
  rather: 'text/markdown;q=0.5, */*;q=0.6',
} as const

describe('Markdown of pages', () => {
  const api = testHostApi('sqlite', { readers: 'users' })
  let pages = 0

  const importPage = async (content: string): Promise<{ id: string; path: string }> => {
    pages += 1
    const { json } = await api.server.post({ pageTitle: `Page ${pages}`, content })
    return { id: json.page.id, path: `/wiki/spaces/DOCS/pages/${json.page.id}` }
  }
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(api.server.url + path, {
      headers: { authorization: `Bearer ${api.token}`, ...headers },
      redirect: 'manual',
    })
  const bytesOf = async (answer: Response): Promise<Buffer> =>
    Buffer.from(await answer.arrayBuffer())

  test('is what was sent, byte for byte', async () => {
    for (const content of [
      '# A\n\ntext',
      '\uFEFF---\ntitle: x\n---\r\n\r\n# Å\t\r\n    code\r\n',
      '```md\n---\n``` \u2028 \u{1F600}\n\n\n\n',
      `- ${'a '.repeat(20_000)}\n`,
    ]) {
      const { path } = await importPage(content)
      const answer = await get(`${path}.md`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8')
      assert.equal(answer.headers.get('markport-markdown'), null)
      assert.deepEqual(await bytesOf(answer), Buffer.from(content))
    }
  })

  test('is chosen by Accept at the address of the page', async () => {
    const { path } = await importPage('# Chosen\n\nwords')
    for (const [who, accept] of Object.entries(accepts)) {
      const answer = await get(path, { accept })
      const isMarkdown = answer.headers.get('content-type')?.startsWith('text/markdown')
      assert.equal(isMarkdown, who === 'agent', who)
      const varying = answer.headers.get('vary')?.split(', ') ?? []
      for (const name of ['Accept', 'Cookie', 'Authorization']) {
        assert.ok(varying.includes(name), `${who}: ${varying}`)
      }
    }
    const html = await get(path, { accept: accepts.browser })
    assert.ok(
      (await html.text()).includes(`<link rel="alternate" type="text/markdown" href="${path}.md">`),
    )
    assert.match(
      html.headers.get('link') ?? '',
      new RegExp(`<${path}\\.md>; rel="alternate"; type="text/markdown"`),
    )
    assert.match((await get(`${path}.md`)).headers.get('link') ?? '', /rel="canonical"/)
  })

  test('has the tag that an import takes as its condition', async () => {
    const { id, path } = await importPage('first')
    const etag = (await get(`${path}.md`)).headers.get('etag') ?? ''
    assert.equal((await get(`${path}.md`, { 'if-none-match': etag })).status, 304)
    const page = { pageId: id, pageTitle: `Page ${pages}`, overwrite: true }
    const update = (content: string, tag: string) =>
      api.server.post({ ...page, content }, { 'If-Match': tag })
    assert.equal((await update('second', etag)).status, 200)
    assert.equal((await update('third', etag)).status, 412)
    const now = await get(`${path}.md`, { 'if-none-match': etag })
    assert.equal(await now.text(), 'second')
    assert.equal(await (await get(`${path}.md?version=1`)).text(), 'first')
    const none = await get(`${path}.md?version=9`)
    assert.deepEqual(
      [none.status, await none.text()],
      [404, 'This page has no version 9; the current one is 2.\n'],
    )
  })

  test('is empty where nobody has written yet', async () => {
    const { homepageId } = api.server.space
    const answer = await get(`/wiki/spaces/DOCS/pages/${homepageId}.md`)
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
    const { json } = await api.call(`/pages/${homepageId}?body-format=markdown`)
    assert.deepEqual(json.body, { markdown: { representation: 'markdown', value: '' } })
  })

  test('is a format of bodies in the API', async () => {
    const content = '# A\r\n\r\n"quoted" \\ text\r\n'
    const { id } = await importPage(content)
    const { json } = await api.call(`/pages/${id}?body-format=markdown`)
    assert.deepEqual(json.body, { markdown: { representation: 'markdown', value: content } })
    const wrong = await api.call(`/pages/${id}?body-format=html`)
    assert.equal(wrong.status, 400)
    assert.match(wrong.json.errors[0].title, /storage, atlas_doc_format, view, markdown/)
  })

  test('has images that the same token opens', async () => {
    const image = noisePng(7, 3)
    const data = `data:image/png;base64,${image.toString('base64')}`
    const sha256 = createHash('sha256').update(image).digest('hex')
    const { path } = await importPage(`![a](${data})\n\n\`attachment:none\``)
    assert.equal(
      await (await get(`${path}.md`)).text(),
      `![a](attachment:${sha256})\n\n\`attachment:none\``,
    )
    const whole = await (await get(`${path}.md?images=absolute`)).text()
    const [, address = ''] = /!\[a\]\((http[^)]+)\)/.exec(whole) ?? []
    const shown = await get(new URL(address).pathname)
    assert.equal(shown.status, 200)
    assert.equal(shown.headers.get('cache-control'), 'private, no-cache')
    assert.deepEqual(await bytesOf(shown), image)
    assert.equal((await get(`${path}.md?images=relative`)).status, 400)
  })

  test('is for those alone who may read the page, at once', async () => {
    const { path } = await importPage('closed')
    const { server } = api
    const { space } = server
    const reader = await server.createUser('rita')
    const { id, token } = await server.createHostToken('of-rita', { owner: 'rita' })
    const statusOf = async (accept: string, address = path) =>
      (await get(address, { authorization: `Bearer ${token}`, accept })).status
    const expectAll = async (expected: number) => {
      for (const accept of Object.values(accepts)) {
        assert.equal(await statusOf(accept), expected, accept)
        assert.equal(await statusOf(accept, `${path}.md`), expected, accept)
      }
    }
    await expectAll(404)
    await server.grant(reader, space, 'read')
    await expectAll(200)
    await server.revoke(reader, space)
    await expectAll(404)
    await server.grant(reader, space, 'read')
    await deleteToken(server, id, 'test')
    await expectAll(401)
    const none = { authorization: '' }
    assert.equal((await get(`${path}.md`, none)).status, 401)
    assert.equal((await get(`${path}.md`, { ...none, accept: 'text/html' })).status, 303)
    // Basic credentials belong to a proxy.
    const proxied = { authorization: `Basic ${btoa('mia:secret')}` }
    assert.equal((await get(`${path}.md`, proxied)).status, 303)
    const basic = { authorization: `Basic ${btoa(`nobody@example.org:${api.token}`)}` }
    assert.equal((await get(`${path}.md`, basic)).status, 401)
  })
})
