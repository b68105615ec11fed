/** The program: hands the process to the command line, and is the only one to touch it. @module */

import { runCli } from './cli/run-cli.ts'
import { textOutput } from './cli/text-output.ts'
import { version } from './contract/base/version.ts'

// A reader that has enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    textOutput(process.stderr, process.env).lines(`markport: ${text}`.split('\n'))
    process.exit(1)
  })
}

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: () => new Date(),
  untilStopped,
  version,
})

/** The first signal asks to end, the second ends at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve()
        process.once(signal, () => process.exit(1))
      })
    }
  })
}
