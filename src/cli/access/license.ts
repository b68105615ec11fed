/** `markport license`: show and set. @module */
import type { Command } from 'commander'
import { getLicense, type License, licenseStatuses, setLicense } from '../../accounts/license.ts'
import { type CliContext, UsageError } from '../context.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from '../store/store.ts'
import { instant } from '../text-output.ts'

export function registerLicense(program: Command, context: CliContext): void {
  const license = program.command('license').description('Show and set the license.')
  const add = storeCommands(license, context)
  add('show', 'Show the license.', async ({ database }) => {
    const license = await getLicense(database)
    return [license, inWords(license)]
  })
  add(
    'set <status>',
    'Set the license.',
    async (store: StoreAtWork<{ trialEnds?: string }>, status: string) => {
      const trialEnds = readInstant(store.flags.trialEnds)
      const license = await setLicense(store, { status, trialEnds, setBy: commandLineActor })
      return [license, inWords(license)]
    },
    {
      choices: licenseStatuses,
      flags: [['--trial-ends <instant>', 'End of a trial, as ISO 8601.']],
      check: ({ trialEnds }, [status]) => {
        if ((status === 'trial') !== (readInstant(trialEnds) !== null)) {
          throw new UsageError(
            '--trial-ends goes with trial, and with it alone: license set trial --trial-ends 2030-12-31T00:00:00Z',
          )
        }
      },
    },
  )
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
