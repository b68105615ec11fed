/** Judges what a service did while it was attacked. @module */
import { defaultMaxAnswerBytes, type Holds, type HostileKind } from './hostile-kind.ts'
import type { Answer } from './send-request.ts'
import type { Probe, WatchReport } from './watcher.ts'

export interface Observation {
  readonly kind: HostileKind
  readonly answers: readonly Answer[]
  /** From the first request sent to the last answered. */
  readonly attackedFrom: number
  readonly attackedTo: number
  readonly attackerWaitedMs: number
  readonly watch: WatchReport
  readonly isAlive: boolean
  readonly log: string
}

export interface Budget {
  readonly maxMemoryBytes: number
  /** Time that the machine kept the service waiting is subtracted. */
  readonly judgesTime: boolean
}

export interface Verdict {
  readonly faults: readonly string[]
  readonly probeMs: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly machineMs: number
  readonly peakMib: number
  readonly statuses: Readonly<Record<string, number>>
}

const maxProbeMs = 500
const maxAnswerMs = 15_000
/** A service without processor for this long may have ended or not begun work in time. */
const starvedMs = 5_000
export const probeIntervalMs = 50
/** Shorter attacks leave no time for probes; if the calibration server misses its share too, the machine was too busy. */
const telling = { attackMs: 1_500, probes: 3, calibrationShare: 0.5 }
/** On a busy machine the attacker notices late that it began and ended. */
const marginShare = 0.2
const maxNamed = 4
const maxLogged = 1_000
const mib = 1024 * 1024

export function judge(observation: Observation, budget: Budget): Verdict {
  const { answers, watch, kind } = observation
  const { calibration = [], ...service } = watch.probes
  const probes = Object.values(service).flat()
  const judged = probes
    .map((probe) => withoutMachine(probe, calibration))
    .sort((one, other) => one - other)
  const machineMs = Math.max(0, ...calibration.map(({ ms }) => ms))
  const at = (share: number): number => judged[Math.floor((judged.length - 1) * share)] ?? 0
  const probeMs = { p50: at(0.5), p99: at(0.99), max: at(1) }
  return {
    faults: [
      ...processFaults(observation, budget),
      ...probeFaults(observation, probes, calibration),
      ...(budget.judgesTime ? timeFaults(observation, probeMs.max) : []),
      ...answerFaults(answers, kind.holds, watch.waitedMs >= starvedMs),
      ...logFaults(observation),
    ],
    probeMs,
    machineMs,
    peakMib: watch.peakBytes / mib,
    statuses: countStatuses(answers),
  }
}

/** Subtracts what the calibration server suffered at the same time, and waits for a processor. */
function withoutMachine(probe: Probe, calibration: readonly Probe[]): number {
  const endsAt = probe.startedAt + probe.ms
  const meanwhile = calibration.filter(
    ({ startedAt, ms }) => startedAt <= endsAt && startedAt + ms >= probe.startedAt,
  )
  const machineMs = Math.max(0, ...meanwhile.map(({ ms }) => ms))
  return Math.max(0, probe.ms - probe.waitedMs - machineMs)
}

function processFaults({ isAlive, watch }: Observation, { maxMemoryBytes }: Budget): string[] {
  const faults: string[] = []
  if (watch.wasKilled) faults.push('killed to spare the machine')
  else if (!isAlive) faults.push('the process ended')
  if (watch.peakBytes > maxMemoryBytes) {
    faults.push(`took ${mibOf(watch.peakBytes)} of ${mibOf(maxMemoryBytes)}`)
  }
  return faults
}

function probeFaults(
  { answers, attackedFrom, attackedTo, attackerWaitedMs, watch }: Observation,
  probes: readonly Probe[],
  calibration: readonly Probe[],
): string[] {
  const faults: string[] = []
  const unanswered = probes.filter(({ isAnswered }) => !isAnswered).length
  if (unanswered > 0) faults.push(`${unanswered} of ${probes.length} probes got no answer`)
  const marginMs = (attackedTo - attackedFrom) * marginShare
  const [from, to] = [attackedFrom + marginMs, attackedTo - marginMs]
  const during = (all: readonly Probe[]): number =>
    all.filter(
      ({ startedAt, ms, isAnswered }) => isAnswered && startedAt >= from && startedAt + ms <= to,
    ).length
  const enough = Math.max(
    2 * telling.probes,
    ((to - from) / probeIntervalMs) * telling.calibrationShare,
  )
  // Senders that wait for no answer do not know when the service worked.
  const isWaitedFor = answers.some(({ isUnread }) => !isUnread)
  const waitedMs = attackerWaitedMs + watch.waitedMs
  const isLong = attackedTo - attackedFrom - waitedMs >= telling.attackMs
  const isTelling = isWaitedFor && isLong && during(calibration) >= enough
  if (isTelling && during(probes) < telling.probes) {
    faults.push(`${during(probes)} ${unheard}`)
  }
  return faults
}

const unheard = 'probes were answered during the attack'

export function isUnheard({ faults }: Verdict): boolean {
  return faults.length === 1 && faults[0]?.endsWith(unheard) === true
}

function timeFaults(observation: Observation, probeMs: number): string[] {
  const { answers, attackerWaitedMs, watch } = observation
  const faults: string[] = []
  if (probeMs > maxProbeMs) faults.push(`a probe took ${Math.round(probeMs)} ms`)
  const slowest = Math.max(0, ...answers.filter(({ isUnread }) => !isUnread).map(({ ms }) => ms))
  const answerMs = slowest - watch.waitedMs - attackerWaitedMs
  if (answerMs > maxAnswerMs) faults.push(`an answer took ${Math.round(answerMs)} ms`)
  return faults
}

function answerFaults(answers: readonly Answer[], holds: Holds, wasStarved: boolean): string[] {
  const faults = new Map<string, number>()
  for (const answer of answers) {
    // Work without a processor is answered with 503, whatever it would have come to.
    const isNoFault = wasStarved && answer.status === 503
    for (const fault of isNoFault ? [] : faultsOf(answer, holds))
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  return [...faults].slice(0, maxNamed).map(([fault, count]) => `${count} × ${fault}`)
}

function faultsOf(answer: Answer, holds: Holds): string[] {
  const { status, bytes, text, request, isUnread } = answer
  if (isUnread) return []
  if (status === undefined) return ['no whole answer']
  const faults: string[] = []
  const allowed = request.statuses ?? holds.statuses
  const isAllowed =
    allowed === undefined ? status < 500 || status === 503 : allowed.includes(status)
  if (!isAllowed) faults.push(`status ${status}`)
  const { maxAnswerBytes = defaultMaxAnswerBytes, shape, lacks } = holds
  if (bytes > maxAnswerBytes) faults.push(`answer of ${mibOf(bytes)}`)
  if (shape !== undefined && !hasShape(text, shape, status)) faults.push(`no ${shape} answer`)
  if (lacks?.test(text)) faults.push(`answer with ${lacks}`)
  return faults
}

function hasShape(text: string, shape: 'contract' | 'wiki api', status: number): boolean {
  try {
    const { body, key, requestId, errors } = JSON.parse(text) as Record<string, unknown>
    if (shape === 'wiki api') return status < 400 || Array.isArray(errors)
    return [body, key, requestId].every((member) => typeof member === 'string')
  } catch {
    return false
  }
}

function logFaults({ kind, log }: Observation): string[] {
  const { logs } = kind.holds
  const errors = log.split('\n').filter((line) => line.startsWith('{"level":"error"'))
  return [
    ...(logs === undefined || logs.test(log) ? [] : [`nothing logged like ${logs}`]),
    ...errors.slice(0, maxNamed).map((line) => `logged ${line.slice(0, maxLogged)}`),
  ]
}

function countStatuses(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, isUnread } of answers) {
    const name = status ?? (isUnread ? 'unread' : 'none')
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

function mibOf(bytes: number): string {
  return `${(bytes / mib).toFixed(1)} MiB`
}
