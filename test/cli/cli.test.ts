/** The commands, in words and as JSON, on both engines, beside a server of its own process. @module */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { startOpenIdService } from '../support/service/openid-service.ts'
import { type CliRun, callCli, runCli } from '../support/service/run-cli.ts'
import { type ServiceProcess, startService } from '../support/service/service-process.ts'
import { send, type TestAnswer } from '../support/service/test-server.ts'
import { createTestStore, type EngineName } from '../support/store/test-engines.ts'

let folder: string
before(() => {
  folder = temporaryFolder()
})

function assertFails(run: CliRun, code: number, message: RegExp): void {
  assert.equal(run.code, code, run.stderr)
  assert.match(run.stderr, message)
  assert.equal(run.stdout, '')
}

for (const engine of ['sqlite', 'postgres'] satisfies EngineName[]) {
  describe(`on ${engine}, with a server running`, () => {
    let place: string[]
    let remove: () => Promise<void>
    let service: ServiceProcess
    const json = async (...args: string[]) => {
      const run = await callCli([...args, ...place, '--json'])
      assert.equal(run.code, 0, run.stderr)
      return JSON.parse(run.stdout)
    }
    const post = (token: string, fields: object): Promise<TestAnswer> =>
      send(service.endpoint, JSON.stringify(fields), { authorization: `Bearer ${token}` })

    before(async () => {
      const store = await createTestStore(engine)
      remove = store.remove
      place =
        'databaseUrl' in store.options
          ? ['--database-url', store.options.databaseUrl]
          : ['--data', store.options.dataDirectory]
      service = await startService(store.options)
    })
    after(async () => {
      await service.end('SIGTERM')
      await remove()
      if (engine === 'postgres') await stopOwnCluster()
    })

    test('the way from a fresh store to a page, its versions, the trash and back', async () => {
      // There is no link without a terminal: the output may be a log.
      if (engine === 'sqlite') {
        const said = await service.errorMatch(/in:\n {2}.+\n"markport/)
        assert.doesNotMatch(said, /choose-password/)
        const file = /in:\n {2}(.+)\n/.exec(said)?.[1] ?? ''
        assert.equal(statSync(file).mode & 0o777, 0o600)
        const written = readFileSync(file, 'utf8')
        assert.match(written, /^http:\/\/127\.0\.0\.1:\d+\/choose-password\/[\w-]{43}\n$/)
        const form = await (await fetch(written.trim())).text()
        assert.match(form, /<h1>Choose a password<\/h1>/)
      } else await service.errorMatch(/"markport user link admin" prints a link/)
      const { passwordLink, ...rest } = await json('user', 'link', 'ADMIN')
      assert.deepEqual(rest, { name: 'admin' })
      assert.equal(new URL(passwordLink).origin, service.url)
      assert.equal((await fetch(passwordLink)).status, 200)
      const space = await json('space', 'create', 'DOCS', 'Product docs')
      assert.deepEqual(Object.keys(space), ['id', 'key', 'name', 'homepageId'])
      assert.deepEqual(await json('space', 'list'), [space])

      await json('user', 'add', 'mia', '--email', 'mia@example.org')
      const created = await json(
        'token',
        'create',
        'ci-docs',
        '--owner',
        'mia',
        '--expires-in',
        '7d',
      )
      assert.deepEqual(Object.keys(created), [
        'id',
        'name',
        'token',
        'owner',
        'createdAt',
        'expiresAt',
        'license',
        'spaces',
        'sources',
        'isCreateOnly',
        'isPreviewOnly',
      ])
      const fields = { spaceId: 'DOCS', parentId: space.homepageId, pageTitle: 'T', content: '# A' }
      assert.equal((await post(created.token, fields)).status, 404)
      await json('user', 'grant', 'mia', 'DOCS', 'write')
      const answer = await post(created.token, fields)
      assert.equal(answer.status, 201)

      const { id } = answer.json.page
      const shown = await json('page', 'show', id)
      assert.deepEqual(Object.keys(shown), [
        'id',
        'title',
        'spaceId',
        'parentId',
        'version',
        'status',
        'adf',
        'markdown',
      ])
      assert.equal(shown.markdown, '# A')
      assert.equal(shown.adf.type, 'doc')
      await post(created.token, { ...fields, content: '# B', overwrite: true })
      const older = await callCli([
        'page',
        'show',
        id,
        ...place,
        '--format',
        'html',
        '--version',
        '1',
      ])
      assert.equal(older.stdout, '<h1 id="h-a">A</h1>\n')
      const { storage } = await json('page', 'show', id, '--format', 'storage')
      assert.equal(storage, '<h1>B</h1>')

      assert.deepEqual(await json('page', 'trash', id), { id, pages: 1 })
      assert.equal((await json('page', 'show', id)).status, 'trashed')
      assert.deepEqual(await json('page', 'restore', id), { id, pages: 1 })

      const [listed] = await json('token', 'list')
      assert.equal(listed.token, undefined)
      assert.equal(listed.kind, 'api')
      assert.notEqual(listed.lastUsedAt, null)
      await json('user', 'revoke', 'mia', 'DOCS')
      assert.equal((await post(created.token, fields)).status, 404)
      await json('token', 'rotate-key')
      assert.equal((await post(created.token, fields)).status, 404)
      await json('token', 'delete', created.id)
      assert.equal((await post(created.token, fields)).status, 401)
      await json('user', 'disable', 'mia')
      const users = await json('user', 'list')
      assert.deepEqual(
        users.map((user: { name: string }) => user.name),
        ['admin', 'mia'],
      )
      assert.deepEqual(await json('user', 'enable', 'mia'), { name: 'mia' })
      const given = ['--name', 'Mia M', '--email', 'mia@example.com', '--admin', 'yes']
      const changed = await json('user', 'change', 'mia', ...given)
      assert.equal(changed.name, 'Mia M')
      assert.equal(changed.email, 'mia@example.com')
      assert.equal(changed.isAdministrator, true)
      const [{ action, detail }] = await json('audit')
      assert.equal(action, 'user-change')
      assert.deepEqual(detail, {
        userId: Number(changed.id),
        formerName: 'mia',
        changedEmail: true,
        isAdministrator: true,
      })
      const back = ['--name', 'mia', '--admin', 'no']
      assert.equal((await json('user', 'change', 'mia m', ...back)).isAdministrator, false)
    })

    test('the audit records, newest first, a part at a time, chosen by action and actor', async () => {
      await json('user', 'add', 'zoe')
      const [newest, ...others] = await json('audit')
      const { id, recordedAt, ...rest } = newest
      assert.match(id, /^\d+$/)
      assert.ok(Math.abs(Date.parse(recordedAt) - Date.now()) < 3_600_000)
      assert.deepEqual(
        { ...rest, detail: Object.keys(rest.detail) },
        {
          actor: 'command line',
          action: 'one-time-link-create',
          subject: 'zoe',
          address: 'command line',
          detail: ['userId'],
        },
      )
      assert.deepEqual(await json('audit', '--before', id, '--limit', '1'), others.slice(0, 1))
      const added = await json('audit', '--action', 'user-create', '--actor', 'Command line')
      assert.deepEqual(added, [])
      const byCommand = await json('audit', '--action', 'user-create', '--actor', 'command line')
      assert.equal(byCommand[0].subject, 'zoe')
      const { stdout } = await callCli(['audit', ...place, '--limit', '1'])
      assert.match(
        stdout,
        /^ID +WHEN +WHO +ACTION +SUBJECT +FROM +DETAIL\n\d+ .* UTC {2}command line/,
      )
      assertFails(
        await callCli(['audit', ...place, '--limit', '0']),
        2,
        /use a whole number from 1/,
      )
      assertFails(await callCli(['audit', ...place, '--action', 'x']), 2, /Allowed choices are/)
    })

    test('groups, their members, and what they may do', async () => {
      const { id, ...made } = await json('group', 'create', 'crew')
      assert.deepEqual(made, { name: 'crew', members: 0, grants: [] })
      await json('user', 'add', 'ben')
      assert.deepEqual(await json('group', 'add', 'crew', 'ben'), { name: 'crew', user: 'ben' })
      const given = { name: 'crew', key: 'DOCS', access: 'write' }
      assert.deepEqual(await json('group', 'grant', 'crew', 'DOCS', 'write'), given)
      const [everybody, ...others] = await json('group', 'list')
      assert.deepEqual([everybody.id, everybody.name, everybody.grants], ['0', 'everybody', []])
      const grants = [{ space: 'DOCS', access: 'write' }]
      assert.deepEqual(others, [{ id, name: 'crew', members: 1, grants }])
      const { stdout } = await callCli(['group', 'list', ...place])
      assert.match(stdout, /^crew +1 +DOCS:write$/m)
      await json('group', 'revoke', 'crew', 'DOCS')
      await json('group', 'remove', 'crew', 'ben')
      const failures: [string[], RegExp][] = [
        [['revoke', 'crew', 'DOCS'], /DOCS|access/],
        [['remove', 'crew', 'ben'], /ben|group/],
        [['create', 'CREW'], /already a group named CREW/],
        [['delete', 'everybody'], /group/],
        [['add', 'nobodies', 'ben'], /There is no group nobodies\./],
        [['grant', 'crew', 'NOPE', 'read'], /There is no space NOPE\./],
      ]
      for (const [args, message] of failures) {
        assertFails(await callCli(['group', ...args, ...place]), 1, message)
      }
      assert.deepEqual(await json('group', 'delete', 'crew'), { name: 'crew' })
      assert.equal((await json('group', 'list')).length, 1)
    })

    test('the license, and what it means for tokens', async () => {
      assert.deepEqual(await json('license', 'show'), { status: 'active', trialEnds: null })
      const trialEnds = '2099-01-01T00:00:00.000Z'
      const trial = await json('license', 'set', 'trial', '--trial-ends', trialEnds)
      assert.deepEqual(trial, { status: 'trial', trialEnds })
      await json('license', 'set', 'inactive')
      const run = await callCli(['token', 'create', 'lapsed', ...place, '--json'])
      assert.equal(run.code, 0)
      assert.match(run.stderr, /402/)
      const { token } = JSON.parse(run.stdout)
      assert.equal((await post(token, {})).status, 402)
      await json('license', 'set', 'active')
    })

    test('a token for some spaces is listed as such', async () => {
      await json('space', 'create', 'WIDE', 'Wide')
      await json('space', 'create', 'NARROW', 'Narrow')
      const scope = ['--space', 'narrow', '--space', 'WIDE', '--create-only']
      const { id, spaces, isCreateOnly } = await json('token', 'create', 'narrow', ...scope)
      assert.deepEqual([spaces, isCreateOnly], [['NARROW', 'WIDE'], true])
      const listed = (await json('token', 'list')).filter(
        (token: { id: string }) => token.id === id,
      )
      assert.deepEqual(
        listed.map(({ isExpiringSoon }: { isExpiringSoon: boolean }) => isExpiringSoon),
        [false],
      )
      const { stdout } = await callCli(['token', 'list', ...place])
      assert.match(stdout, /narrow +api +\w+ +admin +NARROW,WIDE \(create only\) /)
    })

    test('a host token opens the wiki’s API and not the import', async () => {
      const { token } = await json('token', 'create', 'reader', '--host')
      assert.match(token, /^mph_/)
      assert.equal((await post(token, {})).status, 401)
      const spaces = await fetch(`${service.url}/wiki/api/v2/spaces`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(spaces.status, 200)
      const narrow = ['narrow-reader', '--host', '--space', 'narrow']
      const { spaces: keys } = await json('token', 'create', ...narrow)
      assert.deepEqual(keys, ['NARROW'])
      const { stdout } = await callCli(['token', 'list', ...place])
      assert.match(stdout, /narrow-reader +host +active +admin +NARROW /)
    })

    test('failures of commands are worded, and end with 1; values that cannot be, with 2', async () => {
      const [secret, words] = [join(folder, 'webhook-secret'), join(folder, 'no-secret')]
      writeFileSync(secret, randomBytes(32).toString('base64'))
      writeFileSync(words, 'words')
      const cases: readonly [code: number, args: string[], message: RegExp][] = [
        [1, ['page', 'show', '999999'], /There is no page 999999\./],
        [1, ['page', 'trash', 'abc'], /There is no current page abc\./],
        [2, ['space', 'create', '1X', 'n'], /key must be a letter/],
        [2, ['token', 'create', 'ab'], /3 to 50/],
        [1, ['token', 'create', 'good', '--owner', 'nobody'], /nobody/],
        [2, ['token', 'create', 'good', '--expires-in', '400d'], /365/],
        [
          2,
          ['token', 'create', 'good', '--space', 'NOPE'],
          /NOPE is no space that admin may write/,
        ],
        [1, ['token', 'delete', '999999'], /There is no token with this id\./],
        [1, ['space', 'rename', 'NOPE', 'New'], /There is no space NOPE\./],
        [2, ['webhook', 'add', 'DOCS', 'x', '--secret-file', secret], /must begin with https/],
        [
          2,
          ['webhook', 'add', 'DOCS', 'https://a.example', '--secret-file', words],
          /must hold whsec_/,
        ],
        [
          2,
          ['webhook', 'add', '*', 'https://10.0.0.1', '--secret-file', secret],
          /private network: --allow-private/,
        ],
        [1, ['user', 'grant', 'nobody', 'DOCS', 'read'], /There is no user nobody\./],
        [1, ['user', 'grant', 'admin', 'NOPE', 'read'], /There is no space NOPE\./],
        [1, ['user', 'disable', 'admin'], /administrator/],
        [1, ['user', 'change', 'admin', '--admin', 'no'], /This is the last administrator/],
        [2, ['user', 'change', 'admin', '--email', 'x'], /email must read name@host/],
        [1, ['user', 'change', 'nobody', '--admin', 'no'], /There is no user named nobody/],
        [2, ['user', 'change', 'admin'], /Say what changes/],
        [2, ['user', 'change', 'admin', '--admin', 'maybe'], /yes, no/],
        [1, ['user', 'link', 'nobody'], /There is no user nobody\./],
        [1, ['user', 'enable', 'admin'], /no disabled user/],
        [1, ['user', 'reset-second-factor', 'nobody'], /There is no user nobody\./],
        [1, ['user', 'reset-second-factor', 'admin'], /no second factor/],
        [2, ['license', 'set', 'trial'], /--trial-ends goes with trial/],
        [2, ['license', 'set', 'active', '--trial-ends', '2099-01-01'], /--trial-ends goes with/],
      ]
      for (const [code, args, message] of cases)
        assertFails(await callCli([...args, ...place]), code, message)
    })

    test('doctor finds nothing wrong', async () => {
      const { checks } = await json('doctor')
      assert.ok(checks.length >= 5)
      for (const { ok, detail, mend } of checks) assert.deepEqual([ok, mend], [true, null], detail)
    })
  })
}

test('commands in the wrong folder make no store, and say how to name the right one', async () => {
  const data = join(folder, 'mistyped')
  const commands = [
    ['space', 'list'],
    ['user', 'list'],
    ['token', 'list', '--json'],
    ['license', 'show'],
    ['audit'],
    ['space', 'create', 'DOCS', 'Docs'],
    ['token', 'create', 'ci-token', '--owner', 'admin'],
  ]
  for (const command of commands) {
    const run = await callCli([...command, '--data', data])
    assertFails(run, 1, /there is no store in the folder .*mistyped\. .*--data or --database-url/)
  }
  assert.equal(existsSync(data), false)
  const made = await callCli(['migrate', '--data', data])
  assert.match(made.stderr, /^Created a new store in the folder .*mistyped/m)
  assert.equal((await callCli(['space', 'list', '--data', data])).stderr, '')
})

describe('wrong use ends with 2 and says what is right', () => {
  const cases: readonly [args: string[], message: RegExp][] = [
    [[], /Usage: markport/],
    [['page', 'purge', '1'], /cannot be undone.*--yes/],
    [['page', 'purge', '1', '--yes', '--version', 'x'], /--version: got "x"/],
    [['trash', 'purge', 'DOCS'], /cannot be undone.*--yes/],
    [['space', 'delete', 'DOCS'], /cannot be undone.*--yes/],
    [['user', 'delete', 'mia'], /cannot be undone.*--yes/],
    [['fly'], /unknown command 'fly'/],
    [['serve', '--fly'], /unknown option '--fly'/],
    [['serve', '--listen', '8787'], /--listen: got "8787", but use host:port/],
    [['serve', '--listen', '0.0.0.0:0'], /others could read tokens.*--tls-cert.*--behind-proxy/],
    [['serve', '--tls-cert', 'x'], /--tls-cert and --tls-key go together/],
    [['serve', '--max-depth', '91'], /--max-depth: got "91", but use a whole number from 1 to 90/],
    [['serve', '--max-body', '8MB'], /--max-body: .*512KiB or 8MiB/],
    [['serve', '--conversion-timeout', '3'], /--conversion-timeout: .*1s, 30m, 12h or 7d/],
    [['serve', '--public-url', 'example.org'], /--public-url/],
    [['serve', '--readers', 'all'], /anyone or users/],
    [['serve', '--oidc-issuer', 'http://id.example.org'], /such as https:\/\/id\.example\.org/],
    [['serve', '--oidc-issuer', 'https://id.example.org'], /goes with --oidc-client-id/],
    [['serve', '--oidc-access', 'writers=DOCS'], /use rules such as writers=DOCS:write/],
    [['serve', '--password-sign-in', 'off'], /leaves no way in: give --oidc-issuer/],
    [['serve', '--oidc-client-secret', 'x'], /unknown option '--oidc-client-secret'/],
    [['space', 'create', 'KEY'], /missing required argument 'name'/],
    [['space', 'list', '--data', 'a', '--database-url', 'postgres://b/c'], /each name a store/],
    [['token', 'create', 'name', '--expires-in', 'soon'], /--expires-in: got "soon"/],
    [['token', 'create', 'name', '--host', '--create-only'], /--host goes without/],
    [['license', 'set', 'paid'], /Allowed choices are active, trial/],
    [['license', 'set', 'trial', '--trial-ends', 'tomorrow'], /--trial-ends/],
    [['convert', 'a.md', '--to', 'pdf'], /Allowed choices are adf/],
    [['page', 'show', '1', '--version', 'x'], /--version/],
    [['convert', '/nowhere.md'], /nowhere\.md is not there\./],
    [['convert', '/'], /\/ is a folder\./],
    [['import', 'docs', '--preview', 'a b'], /--preview .* is 1 to 64 of A-Z/],
    [['import', '--end-preview', '../x'], /--end-preview .* is 1 to 64 of A-Z/],
    [['verify', '/nowhere.db'], /nowhere\.db is not there\./],
  ]
  for (const [args, message] of cases) {
    test(args.join(' ') || 'no command', async () => assertFails(await callCli(args), 2, message))
  }

  test('the password in a database’s address is not repeated', async () => {
    const run = await callCli(['space', 'list', '--database-url', 'mysql://u:secret@h/d'])
    assertFails(run, 2, /--database-url: use postgres:/)
    assert.doesNotMatch(run.stderr, /secret/)
  })

  for (const attributes of ['standby', 'read-only', 'prefer-standby']) {
    test(`no command writes to a server of target_session_attrs=${attributes}`, async () => {
      const url = `postgres://u:secret@127.0.0.1:1/d?target_session_attrs=${attributes}`
      for (const command of [['serve'], ['space', 'list']]) {
        const run = await callCli([...command, '--database-url', url])
        assertFails(run, 2, /--database-url: use target_session_attrs=any, read-write or primary\./)
        assert.doesNotMatch(run.stderr, /secret/)
      }
    })
  }

  test('a bad variable is named', async () => {
    const run = await callCli(['serve'], { env: { MARKPORT_MAX_DEPTH: '0' } })
    assertFails(run, 2, /MARKPORT_MAX_DEPTH: got "0"/)
  })
})

describe('the program', () => {
  test('ends with the code of the command, and keeps results apart from the rest', async () => {
    const converted = await runCli(['convert', '-', '--to', 'text'], { input: '# Grüße\n' })
    assert.deepEqual(converted, { code: 0, stdout: 'Grüße\n', stderr: '' })
    assertFails(await runCli(['convert', '/nowhere.md']), 2, /is not there/)
  })

  test('works on the store that its variables name', async () => {
    const env = { MARKPORT_DATA: join(folder, 'program'), MARKPORT_JSON: 'true' }
    await callCli(['migrate'], { env })
    const created = await callCli(['space', 'create', 'DOCS', 'Docs'], { env })
    assert.equal(created.code, 0, created.stderr)
    const listed = await callCli(['space', 'list'], { env })
    assert.deepEqual(JSON.parse(listed.stdout), [JSON.parse(created.stdout)])
  })
})

test('a flag wins over its variable', async () => {
  const env = { MARKPORT_DATA: '/dev/null/x', MARKPORT_JSON: 'true' }
  await callCli(['migrate', '--data', join(folder, 'flag')])
  const run = await callCli(['space', 'list', '--data', join(folder, 'flag')], { env })
  assert.equal(run.code, 0, run.stderr)
  assert.equal(run.stdout, '[]\n')
})

test('a port in use is said, with the way out', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`
  const run = await callCli(['serve', '--listen', host, '--data', join(folder, 'second')])
  other.close()
  assertFails(run, 1, /is in use\. Choose another with --listen/)
})

describe('convert', () => {
  test('prints each format', async () => {
    const formats: readonly [string, RegExp][] = [
      ['adf', /^\{"version":1,"type":"doc"/],
      ['storage', /^<h1>Hi<\/h1>/],
      ['html', /^<h1 id="h-hi">Hi<\/h1>/],
      ['text', /^Hi\n/],
    ]
    for (const [format, expected] of formats) {
      const run = await callCli(['convert', '-', '--to', format], { input: '# Hi\n' })
      assert.equal(run.code, 0)
      assert.match(run.stdout, expected)
    }
  })

  test('prints warnings by file and line on stderr, beside the result for programs', async () => {
    const file = join(folder, 'warned.md')
    writeFileSync(file, 'a\n\n<!-- gone -->\n')
    const run = await callCli(['convert', file])
    assert.equal(run.code, 0)
    assert.equal(run.stderr, `${file}:3: note: The HTML comment was left out.\n`)
    const { stdout, stderr } = await callCli(['convert', file, '--to', 'text', '--json'])
    const { text, warnings } = JSON.parse(stdout)
    assert.deepEqual([text, stderr], ['a', ''])
    assert.deepEqual([warnings[0].line, warnings[0].severity], [3, 'note'])
  })

  test('refuses what it cannot convert', async () => {
    const latin = await callCli(['convert', '-'], { input: new Uint8Array([0x61, 0xff]) })
    assertFails(latin, 1, /-: this is not UTF-8 text/)
    const deep = await callCli(['convert', '-'], { input: `${'> '.repeat(91)}x` })
    assertFails(deep, 1, /nests 91 levels deep at line 1/)
    const long = `[${'*a*b'.repeat(700)}](/${'x'.repeat(50_000)})`
    assertFails(await callCli(['convert', '-'], { input: long }), 1, /becomes more than 67108864/)
  })
})

describe('doctor', () => {
  test('makes no store where there is none', async () => {
    const data = join(folder, 'absent')
    const run = await callCli(['doctor', '--data', data, '--json'])
    assert.equal(run.code, 0, run.stderr)
    assert.match(run.stdout, /is not there yet/)
  })

  test('says what is wrong, how to mend it, and ends with 1', async () => {
    const damaged = join(folder, 'damaged')
    await callCli(['migrate', '--data', damaged])
    writeFileSync(join(damaged, 'markport.db'), 'this is no database, whatever its name says')
    const run = await callCli(['doctor', '--data', damaged])
    assert.equal(run.code, 1)
    assert.match(run.stdout, /✗ store: .*\n {4}.*backup/)
    assert.match(run.stderr, /1 thing is wrong\./)
  })

  test('asks the OpenID provider, and says what it lacks', async () => {
    const service = await startOpenIdService()
    const { issuer } = service
    const doctor = (env: Record<string, string>) =>
      callCli(['doctor', '--data', join(folder, 'absent'), '--oidc-issuer', issuer], { env })
    const whole = {
      MARKPORT_OIDC_CLIENT_ID: 'markport',
      MARKPORT_OIDC_CLIENT_SECRET: 'hidden-secret',
    }
    const fine = await doctor(whole)
    assert.equal(fine.code, 0, fine.stdout)
    assert.match(fine.stdout, /✓ OpenID provider: http:\/\/127\.0\.0\.1:\d+ answers/)
    const nameless = await doctor({ MARKPORT_OIDC_CLIENT_SECRET: 'hidden-secret' })
    assert.match(nameless.stdout, /✗ configuration: --oidc-issuer goes with --oidc-client-id/)
    await service.stop()
    const away = await doctor(whole)
    assert.equal(away.code, 1)
    assert.match(away.stdout, /✗ OpenID provider: .*ECONNREFUSED.*\n {4}Check --oidc-issuer/)
    assert.doesNotMatch(fine.stdout + away.stdout + away.stderr, /hidden-secret/)
  })

  test('names a PostgreSQL that does not answer, without its password', async () => {
    const url = 'postgres://me:secret@127.0.0.1:1/none'
    const run = await callCli(['doctor', '--database-url', url, '--json'])
    assert.equal(run.code, 1)
    assert.match(run.stdout, /"name":"store","ok":false/)
    assert.doesNotMatch(run.stdout + run.stderr, /secret/)
  })
})

const withoutJson = ['mcp']

test('every command has help, and exact JSON for programs', async () => {
  const read: string[] = []
  await readHelp([])
  assert.ok(read.includes('space export') && read.includes('doctor'))

  async function readHelp(command: readonly string[]): Promise<void> {
    const name = command.join(' ')
    const help = await callCli([...command, '--help'])
    assert.equal(help.code, 0, name)
    assert.match(help.stdout, /^Usage: markport/)
    assert.doesNotMatch(help.stdout, /choices: |default: |display help/)
    assert.doesNotMatch(help.stdout, /^(?=.{81}).*\S \S/m)
    const [, list = ''] = /^Commands:\n((?: .*\n?)+)/m.exec(help.stdout) ?? []
    const parts = [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, word = '']) => word)
    if (parts.length === 0)
      assert.equal(/--json/.test(help.stdout), !withoutJson.includes(name), name)
    read.push(name)
    for (const part of parts) if (part !== 'help') await readHelp([...command, part])
  }
})
