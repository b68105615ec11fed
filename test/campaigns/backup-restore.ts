/** `npm run backup-restore -- [rounds] [--pg-bin dir]`: `pg_dump` under imports, on MARKPORT_TEST_POSTGRES_URL where that is set. @module */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requirePrograms } from '../support/base/installed-program.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { askPostgres } from '../support/postgres/postgres-node.ts'
import { createTestDatabase, stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { copyByCommand, loadStore, pagesNotServed } from '../support/service/backup-trial.ts'

const { values, positionals } = parseArgs({
  options: { 'pg-bin': { type: 'string' } },
  allowPositionals: true,
})
const bin = values['pg-bin']
const { pg_dump: dump, pg_restore: restorer } =
  bin === undefined
    ? requirePrograms({ pg_dump: 'postgresql-client', pg_restore: 'postgresql-client' })
    : { pg_dump: join(bin, 'pg_dump'), pg_restore: join(bin, 'pg_restore') }
await requireReadableServer()
const folder = temporaryFolder()
let faults = 0

for (let round = 1; round <= Number(positionals[0] ?? 3); round += 1) {
  const source = await createTestDatabase()
  const target = await createTestDatabase()
  const store = await loadStore({ databaseUrl: source.url })
  await store.waitForMore(100)
  const promised = [...store.acknowledged]
  const file = join(folder, `${round}.dump`)
  const place = ['--database-url', source.url, ...(bin === undefined ? [] : ['--pg-bin', bin])]
  const copied = await copyByCommand(place, file)
  const meanwhile = store.acknowledged.length - promised.length
  await store.endLoad()
  await store.service.end('SIGTERM')
  await store.database.close()

  const restore = ['--no-owner', '--exit-on-error', `--dbname=${target.url}`, file]
  execFileSync(restorer, restore)
  const sqlText = execFileSync(restorer, ['--file=-', file], { maxBuffer: 1024 ** 3 })
  const secrets = store.signingSecrets.filter((secret) =>
    [sqlText, readFileSync(file)].some((bytes) => bytes.includes(secret)),
  )
  const missing = await pagesNotServed({ databaseUrl: target.url }, promised)
  faults += missing.length + secrets.length
  process.stdout.write(
    `round ${round}: ${promised.length} pages acknowledged before, ${meanwhile} during the copy, ${copied.pages} in it, ${missing.length} missing, ${secrets.length} keys in clear\n`,
  )
  await source.drop()
  await target.drop()
}
await stopOwnCluster()
process.exitCode = faults === 0 ? 0 : 1

/** Exits with 2 if the server is newer than `pg_dump`, which cannot read it. */
async function requireReadableServer(): Promise<void> {
  const { url, drop } = await createTestDatabase()
  const [row] = await askPostgres(url, 'show server_version')
  const server = majorOf(row.server_version)
  await drop()
  const own = majorOf(execFileSync(dump, ['--version'], { encoding: 'utf8' }))
  if (own >= server) return
  await stopOwnCluster()
  process.stderr.write(
    `pg_dump ${own} cannot read PostgreSQL ${server}, so this campaign cannot run. Name newer client programs with --pg-bin, or an older server with MARKPORT_TEST_POSTGRES_URL.\n`,
  )
  process.exit(2)
}

function majorOf(version: string): number {
  return Number(/\d+/.exec(version)?.[0])
}
