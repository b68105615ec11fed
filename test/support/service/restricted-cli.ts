/**
 * The command line, run by a user who may not read every file. The program may be one of those
 * files, so its modules are loaded first.
 * @module
 */
import process from 'node:process'
import { runCli } from '../../../src/cli/run-cli.ts'
import { becomeRestricted } from '../base/restricted-user.ts'

becomeRestricted()
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
