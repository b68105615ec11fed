/** The administration pages over HTTP: what each shows, does, refuses, and to whom. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listTokens } from '../src/accounts/tokens/tokens.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type WebAnswer, type WebClient, webClient } from './support/browser/web-client.ts'
import { dayMs, userPassword } from './support/prepared-store.ts'
import { somePayloads } from './support/samples/payloads.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { send } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let boss: WebClient
  before(async () => {
    await server.createUser('boss', { isAdministrator: true })
    boss = await signedIn('boss')
  })

  const signedIn = async (name: string, password = userPassword): Promise<WebClient> => {
    const visitor = webClient(server.url)
    assert.equal((await visitor.signIn(name, password)).status, 303)
    return visitor
  }
  const text = (answer: WebAnswer): string => answer.elements('main')[0]?.text ?? ''
  const contentOf = (answer: WebAnswer, id: string): string | undefined =>
    answer.elements().find(({ attrs }) => attrs.id === id)?.text
  const rowsOf = (answer: WebAnswer): string[] => answer.elements('tr').map((row) => row.text)
  const userId = async (name: string): Promise<number> => {
    const [row] = await server.database.read<{ id: number }>(
      sql`select id from users where name = ${name}`,
    )
    return row?.id ?? 0
  }

  test('a token is shown once, with a command that works', async () => {
    const writer = await server.createUser('writer')
    await server.grant(writer, server.space, 'write')
    const visitor = await signedIn('writer')
    await visitor.get('/manage/tokens/new')
    const fields = { name: 'ci-docs', days: '30', owner: 'boss', kind: 'api', rights: 'change' }
    const sent = await visitor.submit('/manage/tokens/new', fields)
    assert.equal(sent.status, 201)
    const created = sent
    assert.match(created.headers.get('content-security-policy') ?? '', /; script-src 'self';/)
    const token = contentOf(created, 'token') ?? ''
    assert.match(text(created), /For writer, until/)

    const curl = contentOf(created, 'curl') ?? ''
    const [, address = ''] = /^curl -sS '(.*?)'/.exec(curl) ?? []
    const [, body = ''] = /-d '(.*)'$/s.exec(curl) ?? []
    assert.equal(address, server.endpoint)
    assert.ok(curl.includes(`-H 'Authorization: Bearer ${token}'`))
    const { status, json } = await send(address, body, { authorization: `Bearer ${token}` })
    assert.equal(status, 201, JSON.stringify(json))
    const workflow = contentOf(created, 'workflow') ?? ''
    assert.ok(workflow.includes(`MARKPORT_ENDPOINT: ${server.url}\n`))
    assert.match(
      workflow,
      new RegExp(`MARKPORT_SPACE: DOCS\n +MARKPORT_PARENT: '${server.space.homepageId}'`),
    )
    assert.match(workflow, /MARKPORT_TOKEN: \$\{\{ secrets\.MARKPORT_TOKEN \}\}/)
    assert.equal(workflow.includes(token), false)

    const list = await visitor.get('/manage/tokens')
    assert.match(text(list), /ci-docs\s*Import\s*Active.*\d \w{3} \d{4}\s*\d+ \w{3} \d{4}/s)
    assert.equal(list.html.includes(token), false)
    assert.match(text(await boss.get('/manage/tokens')), /ci-docsImportActive.*writer/)
  })

  test('no form makes a token for more than its sender may give', async () => {
    const clerk = await server.createUser('clerk')
    await server.grant(clerk, server.space, 'write')
    const closed = await server.createSpace('CLOSED')
    const visitor = await signedIn('clerk')
    await visitor.get('/manage/tokens/new')
    const form = { name: 'narrow', kind: 'api', rights: 'create', owner: 'boss', days: '1' }
    const refusals: readonly [fields: Record<string, string>, message: RegExp][] = [
      [{ spaces: String(closed.id) }, /is no space that clerk may write to/],
      [{ spaces: 'DOCS,CLOSED' }, /CLOSED is no space that clerk/],
      [{ spaces: "x'or'1'='1" }, /is no space that clerk/],
      [{ days: '365' }, /Choose one of what the form offers/],
      [{ kind: 'host' }, /A host token only reads/],
      [{ kind: 'host', rights: 'change', sources: 'a' }, /A host token only reads/],
    ]
    for (const [fields, message] of refusals) {
      const answer = await visitor.submit('/manage/tokens/new', { ...form, ...fields })
      assert.equal(answer.status, 400)
      assert.match(contentOf(answer, 'error') ?? '', message)
    }
    await visitor.submit('/manage/tokens/new', { ...form, spaces: 'docs' })
    const [row] = rowsOf(await visitor.get('/manage/tokens')).filter((one) => /narrow/.test(one))
    assert.ok(row?.startsWith('narrowImportNot used yetDOCS, create only'), row)
  })

  test('users see and delete only their own tokens', async () => {
    await server.createUser('owner')
    const { id, token } = await server.createToken('of-owner', { owner: 'owner' })
    await server.createUser('stranger')
    const stranger = await signedIn('stranger')
    assert.doesNotMatch(text(await stranger.get('/manage/tokens')), /of-owner/)
    const path = `/manage/tokens/${id}/delete`
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await stranger.submit(path)).status, 404)
    assert.equal((await server.post({}, { authorization: `Bearer ${token}` })).status, 404)

    const owner = await signedIn('owner')
    assert.match(text(await owner.get(path)), /Delete the token of-owner\?/)
    const answer = await owner.submit(path)
    assert.equal(answer.location, '/manage/tokens?done=deleted')
    assert.match(text(await owner.get(answer.location ?? '')), /The token is deleted/)
    assert.equal((await server.post({}, { authorization: `Bearer ${token}` })).status, 401)
    assert.equal((await owner.submit(path)).status, 404)
  })

  // No statement decides these, so one engine is enough.
  if (engine === 'sqlite') {
    test('a form that is refused keeps what was typed, and names field and limit', async () => {
      await server.createToken('taken')
      const token = { kind: 'api', rights: 'change', name: 'good', days: '7', owner: 'boss' }
      const cases: readonly [
        path: string,
        fields: Record<string, string>,
        field: string,
        message: RegExp,
      ][] = [
        ['tokens/new', { ...token, name: 'a b' }, 'name', /^name must be 3 to 50 cha/],
        ['tokens/new', { ...token, days: '5' }, 'days', /^Choose one of what the form/],
        ['tokens/new', { ...token, name: 'taken' }, 'name', /already an API token/],
        ['tokens/new', { ...token, owner: 'x' }, 'owner', /no enabled user named x/],
        ['spaces/new', { key: '1A', name: 'One' }, 'key', /^key must be a letter followed by/],
        ['spaces/new', { key: 'docs', name: 'Again' }, 'key', /with the key docs already exists/],
        ['spaces/new', { key: 'NEW', name: ' ' }, 'name', /^name must be 1 to 200 characters/],
        ['users/new', { name: '', email: 'a@b.c' }, 'name', /^name must be 1 to 100 visible/],
        ['users/new', { name: 'BOSS', email: '' }, 'name', /already a user named BOSS/],
        ['users/new', { name: 'new', email: 'nobody' }, 'email', /^email must read name@host/],
        [
          'license',
          { status: 'trial', trialEnds: '' },
          'trialEnds',
          /A trial license needs its end/,
        ],
        ['license', { status: 'trial', trialEnds: 'soon' }, 'trialEnds', /must be an instant/],
      ]
      for (const [path, fields, field, message] of cases) {
        await boss.get(`/manage/${path}`)
        const answer = await boss.submit(`/manage/${path}`, fields)
        assert.equal(answer.status, 400, path)
        const all = answer.elements()
        const error = all.find(({ attrs }) => attrs.id === 'error')
        assert.match(error?.text ?? '', message)
        const invalid = all.filter(({ attrs }) => attrs['aria-invalid'] === 'true')
        assert.deepEqual(
          invalid.map(({ attrs }) => attrs.name),
          [field],
          path,
        )
        assert.match(invalid[0]?.attrs['aria-describedby'] ?? '', /^error/)
        for (const [name, value] of Object.entries(fields)) {
          const input = answer.elements('input').find(({ attrs }) => attrs.name === name)
          const choice = all.find(
            ({ name: tag, attrs }) =>
              (tag === 'option' && 'selected' in attrs) || (tag === 'input' && 'checked' in attrs),
          )
          if (input !== undefined && input.attrs.type !== 'radio') {
            assert.equal(input.attrs.value, value, `${path} ${name}`)
          } else if (name === 'status') assert.equal(choice?.attrs.value, value)
        }
      }
    })
  }

  test('the license is set, and each token says whether it passes', async () => {
    const set = async (fields: Record<string, string>): Promise<WebAnswer> => {
      await boss.get('/manage/license')
      const answer = await boss.submit('/manage/license', fields)
      assert.equal(answer.location, '/manage/license?done=set')
      return boss.get('/manage/license')
    }
    const stateOf = async (name: string): Promise<string> =>
      rowsOf(await boss.get('/manage/tokens')).find((row) => row.startsWith(name)) ?? ''

    await server.createToken('made-active')
    assert.match(text(await set({ status: 'inactive' })), /State\s*Inactive/)
    await boss.get('/manage/tokens/new')
    const fields = {
      name: 'made-inactive',
      days: '1',
      owner: 'boss',
      kind: 'api',
      rights: 'change',
    }
    const created = await boss.submit('/manage/tokens/new', fields)
    assert.match(text(created), /It will answer 402 for now\. This API token was created while/)
    const ends = new Date(server.clock().getTime() + 3 * dayMs + 60_000)
    const trial = await set({ status: 'trial', trialEnds: ends.toISOString().slice(0, 16) })
    assert.match(text(trial), /Trial ends\s*\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    await server.createToken('made-in-trial', { lifetimeMs: 30 * dayMs })
    assert.match(await stateOf('made-active'), /Not used yet/)
    assert.match(await stateOf('made-inactive'), /Refused402: .*Activate the license/s)
    assert.match(await stateOf('made-in-trial'), /Not used yet/)
    await set({ status: 'renewal-pending' })
    for (const name of ['made-active', 'made-inactive', 'made-in-trial']) {
      assert.match(await stateOf(name), /Refused402: .*renewal of the license is pending/s, name)
    }
    const ill = await boss.get('/manage/health')
    assert.match(text(ill), /Check\s*License\s*Its state is renewal-pending\..*Set it/)
    assert.match(text(ill), /OK\s*Store\s*It answers, and what is written is kept\./)
    assert.match(text(ill), /OK\s*Durability\s*\w/)
    await set({ status: 'active', trialEnds: '2020-01-01T00:00' })
    const well = text(await boss.get('/manage/health'))
    assert.match(well, /OK\s*License\s*Its state is active\./)
    assert.match(well, /The store takes \d+\.\d MiB\./)
    assert.match(await stateOf('made-active'), /Not used yet/)
  })

  test('a user is added, chooses a password, and has the access that was given', async () => {
    await boss.get('/manage/users/new')
    const added = await boss.submit('/manage/users/new', { name: 'mia', email: 'mia@example.org' })
    assert.equal(added.status, 201)
    const link = contentOf(added, 'link') ?? ''
    assert.ok(link.startsWith(`${server.url}/choose-password/`))
    const id = await userId('mia')
    const page = `/manage/users/${id}`
    assert.match(text(await boss.get(page)), /No password yet.*mia@example\.org.*No space yet/s)

    const mia = webClient(server.url)
    await mia.get(link)
    const password = 'chosen by mia herself'
    assert.equal((await mia.submit(link, { password, repeated: password })).status, 303)
    assert.equal((await mia.signIn('mia', password)).status, 303)
    const space = `/wiki/spaces/DOCS/pages/${server.space.homepageId}`
    assert.equal((await mia.get(space)).status, 404)

    await boss.get(page)
    const given = await boss.submit(`${page}/grant`, { spaceId: server.space.id, access: 'read' })
    assert.match(text(await boss.get(given.location ?? '')), /Access is given.*Space DOCS/s)
    assert.equal((await mia.get(space)).status, 200)
    const wrong = await boss.submit(`${page}/grant`, { spaceId: '1', access: 'read' })
    assert.equal(wrong.status, 400)
    assert.match(text(wrong), /spaceId must be that of a space/)
    await boss.submit(`${page}/revoke`, { spaceId: server.space.id })
    assert.equal((await mia.get(space)).status, 404)
    assert.equal((await boss.submit(`${page}/revoke`, { spaceId: server.space.id })).status, 400)
    assert.equal((await boss.submit('/manage/users/1/link')).status, 404)
  })

  test('a user is disabled and enabled again, with a new link if need be', async () => {
    const user = await server.createUser('leaver')
    const { token } = await server.createToken('of-leaver', { owner: 'leaver' })
    const leaver = await signedIn('leaver')
    const page = `/manage/users/${user.id}`
    assert.match(text(await boss.get(`${page}/disable`)), /Disable leaver\?/)
    const disabled = await boss.submit(`${page}/disable`)
    assert.match(
      text(await boss.get(disabled.location ?? '')),
      /The user is disabled.*Disabled on/s,
    )
    assert.equal((await leaver.get('/manage/tokens')).status, 303)
    assert.equal((await server.post({}, { authorization: `Bearer ${token}` })).status, 401)
    assert.equal((await boss.submit(`${page}/disable`)).status, 400)
    const enabled = await boss.submit(`${page}/enable`)
    assert.match(text(await boss.get(enabled.location ?? '')), /The user is enabled/)
    assert.equal((await server.post({}, { authorization: `Bearer ${token}` })).status, 404)
    await boss.get(page)
    const made = await boss.submit(`${page}/link`)
    const link = contentOf(made, 'link') ?? ''
    const again = await signedIn('leaver')
    const other = webClient(server.url)
    await other.get(link)
    const password = 'another long password'
    await other.submit(link, { password, repeated: password })
    assert.equal((await again.get('/manage/tokens')).status, 303)
    await signedIn('leaver', password)
  })

  test('a user gets another name, address and role, which counts at once', async () => {
    const user = await server.createUser('plainly')
    await server.createUser('taken')
    const { token } = await server.createToken('of-plainly', { owner: 'plainly' })
    const imports = async (): Promise<number> =>
      (await server.post({ overwrite: true }, { authorization: `Bearer ${token}` })).status
    const visitor = await signedIn('plainly')
    const path = `/manage/users/${user.id}/change`
    const change = async (fields: Record<string, string>): Promise<WebAnswer> => {
      await boss.get(path)
      return boss.submit(path, { name: 'plainly', email: 'a@example.com', ...fields })
    }
    assert.equal((await visitor.get('/manage/users')).status, 404)
    assert.equal(await imports(), 404)
    const promoted = await change({ isAdministrator: 'yes', name: 'Plainly Named' })
    const shown = text(await boss.get(promoted.location ?? ''))
    assert.match(shown, /Plainly Named.*The user is changed.*Administrator.*a@example\.com/s)
    assert.equal((await visitor.get('/manage/users')).status, 200)
    assert.ok([200, 201].includes(await imports()))
    assert.equal((await change({})).status, 303)
    assert.equal((await visitor.get('/manage/users')).status, 404)
    assert.equal(await imports(), 404)
    const clash = await change({ name: 'TAKEN' })
    assert.equal(clash.status, 400)
    assert.match(text(clash), /There is already a user/)
    assert.match(text(await change({ email: 'x' })), /email must read name@host/)
    assert.match(
      text(await boss.get('/manage/audit?action=user-change')),
      /user-change.*wasAdministrator=true.*isAdministrator=true/s,
    )
  })

  test('the settings of a space have its name, and what imports do with edits', async () => {
    const path = '/manage/spaces/DOCS/settings'
    const chosen = async (): Promise<(string | undefined)[]> => {
      const page = await boss.get(path)
      const name = page.elements('input').find(({ attrs }) => attrs.name === 'name')
      const edits = page.elements('option').find(({ attrs }) => 'selected' in attrs)
      return [name?.attrs.value, edits?.attrs.value]
    }
    const [name = ''] = await chosen()
    assert.deepEqual(await chosen(), [name, 'overwrite-imported'])
    for (const fields of [
      { name, edits: 'other' },
      { name: ' ', edits: 'refuse' },
    ]) {
      assert.equal((await boss.submit(path, fields)).status, 400)
    }
    assert.deepEqual(await chosen(), [name, 'overwrite-imported'])
    const { location } = await boss.submit(path, { name: 'The docs', edits: 'keep-theirs' })
    assert.equal(location, '/manage/spaces?done=changed')
    assert.deepEqual(await chosen(), ['The docs', 'keep-theirs'])
    const { html } = await boss.get('/manage/audit')
    assert.match(html, /edits=keep-theirs/)
    await boss.submit(path, { name, edits: 'overwrite-imported' })
  })

  test('a space is created, and its ids can be copied', async () => {
    await boss.get('/manage/spaces/new')
    const created = await boss.submit('/manage/spaces/new', { key: 'TEAM', name: 'The team' })
    const list = await boss.get(created.location ?? '')
    const [space] = await server.database.read<{ id: number; homepage_id: number }>(
      sql`select id, homepage_id from spaces where key = 'TEAM'`,
    )
    assert.equal(contentOf(list, `key-${space?.id}`), 'TEAM')
    assert.equal(contentOf(list, `id-${space?.id}`), String(space?.id))
    assert.equal(contentOf(list, `homepage-${space?.id}`), String(space?.homepage_id))
    const buttons = list.elements('button').filter(({ attrs }) => 'data-copy' in attrs)
    assert.ok(buttons.length >= 3)
    for (const { attrs } of buttons) assert.ok('hidden' in attrs)
  })

  test('the audit records say who did what and from where, narrowed as chosen', async () => {
    const name = '<b>"Zoë" & \'co\'</b>'
    await boss.get('/manage/users/new')
    await boss.submit('/manage/users/new', { name, email: '' })
    const cellsOf = (answer: WebAnswer): string[] => answer.elements('td').map((one) => one.text)
    const newest = await boss.get('/manage/audit?action=user-create')
    assert.deepEqual(cellsOf(newest).slice(0, 4), ['boss', 'user-create', name, '127.0.0.1'])
    assert.match(cellsOf(newest)[4] ?? '', /^userId=\d+ isAdministrator=false$/)
    const { grant, space } = server
    const granted = await server.createUser('granted much')
    for (let index = 0; index < 110; index += 1) {
      await grant(granted, space, index % 2 === 0 ? 'read' : 'write')
    }
    const first = await boss.get('/manage/audit?actor=TEST&action=')
    assert.match(text(first), /No record fits/)
    const part = await boss.get('/manage/audit?actor=test')
    assert.equal(rowsOf(part).length, 51)
    const older = part.elements('a').find((link) => link.text === 'Older')?.attrs.href ?? ''
    const next = await boss.get(older)
    assert.ok(cellsOf(next).length > 0)
    const times = (answer: WebAnswer): string[] =>
      answer.elements('time').map(({ attrs }) => attrs.datetime ?? '')
    assert.ok((times(next)[0] ?? '') <= (times(part).at(-1) ?? ''))
    assert.ok(next.elements('a').some((link) => link.text === 'Newest'))
    const today = server.clock().toISOString().slice(0, 10)
    const days = `from=${today}&to=${today}`
    assert.equal(rowsOf(await boss.get(`/manage/audit?${days}`)).length, 51)
    for (const none of ['from=2001-01-01&to=2001-01-02', 'to=2001-01-01', 'from=2999-01-01']) {
      assert.match(text(await boss.get(`/manage/audit?${none}`)), /No record fits/)
    }
    assert.equal((await boss.get('/manage/audit?before=x&from=x&action=x&actor=%00')).status, 200)
  })

  test('a form that outlived its session does nothing before signing in again', async () => {
    await server.createUser('late', { isAdministrator: true })
    const late = await signedIn('late')
    await late.get('/manage/spaces/new')
    const fields = { key: 'LATE', name: 'Typed <with> "care"' }
    server.advanceClock(9 * 60 * 60 * 1000)
    const ended = await late.submit('/manage/spaces/new', fields)
    assert.equal(ended.status, 403)
    assert.match(text(ended), /Your session has ended, so nothing was done/)
    // In another tab; the first one still has the form.
    await late.signIn('late', userPassword)
    const sent = await late.submit('/manage/spaces/new', fields)
    assert.equal(sent.location, '/manage/spaces?done=created')
    assert.match(text(await late.get('/manage/spaces')), /Typed <with> "care"/)
    boss = await signedIn('boss')
  })

  test('the history shows what was asked and what came of it, narrowed as chosen', async () => {
    const { space, createToken, createUser, grant, post } = server
    const other = await server.createSpace('OTHER')
    const user = await createUser('importer')
    await grant(user, space, 'write')
    await grant(user, other, 'write')
    const { id, token } = await createToken('of-importer', { owner: 'importer' })
    const as = { authorization: `Bearer ${token}` }
    for (let index = 0; index < 26; index += 1) {
      await post({ pageTitle: `Many ${index}`, overwrite: true }, as)
    }
    await post({ pageTitle: 'Warned', content: '<video src="x"></video>' }, as)
    await post({ pageTitle: 'Elsewhere', spaceId: 'OTHER', parentId: other.homepageId }, as)
    await post({ pageTitle: 'Lost', parentId: '1' }, as)
    const { json } = await post({ pageTitle: 'Of another' })

    const visitor = await signedIn('importer')
    const titles = (answer: WebAnswer): string[] =>
      answer
        .elements('span')
        .filter(({ attrs }) => attrs.class === 'import-title')
        .map(({ text: title }) => title)
    const list = async (query: string): Promise<WebAnswer> =>
      visitor.get(`/manage/imports?${query}`)
    // Refusals are recorded after their answer.
    let first = await list('')
    await waitUntil('the refusal is recorded', async () => {
      first = await list('')
      return titles(first).includes('Lost')
    })
    assert.equal(titles(first).length, 25)
    assert.deepEqual(titles(first).slice(0, 3), ['Lost', 'Elsewhere', 'Warned'])
    assert.match(text(first), /Line 1, changed: The wiki has no <video>/)
    assert.match(text(first), /importer, by the token of-importer/)
    const older = first.elements('a').find(({ text: label }) => label === 'Older')?.attrs.href ?? ''
    assert.deepEqual(titles(await visitor.get(older)), ['Many 3', 'Many 2', 'Many 1', 'Many 0'])

    assert.deepEqual(titles(await list(`space=${other.id}`)), ['Elsewhere'])
    assert.deepEqual(titles(await list('result=failed')), ['Lost'])
    assert.deepEqual(titles(await list('result=not-found')), ['Lost'])
    assert.equal(titles(await list('result=succeeded')).length, 25)
    assert.equal(titles(await list(`token=${id}`)).length, 25)
    for (const none of ['token=1', 'token=x', 'space=x', "result=%00'", 'result=updated']) {
      assert.match(text(await list(none)), /No import fits/, none)
    }
    const today = server.clock().toISOString().slice(0, 10)
    assert.equal(titles(await list(`from=${today}&to=${today}`)).length, 25)
    const yesterday = new Date(server.clock().getTime() - dayMs).toISOString().slice(0, 10)
    assert.equal(titles(await list(`to=${yesterday}`)).length, 0)
    assert.equal(titles(await list('from=2026-99-99&after=x')).length, 25)

    const link = (await boss.get('/manage/imports')).elements('a')
    assert.ok(link.some(({ attrs }) => json.page.url.endsWith(attrs.href)))
    assert.equal(titles(first).includes('Of another'), false)
    assert.equal((await visitor.get(`/manage/imports?token=${json.page.id}`)).status, 200)
  })

  test('users make, see and end host tokens of their own; administrators see all', async () => {
    const { space } = server
    await server.grant(await server.createUser('lector'), space, 'read')
    await server.createUser('nosy')
    const lector = await signedIn('lector')
    const form = '/manage/tokens/new'
    await lector.get(form)
    const shown = await lector.submit(form, {
      kind: 'host',
      rights: 'change',
      name: 'of-lector',
      days: '7',
      spaces: space.key,
    })
    const token = contentOf(shown, 'token') ?? ''
    assert.match(token, /^mph_/)
    assert.ok(contentOf(shown, 'curl')?.includes(token))
    const spaces = async (): Promise<number> => {
      const authorization = `Bearer ${token}`
      const url = `${server.url}/wiki/api/v2/spaces`
      return (await fetch(url, { headers: { authorization } })).status
    }
    const row = /^of-lectorHost, reads onlyNot used yetDOCS/
    const rowIn = async (visitor: WebClient): Promise<string> =>
      rowsOf(await visitor.get('/manage/tokens')).find((one) => one.includes('of-lector')) ?? ''
    for (const visitor of [lector, boss]) assert.match(await rowIn(visitor), row)
    assert.equal(await spaces(), 200)
    const nosy = await signedIn('nosy')
    assert.equal(await rowIn(nosy), '')
    const [{ id } = { id: '' }] = await listTokens(server.database, { kind: 'host' })
    assert.equal((await lector.get(`/manage/tokens/${id}/renew`)).status, 404)
    assert.equal((await nosy.submit(`/manage/tokens/${id}/delete`)).status, 404)
    await lector.get(`/manage/tokens/${id}/delete`)
    assert.equal((await lector.submit(`/manage/tokens/${id}/delete`)).status, 303)
    assert.equal(await spaces(), 401)
  })

  test('tells why an import was refused, and what was sent, whatever was wrong with it', async () => {
    const { space } = server
    await server.grant(await server.createUser('refused'), space, 'write')
    const { token } = await server.createToken('of-refused', { owner: 'refused' })
    const as = { authorization: `Bearer ${token}` }
    const visitor = await signedIn('refused')
    const entries = async (count: number): Promise<string[]> => {
      let failed: string[] = []
      await waitUntil(`${count} refusals are recorded`, async () => {
        const page = await visitor.get('/manage/imports')
        const entries = page.elements('li').map(({ text: entry }) => entry)
        failed = entries.filter((entry) => entry.includes('Request') && entry.includes('Error: '))
        return failed.length >= count
      })
      return failed
    }
    const place = { spaceId: 'Nowhere', parentId: '4711' }
    const refusals: [fields: Record<string, unknown>, title: string, rest?: string][] = [
      [{ ...place, pageTitle: 'Of numbers', overwrite: 'yes' }, 'Of numbers'],
      [{ ...place, pageTitle: 'Labelled', labels: 7 }, 'Labelled'],
      [{ ...place, pageTitle: 5 }, '5'],
      [{ ...place, pageTitle: 'x'.repeat(400) }, `${'x'.repeat(255)}\n`],
      [{ ...place, pageTitle: 'A\0B\uD800' }, 'A\uFFFDB\uFFFD'],
      [{ ...place, pageTitle: undefined }, 'Title not sent'],
      [{ ...place, pageTitle: 'Not there' }, 'Not there'],
      [{ spaceId: undefined, parentId: undefined, pageTitle: 'Alone' }, 'Alone', 'Spacenot sent'],
    ]
    for (const [index, [fields, title, rest]] of refusals.entries()) {
      const { json } = await server.post(fields, as)
      const [newest = ''] = await entries(index + 1)
      assert.ok(newest.startsWith(title), newest)
      assert.ok(newest.includes(json.body), newest)
      const shown = rest ?? 'SpaceNowhere (refused) Parent page4711'
      assert.ok(newest.replaceAll(/\s+/g, ' ').replaceAll(': ', '').includes(shown), newest)
    }
    const twice = `{"spaceId":"DOCS","parentId":"1","pageTitle":"Twice","pageTitle":"Again"}`
    const { json } = await send(server.endpoint, twice, as)
    assert.ok((await entries(9))[0]?.includes(json.body))
    await server.post({ pageTitle: 'There' }, as)
    const again = await server.post({ pageTitle: 'There' }, as)
    assert.equal(again.json.key, 'already-exists')
    assert.ok((await entries(10))[0]?.includes(again.json.body))
  })

  test('the imports of a run are one thing to look at, and what failed is seen first', async () => {
    const user = await server.createUser('runner')
    await server.grant(user, server.space, 'write')
    const { token } = await server.createToken('of-runner', { owner: 'runner' })
    const as = { authorization: `Bearer ${token}`, 'markport-run': 'run-1' }
    await server.post({ pageTitle: 'Nowhere', parentId: '1' }, as)
    for (let index = 0; index < 30; index += 1) await server.post({ pageTitle: `Of ${index}` }, as)
    const lossy = { pageTitle: 'Lossy', content: '![x](missing.png)' }
    await server.post(lossy, as)
    await server.post({ pageTitle: 'Alone' }, { authorization: `Bearer ${token}` })
    await server.post({ pageTitle: 'Another run' }, { ...as, 'markport-run': 'run-2' })
    const visitor = await signedIn('runner')
    const titles = (answer: WebAnswer): string[] =>
      answer
        .elements('span')
        .filter(({ attrs }) => attrs.class === 'import-title')
        .map(({ text: title }) => title)
    const list = (query: string): Promise<WebAnswer> => visitor.get(`/manage/imports?${query}`)
    let first = await list('')
    await waitUntil('the refusal is recorded', async () => {
      first = await list('')
      return titles(first).includes('Nowhere')
    })
    assert.deepEqual(titles(first).slice(0, 5), [
      '1 page to DOCS',
      'Another run',
      'Alone',
      '32 pages to DOCS',
      'Nowhere',
    ])
    assert.equal(titles(first)[5], 'Lossy')
    assert.equal(titles(first).length, 4 + 8)
    assert.match(text(first), /1 failed.*31 new, 1 failed, 1 with something lost · runner/s)
    const found = await list('result=failed')
    assert.deepEqual(titles(found), ['32 pages to DOCS', ...titles(first).slice(4)])
    const links = found.elements('a').map(({ attrs }) => attrs.href ?? '')
    const all = links.filter((href) => href.includes('run=run-1'))
    assert.deepEqual(titles(await visitor.get(all.find((one) => one.includes('failed')) ?? '')), [
      'Nowhere',
    ])
    assert.deepEqual(titles(await visitor.get(all.find((one) => one.includes('lossy')) ?? '')), [
      'Lossy',
    ])
    const whole = all.find((one) => !one.includes('result')) ?? ''
    assert.equal(titles(await visitor.get(whole)).length, 25)
    await server.post({ pageTitle: 'Late' }, as)
    const [place] = await server.database.read<{ started_at: number; id: number }>(
      sql`select started_at, id from imports where page_title = 'Another run'`,
    )
    assert.deepEqual(titles(await list(`after=${place?.started_at}-${place?.id}`)), ['Alone'])
    assert.equal(titles(await list(''))[0], '33 pages to DOCS')
    await server.createUser('plain')
    assert.deepEqual(titles(await (await signedIn('plain')).get(whole)), [])
    assert.equal(titles(await boss.get(whole)).length, 25)
  })

  if (engine === 'sqlite') {
    test('hostile names stay text wherever they are shown', async () => {
      const printable = somePayloads.map((payload) => payload.replace(/[\u0000-\u001f]/g, ' '))
      const names = [...new Set(printable)]
      const checkPage = (answer: WebAnswer, ...shown: string[]): void => {
        for (const { name, attrs } of answer.elements()) {
          assert.doesNotMatch(name, /^(?:style|iframe|object|embed|base|math|img|animate|body-x)$/)
          if (name === 'script') assert.match(attrs.src ?? '', /^\/assets\//)
          if (name === 'meta') assert.equal(attrs['http-equiv'], undefined)
          if (name === 'form') assert.match(attrs.action ?? '/', /^\//)
          for (const [attribute, value] of Object.entries(attrs)) {
            assert.doesNotMatch(attribute, /^on|^style$/)
            if (attribute === 'href') assert.doesNotMatch(value, /^\s*javascript:/i)
          }
        }
        const elements = answer.elements()
        for (const name of shown) {
          const isSeen = elements.some(
            ({ text: inner, attrs }) => inner.includes(name) || attrs.value === name,
          )
          assert.ok(isSeen, `${name} is not shown`)
        }
      }
      const { token } = await server.createToken('of-hostile')
      const as = { authorization: `Bearer ${token}` }
      for (const [index, name] of names.entries()) {
        await boss.get('/manage/users/new')
        const added = await boss.submit('/manage/users/new', { name, email: name })
        checkPage(added, name)
        await boss.submit('/manage/spaces/new', { key: `X${index}`, name: name.slice(0, 200) })
        checkPage(await boss.submit('/manage/spaces/new', { key: name, name }), name)
        checkPage(await boss.submit('/manage/tokens/new', { name, days: name, owner: name }), name)
        const made = await boss.submit('/manage/users/new', { name })
        assert.equal(made.status, 201)
        checkPage(made, name)
        const id = await userId(name.normalize('NFC'))
        checkPage(await boss.get(`/manage/users/${id}`), name)
        checkPage(await boss.get(`/manage/users/${id}/disable`), name)
        assert.equal((await server.post({ pageTitle: name }, as)).status, 201)
      }
      for (const path of ['/manage/users', '/manage/spaces', '/manage/imports']) {
        const shown = path === '/manage/imports' ? names.slice(-20) : names
        const unseen = new Set(shown)
        for (let next: string | undefined = path; next !== undefined; ) {
          const page: WebAnswer = await boss.get(next)
          const texts = page.elements().map(({ text: inner }) => inner)
          const here = shown.filter((name) => texts.some((inner) => inner.includes(name)))
          checkPage(page, ...here)
          for (const name of here) unseen.delete(name)
          next = page.elements().find(({ attrs }) => attrs.rel === 'next')?.attrs.href
        }
        assert.deepEqual([...unseen], [], path)
      }
    })
  }
})
