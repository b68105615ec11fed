/** Signals for a server and all the processes that it has started. @module */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The parent comes first, so that it starts no more children. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  const before = childrenOf(pid)
  send(pid, signal)
  for (const child of new Set([...before, ...childrenOf(pid)])) send(child, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

function childrenOf(parent: number): number[] {
  const all = existsSync('/proc/self/stat') ? listFromProc() : listFromPs()
  return all.filter(({ parentPid }) => parentPid === parent).map(({ pid }) => pid)
}

interface Listed {
  readonly pid: number
  readonly parentPid: number
}

function listFromProc(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may contain anything; the parent is the second field after it.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ pid: Number(name), parentPid: Number(fields[1]) }]
      } catch {
        return []
      }
    })
}

function listFromPs(): Listed[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parentPid = 0]) => ({ pid, parentPid }))
}
