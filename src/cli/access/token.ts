/** `markport token`: create, renew, list and delete API tokens and host tokens; rotate the signing key. @module */
import type { Command } from 'commander'
import { getLicense } from '../../auth/license.ts'
import { apiTokens } from '../../auth/tokens/api-tokens.ts'
import { hostTokens } from '../../auth/tokens/host-tokens.ts'
import type { ApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { foreseeTokenAnswer, type TokenAnswer } from '../../auth/tokens/token-answer.ts'
import { isExpiringSoon } from '../../auth/tokens/token-lifetime.ts'
import { RequestError } from '../../base/errors.ts'
import type { CliContext } from '../context.ts'
import { instant, textTable } from '../output.ts'
import { commandLineActor, onStore, type Store } from '../store/store.ts'
import { registerNewToken } from './new-token.ts'

export function registerToken(program: Command, context: CliContext): void {
  const token = program.command('token').description('Manage tokens.')
  registerNewToken(token, context)
  registerList(token, context)
  const remove = token
    .command('delete')
    .description('Delete a token; it is refused from the next request on.')
    .argument('<id>', 'The token.')
  onStore(remove, context, async (store, id: string) => {
    await deleteEither(store, id)
    return [{ id }, `Deleted the token ${id}.`]
  })
  const rotate = token
    .command('rotate-key')
    .description('Sign new tokens with a new key; tokens that live stay valid.')
  onStore(rotate, context, async ({ database, ids, clock }) => {
    await apiTokens(database, ids, clock).rotateSigningKey(commandLineActor)
    return [{ rotated: true }, 'New tokens are signed with a new key from now on.']
  })
}

/** What a host token is not asked for. */
const hostScope = { description: '', isCreateOnly: false, isPreviewOnly: false, license: null }

function registerList(token: Command, context: CliContext): void {
  const list = token.command('list').description('List all tokens, without their text.')
  onStore(list, context, async ({ database, ids, clock }) => {
    const api = await apiTokens(database, ids, clock).list()
    const host = await hostTokens(database, ids, clock).list()
    const now = clock()
    const license = await getLicense(database)
    const all = [
      ...api.map(({ isOwnerDisabled, hasSpace, ...one }) => {
        const { state } = foreseeTokenAnswer({ ...one, isOwnerDisabled, hasSpace }, license, now)
        return { ...one, scopes: ['import'], kind: 'api', state }
      }),
      ...host.map((one) => {
        const state = one.expiresAt <= now ? ('expired' as const) : ('active' as const)
        return { ...one, ...hostScope, kind: 'host', state }
      }),
    ].map((one) => ({ ...one, isExpiringSoon: isExpiringSoon(one, now) }))
    return [all, tokenTable(all)]
  })
}

interface ListedToken extends Omit<ApiToken, 'license'> {
  readonly scopes: readonly string[]
  readonly kind: string
  readonly isExpiringSoon: boolean
  readonly state: TokenAnswer['state']
}

function tokenTable(all: readonly ListedToken[]): string[] {
  return textTable(
    [
      'ID',
      'NAME',
      'KIND',
      'STATE',
      'OWNER',
      'SCOPES',
      'SPACES',
      'CREATED',
      'EXPIRES',
      'LAST USED',
      'DESCRIPTION',
    ],
    all.map((one) => [
      one.id,
      one.name,
      one.kind,
      one.state,
      one.owner,
      one.scopes.join(','),
      `${one.spaces?.join(',') ?? 'all'}${one.isPreviewOnly ? ' (preview only)' : one.isCreateOnly ? ' (create only)' : ''}`,
      instant(one.createdAt),
      `${instant(one.expiresAt)}${one.isExpiringSoon ? ' (soon)' : ''}`,
      instant(one.lastUsedAt),
      one.description,
    ]),
  )
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
