/** The service as users run it: `markport serve` in a process of its own, which tests may kill. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'

export interface ServiceProcess {
  readonly url: string
  readonly endpoint: string
  readonly token?: string
  readonly pid: number
  readonly startedInMs: number
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<ServiceEnd>
  readonly ended: Promise<ServiceEnd>
  errorMatch(pattern: RegExp): Promise<string>
  errorText(): string
}

export interface ServiceEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/** @throws {Error} When it ends before it is ready, with what it wrote to stderr. */
export function startService(
  store: DatabaseOptions,
  options: { args?: readonly string[]; under?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const place =
    'dataDirectory' in store
      ? ['--data', store.dataDirectory]
      : ['--database-url', store.databaseUrl]
  // The same heap setting as in `bin/markport.js`.
  const heap = '--max-semi-space-size=4'
  const serve = [heap, main, 'serve', '--json', '--listen', '127.0.0.1:0', ...place]
  const { args = [], under = [] } = options
  return startProcess([...under, process.execPath, ...serve, ...args])
}

export async function startProcess(command: readonly string[]): Promise<ServiceProcess> {
  const [program, ...args] = command
  const startedAt = performance.now()
  const child = spawn(program as string, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errorText = ''
  // A failing test may not come to its end.
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as ServiceEnd)
  const errorMatch = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [found] = pattern.exec(errorText) ?? []
      if (found !== undefined) return found
      const more = await Promise.race([once(child.stderr, 'data'), ended])
      if ('code' in more) throw new Error(`nothing matches ${pattern}: ${errorText}`)
    }
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText += text
  })
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([once(lines, 'line').then(String), ended])
  if (typeof line !== 'string') throw new Error(`the process ended at its start: ${errorText}`)
  return {
    ...(JSON.parse(line) as { url: string; endpoint: string; token?: string }),
    pid: child.pid as number,
    startedInMs: performance.now() - startedAt,
    ended,
    errorMatch,
    errorText: () => errorText,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
