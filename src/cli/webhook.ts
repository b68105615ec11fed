/** `markport webhook`: whom the store's service tells of changes. @module */
import type { Command } from 'commander'
import { counted } from '../contract/base/visible-text.ts'
import { listWebhooks, type Webhook, webhooks } from '../wiki/import/changes/webhooks/webhooks.ts'
import { type CliContext, readNamedFile, UsageError } from './context.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from './store/store.ts'
import { columnTable, instant } from './text-output.ts'

interface AddFlags {
  readonly secretFile?: string
  readonly allowPrivate?: boolean
}

export function registerWebhook(program: Command, context: CliContext): void {
  const webhook = program
    .command('webhook')
    .description('Manage webhooks, which send changes to other programs.')
  const add = storeCommands(webhook, context)
  add(
    'add <key> <url>',
    'Send changes of a space (* for all) to an address from now on, or change its secret.',
    async (store: StoreAtWork<AddFlags>, space: string, url: string) => {
      const { secretFile, allowPrivate } = store.flags
      if (secretFile === undefined) {
        throw new UsageError(
          '--secret-file is missing. Make one with: echo "whsec_$(openssl rand -base64 32)" > FILE',
        )
      }
      const secret = readNamedFile(secretFile, '--secret-file').toString()
      const input = { space, url, secret, allowsPrivate: allowPrivate }
      const newWebhook = await webhooks(store).add(input, commandLineActor)
      return [newWebhook, `Added the webhook ${newWebhook.id}.`]
    },
    {
      flags: [
        [
          '--secret-file <file>',
          'File with the secret that signs the messages: whsec_ and 24 to 64 bytes in base64; two lines sign with both.',
        ],
        ['--allow-private', 'Send to a private network as well.'],
        ['--no-allow-private', 'Send to none any more.'],
      ],
    },
  )
  add('list', 'List the webhooks with their state.', async ({ database }) => {
    const all = await listWebhooks(database)
    return [all, all.length === 0 ? 'There is no webhook.' : listLines(all)]
  })
  add(
    'retry <id>',
    'Send now what waits for a webhook, even if it was stopped.',
    async (store, id: string) => {
      const retriedWebhook = await webhooks(store).retry(id, commandLineActor)
      return [retriedWebhook, `${counted(retriedWebhook.waiting, 'change')} will be sent to it.`]
    },
  )
  add(
    'delete <id>',
    'Delete a webhook, and the messages that wait for it.',
    async (store, id: string) => {
      await webhooks(store).delete(id, commandLineActor)
      return [{ id }, `Deleted the webhook ${id}.`]
    },
  )
}

function listLines(all: readonly Webhook[]): string[] {
  return columnTable(all, {
    ID: ({ id }) => id,
    SPACE: ({ space }) => space,
    ADDRESS: ({ url }) => url,
    PRIVATE: ({ allowsPrivate }) => (allowsPrivate ? 'allowed' : ''),
    STATE: ({ state }) => state,
    PROBLEM: ({ problem }) => problem ?? '',
    WAITING: ({ waiting }) => String(waiting),
    'LAST TOLD': ({ deliveredAt }) => instant(deliveredAt),
  })
}
