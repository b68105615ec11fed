/** `markport license`: show and set. @module */
import { Argument, type Command } from 'commander'
import { getLicense, type License, licenseStatuses, setLicense } from '../../accounts/license.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { commandLineActor, onStore, withStore } from '../store/store.ts'
import { instant, printResult } from '../text-output.ts'

export function registerLicense(program: Command, context: CliContext): void {
  const license = program.command('license').description('Show and set the license.')
  const show = license.command('show').description('Show the license.')
  onStore(show, context, async ({ database }) => {
    const license = await getLicense(database)
    return [license, inWords(license)]
  })
  const set = license
    .command('set')
    .description('Set the license.')
    .addArgument(new Argument('<status>', 'The new state.').choices([...licenseStatuses]))
    .option('--trial-ends <instant>', 'End of a trial, as ISO 8601.')
  addOptions(set, storeOptions).action((status: string) => {
    const values = readOptions(set, context.env)
    const trialEnds = readInstant((set.opts() as { trialEnds?: string }).trialEnds)
    if ((status === 'trial') !== (trialEnds !== null)) {
      throw new UsageError(
        '--trial-ends goes with trial, and with it alone: license set trial --trial-ends 2030-12-31T00:00:00Z',
      )
    }
    return withStore(context, values, async ({ database, ids, clock }) => {
      const change = { status, trialEnds, setBy: commandLineActor }
      const license = await setLicense(database, ids, clock, change)
      printResult(context, values.json ?? false, license, () => inWords(license))
    })
  })
}

function readInstant(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new UsageError(
      `--trial-ends: got ${JSON.stringify(text)}, but use an instant such as 2030-12-31T00:00:00Z.`,
    )
  }
  return date
}

function inWords({ status, trialEnds }: License): string {
  return trialEnds === null
    ? `The license is ${status}.`
    : `The license is a ${status} until ${instant(trialEnds)}.`
}
