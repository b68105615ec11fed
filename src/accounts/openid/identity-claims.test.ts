import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GroupRules, readIdentity } from './identity-claims.ts'

const rules: GroupRules = {
  claim: 'groups',
  administrators: ['admins', 'team=a=b', 'email=mia@example.org', 'is_chief=true'],
  access: [
    { group: 'cn=writers', spaceKey: 'Docs', access: 'write' },
    { group: 'readers', spaceKey: 'DOCS', access: 'read' },
    { group: 'readers', spaceKey: 'MORE', access: 'read' },
  ],
}
const read = (claims: Record<string, unknown>) =>
  readIdentity({ iss: 'https://id.example', sub: 's', ...claims }, rules)

for (const [claims, isAdministrator] of [
  [{ groups: ['admins'] }, true],
  [{ groups: 'admins' }, true],
  [{ groups: ['Admins', 'admins ', 'admin'] }, false],
  [{ groups: { admins: true } }, false],
  [{ groups: [['admins']] }, false],
  [{ team: 'a=b' }, true],
  [{ team: ['x', 'a=b'] }, true],
  [{ is_chief: true }, true],
  [{ is_chief: false }, false],
  [{ email: 'mia@example.org', email_verified: true }, true],
  [{ email: 'mia@example.org', email_verified: false }, false],
  [{ email: 'mia@example.org' }, false],
  [{}, false],
] as const) {
  test(`${JSON.stringify(claims)} ${isAdministrator ? 'makes' : 'makes no'} administrator`, () => {
    assert.equal(read(claims).isAdministrator, isAdministrator)
  })
}

test('of two groups the one that may write counts, in whichever order', () => {
  const access = [
    { keyFold: 'docs', access: 'write' },
    { keyFold: 'more', access: 'read' },
  ]
  assert.deepEqual(read({ groups: ['readers', 'cn=writers'] }).access, access)
  assert.deepEqual(read({ groups: ['cn=writers', 'readers'] }).access, access)
})

test('names come from what there is, and the last one is nobody else’s', () => {
  assert.deepEqual(read({ preferred_username: 'a', email: 'b@c', name: 'd' }).names[0], 'a')
  assert.deepEqual(read({ email: 'b@c', name: 'd' }).names[0], 'b')
  assert.deepEqual(read({ name: 'd' }).names[0], 'd')
  assert.deepEqual(read({}).names[0], 's')
  const [one, other] = [read({ name: 'd' }), read({ name: 'd', sub: 't' })]
  assert.notEqual(one.names.at(-1), other.names.at(-1))
  assert.equal(new Set(one.names).size, one.names.length)
})

test('a subject that cannot be kept is refused', () => {
  for (const sub of ['', 'x'.repeat(256), 'a\nb', 'a\u0000', 'é']) {
    assert.throws(() => read({ sub }), { key: 'bad-request' }, JSON.stringify(sub))
  }
})
