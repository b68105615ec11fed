/** `npm run late-commits -- [UNKNOWN]`: no delayed commit overwrites a newer import. @module */
import { type LateCommitReport, posterTo, runLateCommits } from '../support/loss/late-commits.ts'
import { type Holding, startDatabaseProxy } from '../support/network/database-proxy.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { startService } from '../support/service/service-process.ts'

const each = Math.ceil(Number(process.argv[2] ?? 500) / 2)
const cluster = await startPostgres()
const databaseUrl = await cluster.createDatabase('late')
const store = await prepareStore({ databaseUrl })
const direct = await startService({ databaseUrl })
try {
  const trials = [await tryOn('silent', each), await tryOn('cut', each)]
  process.stdout.write(`${JSON.stringify({ trials })}\n`)
  const isWhole = trials.every((trial) => trial.overwritten + trial.withoutInstant === 0)
  process.exitCode = isWhole ? 0 : 1
} finally {
  await direct.end('SIGTERM')
  await store.database.close()
  await cluster.stop()
}

async function tryOn(holding: Holding, wanted: number): Promise<LateCommitReport> {
  const proxy = await startDatabaseProxy(databaseUrl)
  const service = await startService({ databaseUrl: proxy.url })
  try {
    return await runLateCommits({
      old: posterTo(service.endpoint, store),
      newer: posterTo(direct.endpoint, store),
      holdUp: () => proxy.hold(holding),
      letGo: proxy.release,
      pages: 40,
      isEnough: ({ unknown }) => unknown >= wanted,
    })
  } finally {
    await service.end('SIGTERM')
    await proxy.stop()
  }
}
