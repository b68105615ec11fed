/** `markport webhook`: whom the store's service tells of changes. @module */
import type { Command } from 'commander'
import { counted } from '../contract/base/visible-text.ts'
import {
  isToldOfAll,
  type Webhook,
  type Webhooks,
  webhooks,
} from '../wiki/import/changes/webhooks/webhooks.ts'
import { addOptions, readOptions, storeOptions } from './command-options.ts'
import { type CliContext, UsageError } from './context.ts'
import { readNamedFile } from './named-file.ts'
import { commandLineActor, onStore, type Store, withStore } from './store/store.ts'
import { instant, printResult, textTable } from './text-output.ts'

export function registerWebhook(program: Command, context: CliContext): void {
  const webhook = program
    .command('webhook')
    .description('Manage webhooks, which send changes to other programs.')
  registerAdd(webhook, context)
  const list = webhook.command('list').description('List the webhooks with their state.')
  onStore(list, context, async (store) => {
    const all = await keeperOf(store).list()
    return [all, all.length === 0 ? 'There is no webhook.' : listLines(all)]
  })
  const retry = webhook
    .command('retry')
    .description('Send now what waits for a webhook, even if it was stopped.')
    .argument('<id>', 'The webhook.')
  onStore<[string]>(retry, context, async (store, id) => {
    const retriedWebhook = await keeperOf(store).retry(id, commandLineActor)
    return [retriedWebhook, `${counted(retriedWebhook.waiting, 'change')} will be sent to it.`]
  })
  const remove = webhook
    .command('delete')
    .description('Delete a webhook, and the messages that wait for it.')
    .argument('<id>', 'The webhook.')
  onStore<[string]>(remove, context, async (store, id) => {
    await keeperOf(store).delete(id, commandLineActor)
    return [{ id }, `Deleted the webhook ${id}.`]
  })
}

/** Includes types of later versions. */
const allTypes = 'all'

interface AddFlags {
  readonly secretFile?: string
  readonly types?: string
  readonly allowPrivate?: boolean
}

function registerAdd(webhook: Command, context: CliContext): void {
  const command = webhook
    .command('add')
    .description('Send changes to an address from now on, or change its secret.')
    .argument('<key>', 'The space; * for all.')
    .argument('<url>', 'The address, with https; http for this machine only.')
    .option(
      '--secret-file <file>',
      'File with the secret that signs the messages: whsec_ and 24 to 64 bytes in base64; two lines sign with both.',
    )
    .option(
      '--types <types>',
      `Tell of these types of changes only, between commas; ${allTypes}, as without it, of every one.`,
    )
    .option('--allow-private', 'Send to a private network as well.')
    .option('--no-allow-private', 'Send to none any more.')
  addOptions(command, storeOptions).action((space: string, url: string) => {
    const values = readOptions(command, context.env)
    const { secretFile, types, allowPrivate } = command.opts<AddFlags>()
    if (secretFile === undefined) {
      throw new UsageError(
        '--secret-file is missing. Make one with: echo "whsec_$(openssl rand -base64 32)" > FILE',
      )
    }
    const secret = readNamedFile(secretFile, '--secret-file').toString()
    return withStore(context, values, async (store) => {
      const choice = { types: readTypes(types), allowsPrivate: allowPrivate }
      const newWebhook = await keeperOf(store).add(
        { space, url, secret, ...choice },
        commandLineActor,
      )
      printResult(
        context,
        values.json ?? false,
        newWebhook,
        () => `Added the webhook ${newWebhook.id}.`,
      )
    })
  })
}

function readTypes(flag: string | undefined): string[] | undefined {
  const types = flag?.trim()
  return types === allTypes ? [] : types?.split(/\s*,\s*/)
}

function keeperOf({ database, ids, clock }: Store): Webhooks {
  return webhooks(database, ids, clock)
}

function listLines(all: readonly Webhook[]): string[] {
  const rows = all.map((webhook) => [
    ...[
      webhook.id,
      webhook.space,
      webhook.url,
      isToldOfAll(webhook) ? allTypes : webhook.types.join(','),
    ],
    ...[
      webhook.allowsPrivate ? 'allowed' : '',
      webhook.state,
      webhook.problem ?? '',
      String(webhook.waiting),
    ],
    instant(webhook.deliveredAt),
  ])
  const firstHeadings = ['ID', 'SPACE', 'ADDRESS', 'TYPES', 'PRIVATE']
  return textTable([...firstHeadings, 'STATE', 'PROBLEM', 'WAITING', 'LAST TOLD'], rows)
}
