/** `markport token`: create, list and delete API tokens and host tokens; rotate the signing key. @module */
import type { Command } from 'commander'
import { apiTokens } from '../auth/api-tokens.ts'
import { hostTokens } from '../auth/host-tokens.ts'
import { firstAdministrator } from '../auth/initialize-store.ts'
import type { OptionName, OptionValues } from '../config/config.ts'
import { OptionError, parseDuration } from '../config/option-parsers.ts'
import { RequestError } from '../errors.ts'
import { addOptions, readOptions, storeOptions } from './command-options.ts'
import { type CliContext, UsageError } from './context.ts'
import { instant, printResult, textTable } from './output.ts'
import { commandLineActor, type Store, withStore } from './store.ts'

const tokenOptions: readonly OptionName[] = [...storeOptions, 'maxLiveTokens']

/**
 * Add the commands.
 * @param program The program.
 * @param context What they may use.
 */
export function registerToken(program: Command, context: CliContext): void {
  const token = program.command('token').description('Manage tokens.')
  registerCreate(token, context)
  registerList(token, context)
  const remove = token
    .command('delete')
    .description('Delete a token; it is refused from the next request on.')
    .argument('<id>', 'The token.')
  addOptions(remove, storeOptions).action((id: string) => {
    const values = readOptions(remove, context.env)
    return withStore(context, values, async (store) => {
      await deleteEither(store, id)
      printResult(context, values.json ?? false, { id }, () => `Deleted the token ${id}.`)
    })
  })
  const rotate = token
    .command('rotate-key')
    .description('Sign new tokens with a new key; tokens that live stay valid.')
  addOptions(rotate, storeOptions).action(() => {
    const values = readOptions(rotate, context.env)
    return withStore(context, values, async ({ database, ids, clock }) => {
      await apiTokens(database, ids, clock).rotateSigningKey(commandLineActor)
      printResult(
        context,
        values.json ?? false,
        { rotated: true },
        () => 'New tokens are signed with a new key from now on.',
      )
    })
  })
}

function registerCreate(token: Command, context: CliContext): void {
  const create = token
    .command('create')
    .description('Create a token and print it, this once.')
    .argument('<name>', '3 to 50 of A-Z a-z 0-9 _ -')
    .option('--owner <user>', 'The user whose permissions it carries.', firstAdministrator)
    .option(
      '--expires-in <duration>',
      'How long it lives, such as 12h or 30d; at most 365d.',
      '30d',
    )
    .option('--host', "Make a token of the wiki's own API instead of the import.")
  addOptions(create, tokenOptions).action((name: string) => {
    const values = readOptions(create, context.env)
    const options = create.opts() as { owner: string; expiresIn: string; host?: boolean }
    const input = {
      name,
      owner: options.owner,
      lifetimeMs: readLifetime(options.expiresIn),
      createdBy: commandLineActor,
    }
    return withStore(context, values, (store) =>
      options.host
        ? createHostToken(store, input, values, context)
        : createApiToken(store, input, values, context),
    )
  })
}

type TokenInput = Parameters<ReturnType<typeof apiTokens>['create']>[0]

async function createApiToken(
  { database, ids, clock }: Store,
  input: TokenInput,
  values: OptionValues,
  context: CliContext,
): Promise<void> {
  const { maxLiveTokens } = values
  const limits = maxLiveTokens === undefined ? {} : { maxLiveTokens }
  const made = await apiTokens(database, ids, clock, limits).create(input)
  const { id, name, token, owner, createdAt, expiresAt, license, warning } = made
  if (warning !== undefined) context.stderr.line(`Warning: ${warning}`)
  const json = { id, name, token, owner, createdAt, expiresAt, license }
  printResult(context, values.json ?? false, json, () => shownOnce(made))
}

async function createHostToken(
  { database, ids, clock }: Store,
  input: TokenInput,
  values: OptionValues,
  context: CliContext,
): Promise<void> {
  const made = await hostTokens(database, ids, clock).create(input)
  printResult(context, values.json ?? false, { ...made, license: null }, () => shownOnce(made))
}

function shownOnce(made: {
  name: string
  owner: string
  expiresAt: Date
  token: string
}): string[] {
  const { name, owner, expiresAt, token } = made
  const said = `Created ${name} for ${owner}, until ${instant(expiresAt)}. Copy it now, it is not shown again:`
  return [said, '', token, '']
}

function readLifetime(text: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new UsageError(`--expires-in: got ${JSON.stringify(text)}, but ${error.message}.`)
  }
}

function registerList(token: Command, context: CliContext): void {
  const list = token.command('list').description('List all tokens, without their text.')
  addOptions(list, storeOptions).action(() => {
    const values = readOptions(list, context.env)
    return withStore(context, values, async ({ database, ids, clock }) => {
      const api = await apiTokens(database, ids, clock).list()
      const host = await hostTokens(database, ids, clock).list()
      const all = [
        ...api.map((one) => ({ ...one, kind: 'api' })),
        ...host.map((one) => ({ ...one, license: null, kind: 'host' })),
      ]
      printResult(context, values.json ?? false, all, () =>
        textTable(
          ['ID', 'NAME', 'KIND', 'OWNER', 'CREATED', 'EXPIRES', 'LAST USED'],
          all.map((one) => [
            one.id,
            one.name,
            one.kind,
            one.owner,
            instant(one.createdAt),
            instant(one.expiresAt),
            instant(one.lastUsedAt),
          ]),
        ),
      )
    })
  })
}

/** Both kinds take their ids from one row of numbers, so an id names one token at most. */
async function deleteEither({ database, ids, clock }: Store, id: string): Promise<void> {
  try {
    await apiTokens(database, ids, clock).delete(id, commandLineActor)
  } catch (error) {
    if (!(error instanceof RequestError && error.key === 'not-found')) throw error
    await hostTokens(database, ids, clock).delete(id, commandLineActor)
  }
}
