/** Choosing a password by a link: what is refused, and what ends with the old one. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webClient } from './support/browser/web-client.ts'
import { freshServer } from './support/service/fresh-server.ts'

const server = freshServer('sqlite')

test('common passwords are refused', async () => {
  const link = await server.createLink(await server.createUser('forgot'))
  const visitor = webClient(server.url)
  await visitor.get(link)
  const password = 'Password1234'
  const fields = { password, repeated: password }
  const answer = await visitor.submit(link, fields)
  assert.equal(answer.status, 400)
  assert.match(answer.html, /role="alert">password is on the list of common passwords/)
})

test('a new password leaves tokens, and leads to the form that signs in with it', async () => {
  const link = await server.createLink(await server.createUser('bob'))
  const { token } = await server.createToken('of-bob', { owner: 'bob' })
  const visitor = webClient(server.url)
  await visitor.get(link)
  const password = 'another long password'
  const { status, location } = await visitor.submit(link, { password, repeated: password })
  assert.equal(status, 303)
  const inputs = (await visitor.get(location ?? '')).elements('input')
  assert.equal(inputs.find(({ attrs }) => attrs.name === 'name')?.attrs.value, 'bob')
  const authorization = `Bearer ${token}`
  assert.notEqual((await server.post({}, { authorization })).status, 401)
})
