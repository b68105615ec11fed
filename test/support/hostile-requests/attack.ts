/** Carries one kind out against a service, while others watch. @module */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
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
}

/** Probes before the attack show what is usual, those after it whether it left anything behind. */
const [beforeMs, afterMs] = [300, 1_000]

/**
 * Attack a service with one kind.
 * @param kind What is sent.
 * @param options The service, what its store holds, who watches, and when to end the service.
 */
export async function attack(kind: HostileKind, options: AttackOptions): Promise<Observation> {
  const { service, preparation, watch, killBytes } = options
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
  const usedBefore = processorUse()
  await wait(beforeMs)
  const busyShare = shareSince(usedBefore)
  const attackedFrom = Date.now()
  const answers = await send(kind, requests, target.origin)
  const attackedTo = Date.now()
  await wait(afterMs)
  const report = await watch.end()
  return {
    kind,
    answers,
    attackedFrom,
    attackedTo,
    watch: report,
    busyShare,
    isAlive: isAlive(service),
    log: service.errorText(),
  }
}

/** How long all processors worked, and how long there were, in ticks; see proc_stat(5). */
function processorUse(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  const all = times.reduce((sum, time) => sum + time, 0)
  const [, , , idle = 0, waiting = 0] = times
  return { busy: all - idle - waiting, all }
}

function shareSince(before: ReturnType<typeof processorUse>): number {
  const { busy, all } = processorUse()
  return (busy - before.busy) / Math.max(1, all - before.all)
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
