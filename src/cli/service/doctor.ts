/** `markport doctor`: what is wrong with the installation, and how to mend it. @module */
import type { Command } from 'commander'
import type { Check } from '../../database/store-checks.ts'
import { addOptions, readOptions } from '../command-options.ts'
import { type CliContext, CommandError } from '../context.ts'
import { printResult } from '../output.ts'
import { runChecks } from './doctor-checks.ts'
import { readServeSecrets, serveOptions } from './serve.ts'

export function registerDoctor(program: Command, context: CliContext): void {
  const command = program
    .command('doctor')
    .description(
      'Check configuration, store, durability, clock and connections; say how to mend what is wrong.',
    )
  addOptions(command, serveOptions).action(async () => {
    const values = readOptions(command, context.env)
    const secrets = readServeSecrets(command, values, context.env)
    const checks = await runChecks(values, context, secrets)
    printResult(context, values.json ?? false, { checks }, () => checks.flatMap(inWords))
    const wrong = checks.filter(({ ok }) => !ok).length
    if (wrong > 0) {
      throw new CommandError(wrong === 1 ? '1 thing is wrong.' : `${wrong} things are wrong.`)
    }
  })
}

function inWords({ name, ok, detail, mend }: Check): string[] {
  const found = `${ok ? '✓' : '✗'} ${name}: ${detail}`
  return mend === null ? [found] : [found, `    ${mend}`]
}
