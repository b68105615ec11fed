/** `npm run pgbouncer -- [SECONDS]`: the operation's tests and load by way of PgBouncer's transaction mode. @module */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requirePrograms } from '../support/base/installed-program.ts'
import { endWithUs } from '../support/base/processes.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import { wikiSubjects } from '../support/delivery/wiki-server.ts'
import { describeFaults, runFailover, summarize } from '../support/loss/failover.ts'
import { askPostgres, serverUser } from '../support/postgres/postgres-node.ts'
import { freePort, startPostgres } from '../support/postgres/test-postgres.ts'

const { pgbouncer } = requirePrograms({ pgbouncer: 'pgbouncer' })
const seconds = Number(process.argv[2] ?? 20)
const cases = fileURLToPath(new URL('../operation.test.ts', import.meta.url))

const cluster = await startPostgres()
const pool = await startPgbouncer(pgbouncer, cluster.url)
try {
  const isWhole = runCases() && (await runUnderLoad())
  process.exitCode = isWhole ? 0 : 1
} finally {
  await pool.stop()
  await cluster.stop()
}

function runCases(): boolean {
  const subjects = wikiSubjects.filter(({ engine }) => engine === 'postgres')
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-timeout=120000',
      '--test-reporter=tap',
      ...subjects.map(({ name }) => `--test-name-pattern=^${name} `),
      cases,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      env: { ...process.env, MARKPORT_TEST_POSTGRES_URL: pool.url },
    },
  )
  if (status !== 0) process.stderr.write(stdout)
  const passed = Number(/^# pass (\d+)$/m.exec(stdout)?.[1])
  process.stdout.write(`${JSON.stringify({ passed })}\n`)
  // node:test counts a file as a passed test even if no name matches.
  return status === 0 && passed > subjects.length
}

async function runUnderLoad(): Promise<boolean> {
  const direct = await cluster.createDatabase('load')
  const report = await runFailover({
    storeUrl: pool.url.replace(/postgres$/, 'load'),
    primaryStoreUrl: () => direct,
    settle: async () => {},
    faults: [['none', () => wait(seconds * 1_000)]],
    pauseMs: () => 0,
    random: Math.random,
    hungAfterMs: 10_000,
  })
  process.stdout.write(`${JSON.stringify(summarize(report))}\n`)
  const faults = describeFaults(report)
  for (const text of faults.slice(0, 40)) process.stderr.write(`${text}\n`)
  return faults.length === 0 && report.refused === 0 && report.acknowledged > 0
}

async function startPgbouncer(
  program: string,
  server: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { port: serverPort, username, password } = new URL(server)
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
`,
  )
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    ...serverUser(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.once('exit', endWithUs(child.pid as number, 'SIGTERM'))
  const ended = once(child, 'exit')
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`
  await waitUntil('start of PgBouncer', async () => {
    if (child.exitCode !== null) return true
    await askPostgres(url, 'select 1')
    return true
  })
  if (child.exitCode !== null) throw new Error('PgBouncer ended at its start')
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}
