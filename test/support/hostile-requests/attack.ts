/** Carries one kind out against a service, while others watch. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { waitOfMainThread } from '../base/processor-waits.ts'
import type { ServiceProcess } from '../service/service-process.ts'
import type { HostileKind, HostileRequest } from './kind.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { makeTarget, type Preparation } from './target.ts'
import type { Observation } from './verdict.ts'
import type { ServiceWatch } from './watch-service.ts'

export interface AttackOptions {
  readonly service: ServiceProcess
  readonly preparation: Preparation
  readonly watch: ServiceWatch
  readonly killBytes: number
  readonly watchedMs?: WatchedMs | undefined
}

export interface WatchedMs {
  readonly before: number
  readonly after: number
}

export async function attack(kind: HostileKind, options: AttackOptions): Promise<Observation> {
  const { service, preparation, watch, killBytes } = options
  const { watchedMs = { before: 300, after: 1_000 } } = options
  const target = makeTarget(service, preparation)
  const smallPage = await target.page('Small page', 'A small page that many read.')
  const requests = await kind.requests(target)
  const addresses = {
    health: `${service.url}/healthz`,
    page: `${service.url}/wiki/spaces/${preparation.space.key}/pages/${smallPage}`,
  }
  if (!kind.serve?.includes('users')) await (await fetch(addresses.page)).text()
  const { page: _, ...withoutPage } = addresses
  const probed = kind.serve?.includes('users') ? withoutPage : addresses
  await watch.begin({ addresses: probed, pid: service.pid, killBytes })
  const loggedBefore = service.errorText().length
  await wait(watchedMs.before)
  const [attackedFrom, waited] = [Date.now(), waitOfMainThread(process.pid)]
  const answers = await send(kind, requests, target.origin)
  const attackedTo = Date.now()
  const attackerWaitedMs = waitOfMainThread(process.pid) - waited
  await wait(watchedMs.after)
  const report = await watch.end()
  return {
    kind,
    answers,
    attackedFrom,
    attackedTo,
    attackerWaitedMs,
    watch: report,
    isAlive: isAlive(service),
    log: service.errorText().slice(loggedBefore),
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
  await Promise.all(
    Array.from({ length: Math.min(atOnce ?? requests.length, requests.length) }, work),
  )
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
