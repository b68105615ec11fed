/** Choosing a password by a link: what is refused, and what ends with the old one. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditRecords } from '../src/accounts/audit.ts'
import { sql } from '../src/store/sql.ts'
import { webClient } from './support/browser/web-client.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

let server: TestServer
before(async () => {
  server = await startFreshServer('sqlite')
})
after(() => server.stop())

async function tokenNames(): Promise<string[]> {
  const rows = await server.database.read<{ name: string }>(sql`
    select name from tokens order by name`)
  return rows.map(({ name }) => name)
}

test('common passwords are refused, and the form keeps what else was chosen', async () => {
  const link = await server.createLink(await server.createUser('forgot'))
  await server.createToken('of-forgot', { owner: 'forgot' })
  const visitor = webClient(server.url)
  await visitor.get(link)
  const password = 'Password1234'
  const fields = { password, repeated: password, deleteTokens: 'yes' }
  const answer = await visitor.submit(link, fields)
  assert.equal(answer.status, 400)
  assert.match(answer.html, /role="alert">password is on the list of common passwords/)
  const box = answer.elements('input').find(({ attrs }) => attrs.name === 'deleteTokens')
  assert.ok(box !== undefined && 'checked' in box.attrs)
})

for (const isDeletingTokens of [false, true]) {
  test(`a new password ${isDeletingTokens ? 'ends' : 'leaves'} tokens as was chosen`, async () => {
    const owner = isDeletingTokens ? 'ann' : 'bob'
    const link = await server.createLink(await server.createUser(owner))
    const names = [`api-of-${owner}`, `host-of-${owner}`]
    const [api = '', host = ''] = names
    await server.createToken(api, { owner })
    await server.createHostToken(host, { owner })
    const there = await tokenNames()
    const visitor = webClient(server.url)
    const form = await visitor.get(link)
    assert.match(form.html, /Also delete my API tokens and host tokens \(2\)/)
    const password = 'another long password'
    const fields = { password, repeated: password }
    const answer = await visitor.submit(
      link,
      isDeletingTokens ? { ...fields, deleteTokens: 'yes' } : fields,
    )
    assert.equal(answer.status, 303)
    const inputs = (await visitor.get(answer.location ?? '')).elements('input')
    assert.equal(inputs.find(({ attrs }) => attrs.name === 'name')?.attrs.value, owner)
    const left = there.filter((name) => !isDeletingTokens || !names.includes(name))
    assert.deepEqual(await tokenNames(), left)
    const records = await listAuditRecords(server.database, { limit: 10, actor: owner })
    const deleted = records.filter(({ action }) => action.endsWith('-delete'))
    assert.deepEqual(
      deleted.map(({ subject, address }) => [subject, address]).sort(),
      isDeletingTokens ? names.map((name) => [name, '127.0.0.1']) : [],
    )
  })
}

test('offers to delete tokens only to whoever has any', async () => {
  const link = await server.createLink(await server.createUser('mia'))
  assert.doesNotMatch((await webClient(server.url).get(link)).html, /Also delete/)
})
