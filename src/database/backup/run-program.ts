/** Runs a program to its end, or until it is no longer wanted. @module */
import { spawn } from 'node:child_process'

export interface ProgramRun {
  readonly code: number | null
  readonly stderr: string
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Ends the program at once. */
  readonly signal?: AbortSignal | undefined
  /** Gets what it prints, piece by piece. */
  readonly onOutput?: (bytes: Buffer) => void
}

/** Of what a program complains of, the end says most. */
const maxErrorLength = 2_000

/**
 * Run a program.
 * @param program Its name or path.
 * @param args Its arguments; others on the machine can read them.
 * @param options Its environment, and who gets its output.
 * @throws {Error} With the code `ENOENT` when there is no such program, `ABORT_ERR` when it was ended.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { env, signal, onOutput }: ProgramOptions = {},
): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(env && { env }),
      ...(signal && { signal }),
    })
    let stderr = ''
    child.stdout.on('data', (bytes: Buffer) => onOutput?.(bytes))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-maxErrorLength)
    })
    let failure: Error | undefined
    child.on('error', (error) => {
      failure = error
    })
    // Not before its end: an ended program must not write to what is being removed.
    child.on('close', (code) =>
      failure === undefined ? resolve({ code, stderr }) : reject(failure),
    )
  })
}
