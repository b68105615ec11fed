/** `npm run pgbouncer -- [SECONDS]`: the operation's tests and load by way of PgBouncer's transaction mode. @module */
import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requirePrograms } from '../support/base/installed-program.ts'
import { wikiSubjects } from '../support/delivery/wiki-server.ts'
import { describeFaults, runFailover, summarize } from '../support/loss/failover.ts'
import { startPgbouncer } from '../support/postgres/pgbouncer.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'

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
      ...['--test', '--test-timeout=120000', '--test-reporter=tap'],
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
