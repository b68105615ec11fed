/** Imports in alternating bursts, so that whatever else the machine does hits all candidates alike. @module */
import { Pool } from 'undici'
import type { Candidate } from './candidates.ts'
import type { BenchDocument, Documents } from './documents.ts'
import { type UsedTime, usedBetween, usedParts, usedTime } from './used-time.ts'

export interface BurstOptions {
  readonly documents: Documents
  readonly connections: number
  readonly rounds: number
  readonly imports: number
}

export interface ImportFigures {
  readonly used: UsedTime
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Burst {
  readonly used: UsedTime
  readonly perSecond: number
  readonly waitsMs: readonly number[]
}

export async function measureImports(
  candidates: readonly Candidate[],
  options: BurstOptions,
): Promise<readonly ImportFigures[]> {
  const runs = candidates.map((candidate) => {
    const { origin } = new URL(candidate.service.endpoint)
    const pool = new Pool(origin, { connections: options.connections, pipelining: 1 })
    return { pool, send: burstSender(candidate, pool, options), bursts: [] as Burst[] }
  })
  for (const { send } of runs) await send()
  for (let round = 0; round < options.rounds; round += 1) {
    const inTurn = round % 2 === 0 ? runs : runs.toReversed()
    for (const { send, bursts } of inTurn) bursts.push(await send())
  }
  for (const { pool } of runs) await pool.destroy()
  return runs.map(({ bursts }) => figuresOf(bursts))
}

function burstSender(
  candidate: Candidate,
  pool: Pool,
  { documents, connections, imports }: BurstOptions,
): () => Promise<Burst> {
  const { service, place, token } = candidate
  const { pathname: path } = new URL(service.endpoint)
  const { list } = documents
  return async () => {
    const waitsMs: number[] = []
    let left = imports
    const client = async (): Promise<void> => {
      for (; left > 0; ) {
        left -= 1
        candidate.imports += 1
        const { content, keptBytes } = list[candidate.imports % list.length] as BenchDocument
        const body = JSON.stringify({ ...place, pageTitle: `Import ${candidate.imports}`, content })
        const headers = { authorization: `Bearer ${token}`, 'x-kept-bytes': `${keptBytes}` }
        const sentAt = performance.now()
        const answer = await pool.request({ method: 'POST', path, headers, body })
        const text = await answer.body.text()
        if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`)
        waitsMs.push(performance.now() - sentAt)
      }
    }
    const before = usedTime(service.pid)
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: connections }, client))
    const perSecond = (imports * 1_000) / (performance.now() - startedAt)
    const used = usedBetween(before, usedTime(service.pid), imports)
    return { used, perSecond, waitsMs }
  }
}

function figuresOf(bursts: readonly Burst[]): ImportFigures {
  const waits = bursts.flatMap(({ waitsMs }) => waitsMs)
  const parts = usedParts.map((part) => [
    part,
    at(
      bursts.map(({ used }) => used[part]),
      0.5,
    ),
  ])
  return {
    used: Object.fromEntries(parts) as UsedTime,
    perSecond: at(
      bursts.map(({ perSecond }) => perSecond),
      0.5,
    ),
    p50Ms: at(waits, 0.5),
    p99Ms: at(waits, 0.99),
  }
}

function at(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
