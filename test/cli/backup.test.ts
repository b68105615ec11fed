/** Copies of a SQLite store: made while it serves, verified, brought back; and what never becomes one. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packVersions } from '../../src/wiki/store/pack-versions.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { copyByCommand, loadStore, pagesNotServed } from '../support/service/backup-trial.ts'
import { callCli, mainFile } from '../support/service/run-cli.ts'
import { send, serveStore, startTestServer, validImport } from '../support/service/test-server.ts'

let folder: string
let tokenBefore: string
before(() => {
  folder = temporaryFolder()
})

function place(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

describe('a copy made under constant imports', () => {
  test('is restored to a service that shows every page acknowledged before it', async () => {
    const dataDirectory = place('loaded')
    const store = await loadStore({ dataDirectory })
    await store.waitForMore(5)
    // Control: the database file without its log lacks acknowledged writes.
    const control = place('control')
    const early = [...store.acknowledged]
    copyFileSync(join(dataDirectory, 'markport.db'), join(control, 'markport.db'))

    await store.waitForMore(20)
    const promised = [...store.acknowledged]
    const file = join(folder, 'loaded.db')
    const printed = await copyByCommand(['--data', dataDirectory], file)
    assert.ok(store.acknowledged.length > promised.length, 'the load went on')
    await store.endLoad()
    await store.service.end('SIGTERM')
    await store.database.close()
    assert.ok((printed.pages as number) > promised.length)
    assert.equal(printed.spaces, 1)
    assert.equal(printed.tokens, 1)
    assert.equal(printed.bytes, statSync(file).size)
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const restored = place('restored')
    copyFileSync(file, join(restored, 'markport.db'))
    assert.deepEqual(await pagesNotServed({ dataDirectory: restored }, promised), [])
    const missing = await pagesNotServed({ dataDirectory: control }, early).catch(() => ['broken'])
    assert.notDeepEqual(missing, [])

    const bytes = readFileSync(file)
    for (const secret of store.signingSecrets) {
      assert.equal(bytes.includes(secret), false, 'a signing key in clear')
      assert.equal(bytes.includes(Buffer.from(secret, 'hex')), false)
      assert.equal(readFileSync(join(dataDirectory, 'markport.db')).includes(secret), true)
    }
    assert.equal(bytes.includes(store.token), false)
    tokenBefore = store.token
  })

  test('takes new API tokens once restored, and refuses those from before', async () => {
    const dataDirectory = join(folder, 'restored')
    const options = ['--data', dataDirectory, '--json']
    const made = JSON.parse((await callCli(['token', 'create', 'after', ...options])).stdout)
    const [space] = JSON.parse((await callCli(['space', 'list', ...options])).stdout)
    const service = await serveStore({ dataDirectory })
    const body = JSON.stringify(validImport({ space }))
    const post = (token: string) =>
      send(service.endpoint, body, { authorization: `Bearer ${token}` })
    assert.equal((await post(made.token)).status, 201)
    assert.equal((await post(tokenBefore)).status, 403)
    await service.stop()
    // Whoever looks is told which tokens are dead.
    const states = async (): Promise<Record<string, string>> => {
      const listed = JSON.parse((await callCli(['token', 'list', ...options])).stdout)
      return Object.fromEntries(listed.map((one: Record<string, string>) => [one.name, one.state]))
    }
    const before = Object.entries(await states())
    assert.ok(before.every(([name, state]) => state === (name === 'after' ? 'active' : 'refused')))
    const keysOf = async (): Promise<{ ok: boolean; detail: string }> => {
      const { checks } = JSON.parse((await callCli(['doctor', ...options])).stdout)
      return checks.find(({ name }: { name: string }) => name === 'signing keys')
    }
    const { ok, detail } = await keysOf()
    assert.equal(ok, false)
    assert.match(detail, /^1 key; \d+ tokens? that had not expired in the backup (is|are) refused$/)
    for (const { id, state } of JSON.parse((await callCli(['token', 'list', ...options])).stdout)) {
      if (state === 'refused') await callCli(['token', 'delete', id, ...options])
    }
    assert.ok(Object.values(await states()).every((state) => state === 'active'))
    assert.equal((await keysOf()).ok, true)
  })
})

describe('what is there stays', () => {
  let data: string[]
  before(async () => {
    data = ['--data', join(folder, 'small')]
    await callCli(['migrate', ...data])
    assert.equal((await callCli(['space', 'create', 'DOCS', 'Docs', ...data])).code, 0)
  })

  test('a file of the name is kept, unless it may be overwritten', async () => {
    const file = join(place('kept'), 'copy.db')
    writeFileSync(file, 'mine')
    const refused = await callCli(['backup', file, ...data])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /copy\.db is there already\..*--overwrite/)
    assert.equal(readFileSync(file, 'utf8'), 'mine')
    assert.equal((await callCli(['backup', file, '--overwrite', ...data])).code, 0)
    const run = await callCli(['verify', file])
    assert.equal(run.code, 0, run.stderr)
    assert.match(
      run.stdout,
      /is a whole backup\.\n {2}engine {4}SQLite\n.*of this Markport\n {2}spaces {4}1\n/,
    )
    assert.deepEqual(readdirSync(join(folder, 'kept')), ['copy.db'])
  })

  test('the store itself is never the copy, and no store is made to be copied', async () => {
    const itself = join(folder, 'small', 'markport.db')
    const run = await callCli(['backup', itself, '--overwrite', ...data])
    assert.match(run.stderr, /is the store itself/)
    assert.equal((await callCli(['space', 'list', ...data])).code, 0)
    const nowhere = join(folder, 'nowhere')
    const none = await callCli(['backup', join(folder, 'none.db'), '--data', nowhere])
    assert.equal(none.code, 1)
    assert.match(none.stderr, /There is no store at/)
    assert.equal(existsSync(nowhere), false)
    const homeless = await callCli(['backup', join(nowhere, 'copy.db'), ...data])
    assert.match(homeless.stderr, /There is no folder .*nowhere for the copy\. Make it, or give/)
  })

  test('a disk that is full leaves nothing behind, and says so', async () => {
    const target = place('full')
    const file = join(target, 'copy.db')
    writeFileSync(file, 'mine')
    // Writes beyond this file size fail like a full disk.
    const command = `ulimit -f 64; exec "$0" "$@"`
    const args = [mainFile, 'backup', file, '--overwrite', ...data]
    const child = spawn('sh', ['-c', command, process.execPath, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(stderr, /There is no room for the copy in .*full/)
    assert.deepEqual(readdirSync(target), ['copy.db'])
    assert.equal(readFileSync(file, 'utf8'), 'mine')
  })

  test('a signal leaves nothing behind', async () => {
    const target = place('ended')
    const file = join(target, 'copy.db')
    writeFileSync(file, 'mine')
    const source = new DatabaseSync(join(folder, 'small', 'markport.db'))
    // The exclusive lock makes the copy wait.
    source.exec("pragma locking_mode = exclusive; insert into settings values ('x', 'x')")
    const args = [mainFile, 'backup', file, '--overwrite', ...data]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const ended = once(child, 'close')
    while (readdirSync(target).length < 2) await sleep(5)
    child.kill('SIGTERM')
    const [code] = await ended
    source.exec("delete from settings where name = 'x'")
    source.close()
    assert.equal(code, 1)
    assert.deepEqual(readdirSync(target), ['copy.db'])
    assert.equal(readFileSync(file, 'utf8'), 'mine')
  })
})

describe('old versions that are packed', () => {
  const dataDirectory = (): string => join(folder, 'packed')
  let id: string
  before(async () => {
    const server = await startTestServer({ dataDirectory: place('packed') })
    for (let number = 1; number <= 40; number += 1) {
      const content = `${'many words '.repeat(300)} word ${number}`
      const { json } = await server.post({ pageTitle: 'Edited', content, overwrite: true })
      id = json.page.id
    }
    await packVersions(server.database, async () => {})
    for (const content of ['One', 'Two']) {
      await server.post({ pageTitle: 'Not packed', content, overwrite: true })
    }
    await server.stop()
  })

  test('are in a copy, and are read by verify, of the copy and of the store', async () => {
    const data = ['--data', dataDirectory()]
    const file = join(folder, 'packed.db')
    assert.equal((await callCli(['backup', file, ...data])).code, 0)
    const copy = await callCli(['verify', file])
    assert.match(copy.stdout, /is a whole backup/)
    const store = await callCli(['verify', ...data, '--json'])
    assert.deepEqual(JSON.parse(store.stdout), { ok: true, versions: 40 })
    copyFileSync(file, join(place('unpacked'), 'markport.db'))
    const show = ['page', 'show', id, '--version', '1', '--data', join(folder, 'unpacked')]
    assert.match((await callCli(show)).stdout, /many words {2}word 1\n/)
  })

  test('are named where they are damaged', async () => {
    const file = join(folder, 'damaged.db')
    copyFileSync(join(folder, 'packed.db'), file)
    const database = new DatabaseSync(file)
    database.exec('update page_versions set packed = zeroblob(40) where number = 10')
    database.close()
    const copy = await callCli(['verify', file])
    assert.equal(copy.code, 1)
    const named = new RegExp(`it is damaged: version 10 of page ${id}: `)
    assert.match(copy.stderr, named)
    copyFileSync(file, join(place('damaged'), 'markport.db'))
    const store = await callCli(['verify', '--data', join(folder, 'damaged')])
    assert.equal(store.code, 1)
    assert.match(store.stderr, new RegExp(`is not whole: .*version 10 of page ${id}: `))
    const none = await callCli(['verify', '--data', join(folder, 'nothing')])
    assert.match(none.stderr, /There is no store in/)
  })
})

describe('verify fails on', () => {
  const fails = async (file: string, expected: RegExp): Promise<void> => {
    for (const command of [['verify'], ['backup', 'verify']]) {
      const run = await callCli([...command, file, '--json'])
      assert.equal(run.code, 1, run.stdout)
      const { ok, problem } = JSON.parse(run.stdout)
      assert.equal(ok, false)
      assert.match(problem, expected)
    }
  }

  test('a file that an abandoned copy left: whole, and without a table', async () => {
    const file = join(folder, 'abandoned.db')
    const database = new DatabaseSync(file)
    database.exec('create table t (a); drop table t')
    assert.equal(database.prepare('pragma quick_check').get()?.quick_check, 'ok')
    database.close()
    await fails(file, /holds no Markport store/)
  })

  test('a file that was cut, and one with other bytes in it', async () => {
    const whole = readFileSync(join(folder, 'loaded.db'))
    const cut = join(folder, 'cut.db')
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length / 2)))
    await fails(cut, /damaged/)
    const changed = join(folder, 'changed.db')
    writeFileSync(changed, Buffer.from(whole).fill(0xa5, 8192, 40_960))
    await fails(changed, /damaged/)
  })

  test('a file of which any one byte is another, which no engine sees', async () => {
    const whole = readFileSync(join(folder, 'loaded.db'))
    const changed = join(folder, 'one-byte.db')
    const random = seededRandom(7)
    const ends = [whole.length - 1, whole.length - 60, whole.length - 89]
    const anywhere = Array.from({ length: 8 }, () => Math.floor(random() * whole.length))
    for (const at of [...ends, ...anywhere]) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(changed, bytes)
      assert.equal((await callCli(['verify', changed])).code, 1, `byte ${at} of ${whole.length}`)
    }
  })

  test('what is neither, and what is not there', async () => {
    await fails(mainFile, /neither a SQLite file nor a dump/)
    const absent = await callCli(['verify', join(folder, 'absent')])
    assert.deepEqual([absent.code, absent.stdout], [2, ''])
    assert.match(absent.stderr, /absent is not there\.$/m)
  })
})
