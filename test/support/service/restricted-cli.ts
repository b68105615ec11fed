/** The command line as a user who may not read every file. Its modules are loaded first, as they may be unreadable. @module */
import process from 'node:process'
import { runCli } from '../../../src/cli/run-cli.ts'

// Root may read all, so nobody takes its place.
if (process.getuid?.() === 0) {
  const nobodyId = 65_534
  process.setgroups?.([])
  process.setgid?.(nobodyId)
  process.setuid?.(nobodyId)
}
const { env, stdin, stdout, stderr } = process
process.exitCode = await runCli(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  clock: () => new Date(),
  untilStopped: () => new Promise(() => {}),
  version: 'test',
})
