/** `markport token`: create, renew, list and delete API tokens and host tokens; rotate the signing key. @module */
import type { Command } from 'commander'
import { firstAdministrator } from '../../accounts/initialize-store.ts'
import { getLicense } from '../../accounts/license.ts'
import {
  type ApiTokens,
  apiTokens,
  type NewApiTokenText,
} from '../../accounts/tokens/api-tokens.ts'
import {
  foreseeTokenAnswer,
  type TokenAnswer,
} from '../../accounts/tokens/authenticate-api-token.ts'
import { hostTokens } from '../../accounts/tokens/host-tokens.ts'
import { isExpiringSoon, type Lifetime } from '../../accounts/tokens/token-input.ts'
import {
  deleteToken,
  listTokens,
  type MadeToken,
  type Token,
} from '../../accounts/tokens/tokens.ts'
import { OptionError } from '../../contract/options/option-rows.ts'
import type { OptionName, OptionValues } from '../../contract/options/option-table.ts'
import { duration } from '../../contract/options/option-values.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { commandLineActor, onStore, type Store, withStore } from '../store/store.ts'
import { instant, printResult, textTable } from '../text-output.ts'

export function registerToken(program: Command, context: CliContext): void {
  const token = program.command('token').description('Manage tokens.')
  registerNewToken(token, context)
  registerList(token, context)
  const remove = token
    .command('delete')
    .description('Delete a token; it is refused at once.')
    .argument('<id>', 'The token.')
  onStore(remove, context, async (store, id: string) => {
    await deleteToken(store, id, commandLineActor)
    return [{ id }, `Deleted the token ${id}.`]
  })
  const rotate = token
    .command('rotate-key')
    .description('Sign new tokens with a new key; existing tokens stay valid.')
  onStore(rotate, context, async ({ database, ids, clock }) => {
    await apiTokens(database, ids, clock).rotateSigningKey(commandLineActor)
    return [{ rotated: true }, 'New tokens are signed with a new key from now on.']
  })
}

function registerList(token: Command, context: CliContext): void {
  const list = token.command('list').description('List all tokens, without their text.')
  onStore(list, context, async ({ database, clock }) => {
    const now = clock()
    const license = await getLicense(database)
    const all = (await listTokens(database)).map((token) => {
      const { isOwnerDisabled: _owner, hasSpace: _space, hasKey: _key, ...fields } = token
      const { state } = foreseeTokenAnswer(token, license, now)
      return { ...fields, state, isExpiringSoon: isExpiringSoon(token, now) }
    })
    return [all, tokenTable(all)]
  })
}

interface TokenRow extends Token {
  readonly isExpiringSoon: boolean
  readonly state: TokenAnswer['state']
}

function tokenTable(all: readonly TokenRow[]): string[] {
  return textTable(
    [
      'ID',
      'NAME',
      'KIND',
      'STATE',
      'OWNER',
      'SPACES',
      'SOURCES',
      'CREATED',
      'EXPIRES',
      'LAST USED',
      'DESCRIPTION',
    ],
    all.map((token) => [
      token.id,
      token.name,
      token.kind,
      token.state,
      token.owner,
      `${token.spaces?.join(',') ?? 'all'}${token.isPreviewOnly ? ' (preview only)' : token.isCreateOnly ? ' (create only)' : ''}`,
      token.sources?.join(', ') ?? 'any',
      instant(token.createdAt),
      `${instant(token.expiresAt)}${token.isExpiringSoon ? ' (soon)' : ''}`,
      instant(token.lastUsedAt),
      token.description,
    ]),
  )
}

const tokenOptions: readonly OptionName[] = [...storeOptions, 'maxLiveTokens']

function registerNewToken(token: Command, context: CliContext): void {
  registerCreate(token, context)
  registerRenew(token, context)
}

function registerCreate(token: Command, context: CliContext): void {
  const create = token
    .command('create')
    .description('Create a token and print it once.')
    .argument('<name>', '3 to 50 of A-Z a-z 0-9 _ -')
    .option('--owner <user>', 'The user whose access it carries.', firstAdministrator)
    .option('--description <text>', 'What uses it, and where; at most 200 characters.')
    .option(
      '--space <key>',
      'Limit the token to a space; may be repeated. Without it, all spaces of the owner.',
      (key: string, keys: readonly string[] = []) => [...keys, key],
    )
    .option(
      '--source <name>',
      'Limit the token to a source; may be repeated. Without it, any source.',
      (name: string, names: readonly string[] = []) => [...names, name],
    )
    .option('--create-only', 'Create pages, and change none that is there.')
    .option('--preview-only', 'Put pages into previews, and import none: for pull requests.')
    .option('--host', "Make a token of the wiki's own API instead of the import.")
  addLifetime(create)
  addOptions(create, tokenOptions).action((name: string) => {
    const values = readOptions(create, context.env)
    const options = create.opts() as CreateOptions
    const { owner, description = '', space: spaces, createOnly: isCreateOnly = false } = options
    const { source: sources, previewOnly: isPreviewOnly = false } = options
    const lifetime = readLifetime(options)
    const input = { name, description, owner, spaces, ...lifetime, createdBy: commandLineActor }
    if (options.host && (isCreateOnly || isPreviewOnly || sources !== undefined)) {
      throw new UsageError('--host goes without --source, --create-only and --preview-only.')
    }
    return withStore(context, values, async (store) => {
      const newToken = options.host
        ? await hostTokens(store.database, store.ids, store.clock).create(input)
        : await keeperOf(store, values).create({ ...input, sources, isCreateOnly, isPreviewOnly })
      printNewToken(context, values, newToken, 'Created')
    })
  })
}

function registerRenew(token: Command, context: CliContext): void {
  const renew = token
    .command('renew')
    .description(
      'Renew an import token: a new text and expiry date; the old text is refused at once.',
    )
    .argument('<id>', 'The token.')
  addLifetime(renew)
  addOptions(renew, tokenOptions).action((id: string) => {
    const values = readOptions(renew, context.env)
    const lifetime = readLifetime(renew.opts())
    return withStore(context, values, async (store) => {
      const input = { id, ...lifetime, renewedBy: commandLineActor }
      printNewToken(context, values, await keeperOf(store, values).renew(input), 'Renewed')
    })
  })
}

interface LifetimeOptions {
  readonly expiresIn?: string
}

interface CreateOptions extends LifetimeOptions {
  readonly owner: string
  readonly description?: string
  readonly space?: readonly string[]
  readonly source?: readonly string[]
  readonly createOnly?: boolean
  readonly previewOnly?: boolean
  readonly host?: boolean
}

const defaultLifetime = '30d'

function addLifetime(command: Command): void {
  command.option(
    '--expires-in <duration>',
    `How long it lives, such as 12h: ${defaultLifetime} unless given, at most 365d.`,
  )
}

function readLifetime({ expiresIn: text = defaultLifetime }: LifetimeOptions): Lifetime {
  try {
    return { lifetimeMs: duration.parse(text) }
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new UsageError(`--expires-in: got ${JSON.stringify(text)}, but ${error.message}.`)
  }
}

function keeperOf({ database, ids, clock }: Store, { maxLiveTokens }: OptionValues): ApiTokens {
  return apiTokens(database, ids, clock, maxLiveTokens === undefined ? {} : { maxLiveTokens })
}

function printNewToken(
  context: CliContext,
  values: OptionValues,
  newToken: MadeToken & Pick<NewApiTokenText, 'token' | 'warning'>,
  what: 'Created' | 'Renewed',
): void {
  const { id, name, token, owner, createdAt, expiresAt, license, warning } = newToken
  const { description, spaces, sources, isCreateOnly, isPreviewOnly } = newToken
  const limits = { description, spaces, sources, isCreateOnly, isPreviewOnly }
  const json = { id, name, token, owner, createdAt, expiresAt, license, ...limits }
  if (warning !== undefined) context.stderr.line(`Warning: ${warning}`)
  printResult(context, values.json ?? false, json, () => tokenLines(newToken, what))
}

function tokenLines(
  newToken: { name: string; owner: string; expiresAt: Date; token: string },
  what: string,
): string[] {
  const { name, owner, expiresAt, token } = newToken
  const sentence = `${what} ${name} for ${owner}, until ${instant(expiresAt)}. Copy it now, it is not shown again:`
  return [sentence, '', token, '']
}
