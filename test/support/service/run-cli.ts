/** Runs the command line: as users do, in a process of its own, or at the price of a call. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCli as runCommandLine } from '../../../src/cli/run-cli.ts'

export interface CliRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const mainFile: string = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

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

export async function callCli(
  args: readonly string[],
  options: {
    env?: Record<string, string>
    input?: string | Uint8Array
    reply?: string | readonly string[]
  } = {},
): Promise<CliRun> {
  const [stdout, stderr] = [new TextSink(), new TextSink()]
  const { input = '', reply } = options
  const stdin = reply === undefined ? Readable.from([Buffer.from(input)]) : typist(stderr, reply)
  const code = await runCommandLine(args, {
    env: { ...process.env, ...options.env },
    stdin,
    stdout,
    stderr,
    clock: () => new Date(),
    untilStopped: () => new Promise(() => {}),
    version: 'test',
  })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

function typist(screen: TextSink, reply: string | readonly string[]): NodeJS.ReadableStream {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true })
  Object.assign(screen, { isTTY: true })
  const replies = [reply].flat()
  screen.on('question', () => {
    const next = replies.shift()
    if (next !== undefined) keyboard.write(`${next}\n`)
  })
  return keyboard
}

class TextSink extends Writable {
  text = ''

  override _write(chunk: Buffer, _: string, done: () => void): void {
    const text = chunk.toString('utf8')
    this.text += text
    if (/(?:\[y\/N\]|:) $/.test(text)) this.emit('question')
    done()
  }
}
