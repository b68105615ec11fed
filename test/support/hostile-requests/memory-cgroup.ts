/** A control group with a bound of memory, for a service and all that it starts. @module */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MemoryCgroup {
  /** A program to run a command under, which puts it into the group. */
  readonly under: readonly string[]
  remove(): void
}

/** Where each version mounts the memory controller, what it calls the bound, and its line in /proc. */
const versions = [
  { root: '/sys/fs/cgroup', bound: 'memory.max', line: /^0::(.*)$/m },
  { root: '/sys/fs/cgroup/memory', bound: 'memory.limit_in_bytes', line: /^\d+:memory:(.*)$/m },
] as const

/**
 * Make a group below the one of this process.
 * @returns `undefined` where this process may make none.
 */
export function memoryCgroup(maxBytes: number): MemoryCgroup | undefined {
  const own = readFileSync('/proc/self/cgroup', 'utf8')
  for (const { root, bound, line } of versions) {
    const path = line.exec(own)?.[1]
    if (path === undefined) continue
    const folder = join(root, path, `markport-hostile-${process.pid}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    const remove = (): void => rmdirSync(folder)
    // A folder of another file system, or a group without the memory controller, has no such file.
    if (!existsSync(join(folder, bound))) {
      remove()
      continue
    }
    writeFileSync(join(folder, bound), String(maxBytes))
    const enter = `echo $$ > ${join(folder, 'cgroup.procs')}; exec "$@"`
    return { under: ['sh', '-c', enter, 'sh'], remove }
  }
  return undefined
}
