/** `markport token`: create, list and delete API tokens and host tokens; rotate the signing key. @module */
import { type Command, Option } from 'commander'
import { firstAdministrator } from '../../accounts/initialize-store.ts'
import { getLicense } from '../../accounts/license.ts'
import { apiTokens, type NewApiTokenText } from '../../accounts/tokens/api-tokens.ts'
import { hostTokens } from '../../accounts/tokens/host-tokens.ts'
import { rotateSigningKey } from '../../accounts/tokens/signing-keys.ts'
import { foreseeTokenAnswer, type TokenAnswer } from '../../accounts/tokens/token-answer.ts'
import { isExpiringSoon } from '../../accounts/tokens/token-input.ts'
import { deleteToken, listTokens, type Token } from '../../accounts/tokens/tokens.ts'
import { duration } from '../../contract/options/option-values.ts'
import { readValue } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from '../store/store.ts'
import { columnTable, instant } from '../text-output.ts'

interface CreateFlags {
  readonly expiresIn?: string
  readonly owner?: string
  readonly space?: readonly string[]
  readonly source?: readonly string[]
  readonly createOnly?: boolean
  readonly previewOnly?: boolean
  readonly host?: boolean
}

const defaultLifetime = '30d'

function repeated(flags: string, description: string): Option {
  return new Option(flags, description).argParser((word: string, words: readonly string[] = []) => [
    ...words,
    word,
  ])
}

export function registerToken(program: Command, context: CliContext): void {
  const token = program.command('token').description('Manage tokens.')
  const add = storeCommands(token, context)
  add(
    'create <name>',
    'Create a token and print it once; its name is 3 to 50 of A-Z a-z 0-9 _ -.',
    async (store: StoreAtWork<CreateFlags>, name: string) => {
      const { flags, values } = store
      const { owner = firstAdministrator, space: spaces, source: sources } = flags
      const { createOnly: isCreateOnly = false, previewOnly: isPreviewOnly = false } = flags
      const lifetimeMs = readLifetime(flags)
      const input = { name, owner, spaces, lifetimeMs, createdBy: commandLineActor }
      const limits = { sources, isCreateOnly, isPreviewOnly }
      const newToken = flags.host
        ? await hostTokens(store).create(input)
        : await apiTokens(store, values).create({ ...input, ...limits })
      return outcomeOf(newToken, context)
    },
    {
      options: ['maxLiveTokens'],
      flags: [
        ['--owner <user>', 'The user whose access it carries; the first administrator without it.'],
        repeated(
          '--space <key>',
          'Limit the token to a space; may be repeated. Without it, all spaces of the owner.',
        ),
        repeated(
          '--source <name>',
          'Limit the token to a source; may be repeated. Without it, any source.',
        ),
        ['--create-only', 'Create pages, and change none that is there.'],
        ['--preview-only', 'Put pages into previews, and import none: for pull requests.'],
        ['--host', "Make a token of the wiki's own API instead of the import."],
        [
          '--expires-in <duration>',
          `How long it lives, such as 12h: ${defaultLifetime} unless given, at most 365d.`,
        ],
      ],
      check: ({ host, createOnly, previewOnly, source, ...flags }) => {
        readLifetime(flags)
        if (host && (createOnly || previewOnly || source !== undefined)) {
          throw new UsageError('--host goes without --source, --create-only and --preview-only.')
        }
      },
    },
  )
  add('list', 'List all tokens, without their text.', async ({ database, clock }) => {
    const now = clock()
    const license = await getLicense(database)
    const all = (await listTokens(database)).map((token) => {
      const { isOwnerDisabled: _owner, hasSpace: _space, hasKey: _key, ...fields } = token
      const { state } = foreseeTokenAnswer(token, license, now)
      return { ...fields, state, isExpiringSoon: isExpiringSoon(token, now) }
    })
    return [all, tokenTable(all)]
  })
  add('delete <id>', 'Delete a token; it is refused at once.', async (store, id: string) => {
    await deleteToken(store, id, commandLineActor)
    return [{ id }, `Deleted the token ${id}.`]
  })
  add(
    'rotate-key',
    'Sign new tokens with a new key; existing tokens stay valid.',
    async (store) => {
      await rotateSigningKey(store, commandLineActor)
      return [{ rotated: true }, 'New tokens are signed with a new key from now on.']
    },
  )
}

interface TokenRow extends Token {
  readonly isExpiringSoon: boolean
  readonly state: TokenAnswer['state']
}

function tokenTable(all: readonly TokenRow[]): string[] {
  return columnTable(all, {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    KIND: ({ kind }) => kind,
    STATE: ({ state }) => state,
    OWNER: ({ owner }) => owner,
    SPACES: ({ spaces, isPreviewOnly, isCreateOnly }) =>
      `${spaces?.join(',') ?? 'all'}${isPreviewOnly ? ' (preview only)' : isCreateOnly ? ' (create only)' : ''}`,
    SOURCES: ({ sources }) => sources?.join(', ') ?? 'any',
    CREATED: ({ createdAt }) => instant(createdAt),
    EXPIRES: ({ expiresAt, isExpiringSoon }) =>
      `${instant(expiresAt)}${isExpiringSoon ? ' (soon)' : ''}`,
    'LAST USED': ({ lastUsedAt }) => instant(lastUsedAt),
  })
}

function readLifetime({ expiresIn = defaultLifetime }: CreateFlags): number {
  return readValue(duration, '--expires-in', expiresIn)
}

function outcomeOf(newToken: NewApiTokenText, { stderr }: CliContext): readonly [object, string[]] {
  const { id, name, token, owner, createdAt, expiresAt, license, warning } = newToken
  const { spaces, sources, isCreateOnly, isPreviewOnly } = newToken
  const limits = { spaces, sources, isCreateOnly, isPreviewOnly }
  if (warning !== undefined) stderr.line(`Warning: ${warning}`)
  const sentence = `Created ${name} for ${owner}, until ${instant(expiresAt)}. Copy it now, it is not shown again:`
  return [
    { id, name, token, owner, createdAt, expiresAt, license, ...limits },
    [sentence, '', token, ''],
  ]
}
