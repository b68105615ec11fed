/** Carries hostile kinds out against services, while a watching process probes these. @module */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { waitOfMainThread } from '../base/processes.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import { bodies } from './bodies.ts'
import { contents } from './contents.ts'
import { heads } from './heads.ts'
import type { HostileKind, HostileRequest } from './hostile-kind.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { makeTarget, type Preparation, prepareTarget } from './target.ts'
import { type Budget, isUnheard, judge, type Observation, type Verdict } from './verdict.ts'
import type { WatchOrder, WatchReport } from './watcher.ts'

export const hostileKinds: readonly HostileKind[] = [...bodies, ...heads, ...contents]

export interface RunOptions extends Budget {
  /** A busy machine can starve the probes of any service, so such a kind is repeated. */
  readonly tries?: number
  readonly sharesService?: boolean
  readonly watchedMs?: WatchedMs
}

export interface WatchedMs {
  readonly before: number
  readonly after: number
}

export interface KindResult extends Verdict {
  readonly kind: string
}

/** Far above any budget, and far below what the machine has. */
const killBytes = 6 * 1024 ** 3

export async function* runKinds(
  kinds: readonly HostileKind[],
  options: RunOptions,
): AsyncGenerator<KindResult> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-hostile-'))
  const watch = startWatch()
  const memory = `--memory=${Math.floor(options.maxMemoryBytes / 1024 ** 2)}MiB`
  let running: { readonly service: ServiceProcess; readonly options: string } | undefined
  const end = async (): Promise<void> => {
    // Native code would run on, so nothing is waited for.
    await running?.service.end('SIGKILL')
    running = undefined
  }
  const serviceFor = async ({ serve = [] }: HostileKind): Promise<ServiceProcess> => {
    const wanted = serve.join(' ')
    if (running?.options === wanted) return running.service
    await end()
    const service = await startService({ dataDirectory }, { args: [...serve, memory] })
    running = { service, options: wanted }
    return service
  }
  try {
    const preparation = await prepareTarget({ dataDirectory })
    for (const kind of kinds) {
      let verdict: Verdict
      let tries = 0
      do {
        const service = await serviceFor(kind)
        const { watchedMs } = options
        verdict = judge(await attack(kind, { service, preparation, watch, watchedMs }), options)
        if (options.sharesService !== true || verdict.faults.length > 0) await end()
        tries += 1
      } while (tries < (options.tries ?? 1) && isUnheard(verdict))
      yield { kind: kind.name, ...verdict }
    }
  } finally {
    await end()
    watch.disconnect()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

export function startWatch(): ChildProcess {
  return fork(fileURLToPath(new URL('watcher.ts', import.meta.url)), { stdio: 'inherit' })
}

export interface AttackOptions {
  readonly service: ServiceProcess
  readonly preparation: Preparation
  readonly watch: ChildProcess
  readonly watchedMs?: WatchedMs | undefined
}

export async function attack(kind: HostileKind, options: AttackOptions): Promise<Observation> {
  const { service, preparation, watch, watchedMs = { before: 300, after: 1_000 } } = options
  const target = makeTarget(service, preparation)
  const smallPage = await target.page('Small page', 'A small page that many read.')
  const requests = await kind.requests(target)
  const health = `${service.url}/healthz`
  const page = `${service.url}/wiki/spaces/${preparation.space.key}/pages/${smallPage}`
  const isPublic = !kind.serve?.includes('users')
  if (isPublic) await (await fetch(page)).text()
  const addresses: WatchOrder['addresses'] = isPublic ? { health, page } : { health }
  watch.send({ addresses, pid: service.pid, killBytes } satisfies WatchOrder)
  await once(watch, 'message')
  const loggedBefore = service.errorText().length
  await wait(watchedMs.before)
  const [attackedFrom, waited] = [Date.now(), waitOfMainThread(process.pid)]
  const answers = await send(kind, requests, target.origin)
  const attackedTo = Date.now()
  const attackerWaitedMs = waitOfMainThread(process.pid) - waited
  await wait(watchedMs.after)
  const reported = once(watch, 'message')
  watch.send('stop')
  const [report] = (await reported) as [WatchReport]
  const log = service.errorText().slice(loggedBefore)
  return {
    kind,
    answers,
    attackedFrom,
    attackedTo,
    attackerWaitedMs,
    log,
    watch: report,
    isAlive: isAlive(service),
  }
}

async function send(
  { atOnce, perSecond }: HostileKind,
  requests: readonly HostileRequest[],
  origin: URL,
): Promise<Answer[]> {
  if (perSecond !== undefined) {
    return Promise.all(
      requests.map(async (request, index) => {
        await wait((index * 1_000) / perSecond)
        return sendRequest(origin, request)
      }),
    )
  }
  const waiting = [...requests]
  const answers: Answer[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers.push(await sendRequest(origin, next))
    }
  }
  const workers = Math.min(atOnce ?? requests.length, requests.length)
  await Promise.all(Array.from({ length: workers }, work))
  return answers
}

function isAlive({ pid }: ServiceProcess): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
