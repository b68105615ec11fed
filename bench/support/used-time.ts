/** Where a service's processor time went, in microseconds. @module */
import { readFileSync } from 'node:fs'
import { childrenOf, type Thread, threadsOf } from './process-threads.ts'

export interface UsedTime {
  readonly main: number
  readonly writer: number
  readonly 'V8 and I/O': number
  readonly workers: number
  readonly server: number
}

export const usedParts = ['main', 'writer', 'V8 and I/O', 'workers', 'server'] as const

export function usedTime(pid: number): UsedTime {
  const threads = threadsOf(pid)
  const own = threads.filter(({ id }) => id !== pid)
  const writer = sum(own.filter(isWriter))
  return {
    main: sum(threads) - sum(own),
    writer,
    'V8 and I/O': sum(own) - writer,
    workers: sum(childrenOf(pid).flatMap(threadsOf)),
    server: sum(postgresThreads(process.pid)),
  }
}

export function usedBetween(before: UsedTime, after: UsedTime, count: number): UsedTime {
  const parts = usedParts.map((part) => [part, (after[part] - before[part]) / count])
  return Object.fromEntries(parts) as UsedTime
}

export function totalUsed(used: UsedTime): number {
  return usedParts.reduce((all, part) => all + used[part], 0)
}

function isWriter({ name }: Thread): boolean {
  return name.includes('orker') && !name.startsWith('V8') && !name.startsWith('libuv')
}

/** Other PostgreSQL clusters may run on this machine. */
function postgresThreads(pid: number): Thread[] {
  return childrenOf(pid).flatMap((child) => [
    ...(nameOf(child).startsWith('postgres') ? threadsOf(child) : []),
    ...postgresThreads(child),
  ])
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}

function sum(threads: readonly Thread[]): number {
  return threads.reduce((all, { us }) => all + us, 0)
}
