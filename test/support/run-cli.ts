/** Runs the command line as users do: a process of its own. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface CliRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const mainFile: string = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/**
 * Run a command to its end.
 * @param args The arguments.
 * @param options Variables beside the usual ones, standard input, a program in place of the real one,
 * and the folder that it runs in.
 */
export async function runCli(
  args: readonly string[],
  options: {
    env?: Record<string, string>
    input?: string | Uint8Array
    program?: string
    cwd?: string
  } = {},
): Promise<CliRun> {
  const env = { ...process.env, ...options.env }
  const { cwd } = options
  const child = spawn(process.execPath, [options.program ?? mainFile, ...args], { env, cwd })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end(options.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
