/** The account page: passwords, second factors and sessions, and what administrators can do about them. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listAuditRecords } from '../src/accounts/audit.ts'
import { sql } from '../src/store/sql.ts'
import { type WebAnswer, type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { codeAt } from './support/service/openid-service.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { forgetTotpSecrets } from './support/store/test-records.ts'

const stepMs = 30_000
const newPassword = 'another long password'

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  before(async () => {
    server.stopClock()
  })

  const signedIn = async (name: string, password = userPassword): Promise<WebClient> => {
    const visitor = webClient(server.url)
    assert.equal((await visitor.signIn(name, password)).location, '/')
    return visitor
  }
  const isSignedIn = async (visitor: WebClient): Promise<boolean> =>
    (await visitor.get('/')).status === 200

  const enrol = async (visitor: WebClient): Promise<{ secret: string; codes: string[] }> => {
    const page = await visitor.get('/account/second-factor')
    const secret = fieldValue(page, 'secret')
    const code = codeAt(secret, server.clock())
    const made = await visitor.submit('/account/second-factor', {
      secret,
      code,
      present: userPassword,
    })
    assert.equal(made.status, 201)
    const codes = made.elements('code').find(({ attrs }) => attrs.id === 'recovery-codes')?.text
    return { secret, codes: codes?.split('\n') ?? [] }
  }

  test('a new password wants the present one, and ends the other sessions', async () => {
    await server.createUser('ann')
    const visitor = await signedIn('ann')
    const elsewhere = await signedIn('ann')
    await visitor.get('/account')
    const fields = { present: userPassword, password: newPassword, repeated: newPassword }
    for (const [wrong, words] of [
      [{ ...fields, present: 'not the password' }, /^The present password is wrong\./],
      [{ ...fields, repeated: 'something else' }, /^The two new passwords differ\./],
      [{ ...fields, password: 'short', repeated: 'short' }, /^password must be 12 to 128/],
    ] as const) {
      const answer = await visitor.submit('/account/password', wrong)
      assert.equal(answer.status, 400)
      assert.match(alertOf(answer), words)
    }
    assert.equal(await isSignedIn(elsewhere), true)
    const answer = await visitor.submit('/account/password', fields)
    assert.equal(answer.location, '/account?done=password')
    assert.deepEqual([await isSignedIn(visitor), await isSignedIn(elsewhere)], [true, false])
    assert.equal((await webClient(server.url).signIn('ann', userPassword)).status, 400)
    await signedIn('ann', newPassword)
  })

  test('sessions are listed, and end one by one or all at once', async () => {
    await server.createUser('ben')
    const visitor = await signedIn('ben')
    const [one, other, third] = [
      await signedIn('ben'),
      await signedIn('ben'),
      await signedIn('ben'),
    ]
    const page = await visitor.get('/account')
    const hashes = page
      .elements('input')
      .flatMap(({ attrs }) => (attrs.name === 'session' ? (attrs.value ?? '') : []))
    assert.equal(hashes.length, 3)
    assert.equal(page.elements('span').filter(({ text }) => text === 'This one').length, 1)
    assert.match(page.html, /127\.0\.0\.1/)
    const [hash = ''] = hashes
    await visitor.submit('/account/sessions/end', { session: hash })
    const left = await Promise.all([one, other, third].map(isSignedIn))
    assert.equal(left.filter(Boolean).length, 2)
    await visitor.submit('/account/sessions/end-others')
    assert.deepEqual(await Promise.all([one, other, third].map(isSignedIn)), [false, false, false])
    assert.equal(await isSignedIn(visitor), true)
    const [record] = await listAuditRecords(server.database, { limit: 1, action: 'sessions-end' })
    assert.deepEqual([record?.actor, record?.detail], ['ben', { sessions: 2 }])
  })

  test('nobody ends sessions of somebody else, whatever they send', async () => {
    await server.createUser('cat')
    await server.createUser('mouse')
    const mouse = await signedIn('mouse')
    const [row] = await server.database.read<{ id_hash: string }>(sql`
      select s.id_hash from sessions s join users u on u.id = s.user_id where u.name = 'mouse'`)
    const cat = await signedIn('cat')
    await cat.get('/account')
    await cat.submit('/account/sessions/end', { session: row?.id_hash ?? '' })
    await cat.submit('/account/sessions/end-others')
    assert.equal(await isSignedIn(mouse), true)
    assert.equal((await webClient(server.url).get('/account')).location, '/sign-in?next=%2Faccount')
  })

  test('a second factor is asked for after the password, and a code counts once', async () => {
    await server.createUser('dan')
    const { secret } = await enrol(await signedIn('dan'))
    server.advanceClock(stepMs)
    const visitor = webClient(server.url)
    const asked = await visitor.signIn('dan', userPassword, '/manage/tokens')
    assert.equal(asked.location, '/sign-in/code?next=%2Fmanage%2Ftokens')
    assert.equal(await isSignedIn(visitor), false)
    await visitor.get(asked.location ?? '')
    const waiting = new Map(visitor.cookies)
    const code = codeAt(secret, server.clock())
    for (const wrong of ['000000', '', 'x'.repeat(100), `${code}0`]) {
      const answer = await visitor.submit('/sign-in/code', { code: wrong })
      assert.equal(answer.status, 400, wrong)
      assert.match(alertOf(answer), /^The code is wrong, or was used before\./)
    }
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const answer = await visitor.submit('/sign-in/code', { code: spaced, next: '/manage/tokens' })
    assert.equal(answer.location, '/manage/tokens')
    assert.equal(await isSignedIn(visitor), true)
    const old = webClient(server.url)
    for (const [name, value] of waiting) old.cookies.set(name, value)
    assert.equal((await old.get('/sign-in/code')).location, '/sign-in')
    const replaying = webClient(server.url)
    await replaying.signIn('dan', userPassword)
    await replaying.get('/sign-in/code')
    assert.equal((await replaying.submit('/sign-in/code', { code })).status, 400)
    server.advanceClock(stepMs)
    const early = codeAt(secret, new Date(server.clock().getTime() + stepMs))
    assert.equal((await replaying.submit('/sign-in/code', { code: early })).status, 303)
  })

  test('of one code sent twice at once one counts', async () => {
    await server.createUser('eve')
    const { secret } = await enrol(await signedIn('eve'))
    server.advanceClock(stepMs)
    const code = codeAt(secret, server.clock())
    const visitors = [webClient(server.url), webClient(server.url), webClient(server.url)]
    for (const visitor of visitors) {
      await visitor.signIn('eve', userPassword)
      await visitor.get('/sign-in/code')
    }
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.submit('/sign-in/code', { code })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 400, 400])
  })

  test('a recovery code lets its user in once', async () => {
    await server.createUser('fay')
    const { codes } = await enrol(await signedIn('fay'))
    assert.equal(new Set(codes).size, 10)
    const stored = JSON.stringify(await server.database.read(sql`select * from recovery_codes`))
    assert.ok(
      codes.every((code) => /^([a-z0-9]{4}-){5}[a-z0-9]{4}$/.test(code) && !stored.includes(code)),
    )
    const visitor = webClient(server.url)
    for (const [typed, status] of [
      [codes[0]?.toUpperCase().replaceAll('-', ' '), 303],
      [codes[0], 400],
      [codes[1], 303],
    ] as const) {
      await visitor.get('/')
      visitor.cookies.delete('markport')
      await visitor.signIn('fay', userPassword)
      await visitor.get('/sign-in/code')
      const answer = await visitor.submit('/sign-in/code', { code: typed ?? '' })
      assert.equal(answer.status, status, typed)
    }
  })

  test('wrong codes are bounded, from wherever they come; a password and a recovery code still count', async () => {
    await server.createUser('gus')
    const { secret, codes } = await enrol(await signedIn('gus'))
    server.advanceClock(stepMs)
    const guesser = webClient(server.url)
    await guesser.signIn('gus', userPassword)
    await guesser.get('/sign-in/code')
    for (let tries = 0; tries < 10; tries += 1) {
      assert.equal((await guesser.submit('/sign-in/code', { code: '000000' })).status, 400)
    }
    const right = codeAt(secret, server.clock())
    const refused = await guesser.submit('/sign-in/code', { code: right })
    assert.equal(refused.status, 429)
    assert.match(alertOf(refused), /^Too many wrong codes for this user name\./)
    const again = webClient(server.url)
    assert.equal((await again.signIn('gus', userPassword)).location, '/sign-in/code')
    await again.get('/sign-in/code')
    assert.equal((await again.submit('/sign-in/code', { code: right })).status, 429)
    assert.equal((await again.submit('/sign-in/code', { code: codes[0] ?? '' })).status, 303)
  })

  test('a second factor goes by one of its codes, or by an administrator', async () => {
    const user = await server.createUser('kai')
    const visitor = await signedIn('kai')
    const { codes } = await enrol(visitor)
    await visitor.get('/account/second-factor')
    const refused = await visitor.submit('/account/second-factor/remove', { code: '000000' })
    assert.equal(refused.status, 400)
    const renewed = await visitor.submit('/account/second-factor/recovery-codes', {
      code: codes[0] ?? '',
    })
    assert.equal(renewed.status, 201)
    const used = await visitor.submit('/account/second-factor/remove', { code: codes[1] ?? '' })
    assert.equal(used.status, 400)
    await server.createUser('boss', { isAdministrator: true })
    const boss = await signedIn('boss')
    const page = await boss.get(`/manage/users/${user.id}`)
    assert.match(page.html, /Second factor: on/)
    const removed = await boss.submit(`/manage/users/${user.id}/remove-second-factor`)
    assert.equal(removed.status, 303)
    await signedIn('kai')
    await boss.submit(`/manage/users/${user.id}/end-sessions`)
    assert.equal(await isSignedIn(visitor), false)
    assert.equal(await isSignedIn(boss), true)
  })

  test('a one-time link leaves the second factor where it is', async () => {
    const user = await server.createUser('lou')
    await enrol(await signedIn('lou'))
    const link = await server.createLink(user)
    const visitor = webClient(server.url)
    await visitor.get(link)
    const fields = { password: newPassword, repeated: newPassword }
    await visitor.submit(link, fields)
    assert.equal((await visitor.signIn('lou', newPassword)).location, '/sign-in/code')
  })

  test('without its secret, as after a restore, a second factor takes recovery codes only', async () => {
    await server.createUser('mia')
    const { secret, codes } = await enrol(await signedIn('mia'))
    server.advanceClock(stepMs)
    await server.database.write(forgetTotpSecrets, undefined)
    const visitor = webClient(server.url)
    await visitor.signIn('mia', userPassword)
    await visitor.get('/sign-in/code')
    const code = codeAt(secret, server.clock())
    assert.equal((await visitor.submit('/sign-in/code', { code })).status, 400)
    assert.equal((await visitor.submit('/sign-in/code', { code: codes[0] ?? '' })).status, 303)
    assert.match((await visitor.get('/account/second-factor')).html, /brought back from a backup/)
  })
})

function alertOf(answer: WebAnswer): string {
  return answer.elements('p').find(({ attrs }) => attrs.role === 'alert')?.text ?? ''
}

function fieldValue(answer: WebAnswer, name: string): string {
  return answer.elements('input').find(({ attrs }) => attrs.name === name)?.attrs.value ?? ''
}
