/** `npm run late-commits -- [UNKNOWN] [haproxy|pgbouncer]`: no delayed commit overwrites a newer import; the control must. @module */
import { type LateCommitReport, posterTo, runLateCommits } from '../support/loss/late-commits.ts'
import { type StoppableWay, startStoppableWay } from '../support/loss/stopped-ways.ts'
import { type Holding, startHoldingProxy } from '../support/network/holding-proxy.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { startService } from '../support/service/service-process.ts'

const wanted = Number(process.argv[2] ?? 500)
const way = process.argv[3]
const maxInControl = 200
type IsEnough = (report: LateCommitReport) => boolean
const cluster = await startPostgres()
const databaseUrl = await cluster.createDatabase('late')
const store = await prepareStore({ databaseUrl })
const direct = await startService({ databaseUrl })
try {
  const reports = way === undefined ? await runHeld() : await runStopped(way)
  process.stdout.write(`${JSON.stringify(reports)}\n`)
  const { control, ...trials } = reports
  const isWhole = Object.values(trials).every(
    ({ overwritten, withoutInstant }) => overwritten + withoutInstant === 0,
  )
  process.exitCode = isWhole && control.overwritten > 0 ? 0 : 1
} finally {
  await direct.end('SIGTERM')
  await store.database.close()
  await cluster.stop()
}

type Reports = { readonly control: LateCommitReport } & Readonly<Record<string, LateCommitReport>>

async function runHeld(): Promise<Reports> {
  const tryOn = async (holding: Holding, unknown: number, isWithoutEnds = false) => {
    const proxy = await startHoldingProxy(databaseUrl, { isWithoutEnds })
    const holdUp = (): void => proxy.hold(holding)
    return tryBy({ ...proxy, holdUp, letGo: proxy.release }, atLeast(unknown))
  }
  const each = Math.ceil(wanted / 2)
  return {
    silent: await tryOn('silent', each),
    cut: await tryOn('cut', each),
    control: await tryOn('silent', 30, true),
  }
}

async function runStopped(name: string): Promise<Reports> {
  return {
    stopped: await tryBy(await startStoppableWay(name, databaseUrl), atLeast(wanted)),
    // A client stopped early has sent no commit, so some rounds overwrite nothing.
    control: await tryBy(
      await startStoppableWay(name, databaseUrl, { isWithoutEnds: true }),
      ({ unknown, overwritten }) => overwritten > 0 || unknown >= maxInControl,
    ),
  }
}

function atLeast(count: number): IsEnough {
  return ({ unknown }) => unknown >= count
}

async function tryBy(held: StoppableWay, isEnough: IsEnough): Promise<LateCommitReport> {
  const service = await startService({ databaseUrl: held.url })
  try {
    return await runLateCommits({
      old: posterTo(service.endpoint, store),
      newer: posterTo(direct.endpoint, store),
      holdUp: held.holdUp,
      letGo: held.letGo,
      pages: 40,
      isEnough,
    })
  } finally {
    await service.end('SIGTERM')
    await held.stop()
  }
}
