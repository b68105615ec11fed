/** Copies of a PostgreSQL store, with stand-ins for `pg_dump` and `pg_restore`; see `npm run backup-restore`. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { callCli, mainFile } from '../support/service/run-cli.ts'
import { createTestStore } from '../support/store/test-engines.ts'

let folder: string
let remove: () => Promise<void>
let url: string
before(async () => {
  folder = temporaryFolder()
  const store = await createTestStore('postgres')
  remove = store.remove
  url = (store.options as { databaseUrl: string }).databaseUrl
  await callCli(['migrate', '--database-url', url])
  const run = await callCli(['space', 'create', 'DOCS', 'Docs', '--database-url', url])
  assert.equal(run.code, 0, run.stderr)
})
after(async () => {
  await remove()
  await stopOwnCluster()
})

function place(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const programs = (name: string, scripts: Record<string, string>): string => {
  const path = place(name)
  for (const [program, script] of Object.entries(scripts)) {
    const file = join(path, program)
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
  }
  return path
}
const backup = (bin: string, file = join(bin, 'copy.dump')) =>
  callCli(['backup', file, '--database-url', url, '--pg-bin', bin, '--json'])

test('says what to install where there is no pg_dump, and where it is too old', async () => {
  const none = await backup(place('no-programs'))
  assert.equal(none.code, 1)
  assert.match(
    none.stderr,
    /There is no pg_dump in .*Install PostgreSQL's client programs.*--pg-bin/,
  )
  const old = await backup(programs('old', { pg_dump: 'echo "pg_dump (PostgreSQL) 9.6.1"' }))
  assert.equal(old.code, 1)
  assert.match(old.stderr, /pg_dump 9 cannot dump PostgreSQL \d\d\. Install/)
  assert.deepEqual(readdirSync(join(folder, 'no-programs')), [])
  const away = await callCli([
    'backup',
    join(folder, 'away.dump'),
    '--database-url',
    'postgres://me:secret@127.0.0.1:1/none',
  ])
  assert.equal(away.code, 1)
  assert.match(away.stderr, /^markport: PostgreSQL cannot be reached \(127\.0\.0\.1:1: [^\n]*\n$/)
})

test('keeps the password off the command line, and the signing keys out of the dump', async () => {
  const bin = programs('recording', {
    pg_dump: `[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit
echo "$@" > "\${0%/*}/arguments"; echo "$PGPASSWORD" > "\${0%/*}/password"
for one; do case "$one" in --file=*) printf PGDMP > "\${one#--file=}";; esac; done`,
    pg_restore: `for table in spaces pages page_versions users tokens signing_keys migrations
do echo "CREATE TABLE public.$table (id bigint);"; done
printf 'COPY public.migrations (version, applied_at) FROM stdin;\\n1\\t1\\n\\\\.\\n'
printf 'COPY public.pages (id) FROM stdin;\\n1\\n2\\n\\\\.\\n'`,
  })
  const run = await backup(bin)
  assert.equal(run.code, 0, run.stderr)
  const { engine, pages, schema, bytes } = JSON.parse(run.stdout)
  assert.deepEqual([engine, pages, schema, bytes], ['postgres', 2, 1, 5])
  const { password } = new URL(url)
  const given = readFileSync(join(bin, 'arguments'), 'utf8')
  assert.equal(given.includes(password), false)
  assert.match(given, /--exclude-table-data=\*\.signing_keys /)
  assert.equal(readFileSync(join(bin, 'password'), 'utf8').trim(), password)
})

test('leaves nothing of a dump that fails, is damaged or is stopped', async () => {
  const version = '[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit'
  const failing = programs('failing', {
    pg_dump: `${version}\necho 'pg_dump: error: No space left on device' >&2; exit 1`,
  })
  const full = await backup(failing)
  assert.match(full.stderr, /There is no room for the copy/)
  const damaging = programs('damaging', {
    pg_dump: `${version}\nexit 0`,
    pg_restore: "echo 'pg_restore: error: end of file' >&2; exit 1",
  })
  assert.match((await backup(damaging)).stderr, /it is damaged: pg_restore: error: end of file/)
  const endless = programs('endless', { pg_dump: `${version}\nexec sleep 600` })
  const file = join(endless, 'copy.dump')
  const args = [mainFile, 'backup', file, '--database-url', url, '--pg-bin', endless]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close')
  while (readdirSync(endless).length < 2) await sleep(5)
  child.kill('SIGTERM')
  assert.equal((await ended)[0], 1)
  assert.match(stderr, /The backup was stopped; nothing of it is left\./)
  assert.deepEqual(readdirSync(failing), ['pg_dump'])
  assert.deepEqual(readdirSync(damaging), ['pg_dump', 'pg_restore'])
  assert.deepEqual(readdirSync(endless), ['pg_dump'])
})
