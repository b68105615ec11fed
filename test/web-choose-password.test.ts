/** Choosing a password by a link: what is refused, and what ends with the old one. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditRecords } from '../src/auth/audit.ts'
import { oneTimeLinks } from '../src/auth/passwords/one-time-links.ts'
import { passwords } from '../src/auth/passwords/passwords.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import type { PageElement } from './support/browser/page-elements.ts'
import { webClient } from './support/browser/web-client.ts'
import { dayMs } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'

test('common passwords are refused, and the form keeps what else was chosen', async () => {
  const server = await startFreshServer('sqlite')
  const { id } = await server.createUser('forgot')
  await server.createToken('of-forgot', { owner: 'forgot' })
  const { database } = server
  const links = oneTimeLinks(database, idAllocator(database), server.clock, passwords())
  const { code } = await links.create(id, 'test')
  const visitor = webClient(server.url)
  await visitor.get(`/choose-password/${code}`)
  const password = 'Password1234'
  const answer = await visitor.submit(`/choose-password/${code}`, {
    password,
    repeated: password,
    deleteTokens: 'yes',
  })
  assert.equal(answer.status, 400)
  assert.match(answer.html, /role="alert">password is on the list of common passwords/)
  const box = answer.elements('input').find(({ attrs }) => attrs.name === 'deleteTokens')
  assert.ok(box !== undefined && 'checked' in box.attrs)
  await server.stop()
})

const isName = ({ attrs }: PageElement): boolean => attrs.name === 'name'

for (const isDeletingTokens of [false, true]) {
  test(`a new password ${isDeletingTokens ? 'ends' : 'leaves'} tokens as was chosen`, async () => {
    const server = await startFreshServer('sqlite')
    const { id } = await server.createUser('ann')
    const { database } = server
    const ids = idAllocator(database)
    await server.createToken('api-of-ann', { owner: 'ann' })
    const host = { name: 'host-of-ann', owner: 'ann', lifetimeMs: dayMs, createdBy: 'test' }
    await hostTokens(database, ids, server.clock).create(host)
    const links = oneTimeLinks(database, ids, server.clock, passwords())
    const { code } = await links.create(id, 'test')
    const visitor = webClient(server.url)
    const form = await visitor.get(`/choose-password/${code}`)
    assert.match(form.html, /Also delete my API tokens and host tokens \(2\)/)
    const password = 'another long password'
    const fields = { password, repeated: password }
    const answer = await visitor.submit(
      `/choose-password/${code}`,
      isDeletingTokens ? { ...fields, deleteTokens: 'yes' } : fields,
    )
    assert.equal(answer.status, 303)
    const name = (await visitor.get(answer.location ?? '')).elements('input').find(isName)
    assert.equal(name?.attrs.value, 'ann')
    const tokens = await database.read<{ name: string }>(sql`
      select name from tokens order by name`)
    const kept = isDeletingTokens ? [] : ['api-of-ann', 'host-of-ann']
    assert.deepEqual(
      tokens.map(({ name }) => name),
      [...kept, 'first-token'].sort(),
    )
    const records = await listAuditRecords(database, { limit: 10, actor: 'ann' })
    const deleted = records.filter(({ action }) => action.endsWith('-delete'))
    assert.deepEqual(
      deleted.map(({ subject, address }) => [subject, address]).sort(),
      isDeletingTokens
        ? [
            ['api-of-ann', '127.0.0.1'],
            ['host-of-ann', '127.0.0.1'],
          ]
        : [],
    )
    await server.stop()
  })
}

test('offers to delete tokens only to whoever has any', async () => {
  const server = await startFreshServer('sqlite')
  const form = await webClient(server.url).get(new URL(server.setupLink ?? '').pathname)
  assert.equal(form.status, 200)
  assert.match(form.html, /Also delete my API tokens and host tokens \(1\)/)
  const { id } = await server.createUser('mia')
  const { database } = server
  const links = oneTimeLinks(database, idAllocator(database), server.clock, passwords())
  const { code } = await links.create(id, 'test')
  const other = await webClient(server.url).get(`/choose-password/${code}`)
  assert.doesNotMatch(other.html, /Also delete/)
  await server.stop()
})
