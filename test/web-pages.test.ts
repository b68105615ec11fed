/** The web pages: what they show, how they hold against hostile texts, and the password form. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { users } from '../src/accounts/users.ts'
import { type WebAnswer, webClient } from './support/browser/web-client.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  const get = (path: string): Promise<Response> => fetch(server.url + path, { redirect: 'manual' })

  test('pages carry a policy that lets nothing run but scripts of the service', async () => {
    for (const [path, caching] of [
      ['/', 'no-cache'],
      ['/help', 'no-cache'],
      ['/api', 'no-cache'],
      [`/wiki/spaces/DOCS/pages/${server.space.homepageId}`, 'no-cache'],
      ['/sign-in', 'no-store'],
      ['/wiki/spaces/X/pages/1', 'no-store'],
    ] as const) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(
        policy,
        /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'/,
      )
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), caching)
    }
  })

  test('a space leads to its homepage', async () => {
    const response = await get('/wiki/spaces/docs')
    assert.equal(response.status, 302)
    const expected = `/wiki/spaces/DOCS/pages/${server.space.homepageId}`
    assert.equal(response.headers.get('location'), expected)
  })

  test('what is not there is not found, whatever the address', async () => {
    for (const path of [
      'X',
      'DOCS/pages/1',
      'DOCS/pages/abc',
      '%00',
      '%ED%A0%80/pages/1',
      'X/pages/%00',
    ]) {
      const response = await get(`/wiki/spaces/${path}`)
      assert.equal(response.status, 404, path)
      assert.match(await response.text(), /<h1>Not found<\/h1>/)
    }
  })

  describe('the link to choose a password', () => {
    const post = async (link: string, fields: Record<string, string>): Promise<WebAnswer> => {
      const client = webClient(server.url)
      await client.get(link)
      return client.submit(link, fields)
    }
    const good = 'a long enough password'

    test('refuses what cannot be a password, and says why', async () => {
      const link = server.setupLink ?? ''
      assert.match(await (await fetch(link)).text(), /For the user <strong>admin<\/strong>/)
      const cases: readonly [Record<string, string>, RegExp][] = [
        [{ password: 'short', repeated: 'short' }, /12 to 128/],
        [{ password: good, repeated: `${good}!` }, /The two passwords differ\./],
        [{}, /12 to 128/],
        [{ password: 'Password1234', repeated: 'Password1234' }, /on the list of common passwords/],
      ]
      for (const [fields, message] of cases) {
        const response = await post(link, fields)
        assert.equal(response.status, 400)
        assert.match(response.html, message)
        assert.match(response.html, /aria-describedby="error"/)
      }
    })

    test('refuses forms that are too large', async () => {
      const link = server.setupLink ?? ''
      const large = 'x'.repeat(5_000)
      assert.equal((await post(link, { password: large, repeated: large })).status, 413)
    })

    test('leaves tokens, and leads to the form that signs in with it', async () => {
      const link = await server.createLink(await server.createUser('bob'))
      const { token } = await server.createToken('of-bob', { owner: 'bob' })
      const { status, location } = await post(link, { password: good, repeated: good })
      assert.equal(status, 303)
      const inputs = (await webClient(server.url).get(location ?? '')).elements('input')
      assert.equal(inputs.find(({ attrs }) => attrs.name === 'name')?.attrs.value, 'bob')
      const authorization = `Bearer ${token}`
      assert.notEqual((await server.post({}, { authorization })).status, 401)
    })

    test('sets the password once', async () => {
      const link = server.setupLink ?? ''
      const fields = { password: good, repeated: good }
      const answers = await Promise.all([post(link, fields), post(link, fields)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 404])
      const { database } = server
      const keeper = users({ database, ids: server.ids, clock: () => new Date() }, passwords())
      assert.equal((await keeper.findByPassword('admin', good))?.name, 'admin')
      assert.equal((await fetch(link)).status, 404)
    })
  })
})
