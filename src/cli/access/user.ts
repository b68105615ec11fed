/** `markport user`: add, list, change, disable, enable, delete, and access to spaces. @module */
import { Argument, type Command, Option } from 'commander'
import { spaceAccess } from '../../accounts/access.ts'
import { findPublicAddress } from '../../accounts/initialize-store.ts'
import { groupRights } from '../../accounts/openid/provider-rights.ts'
import { oneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { secondFactors } from '../../accounts/second-factor/second-factors.ts'
import { type User, users } from '../../accounts/users.ts'
import { RequestError } from '../../contract/errors.ts'
import { getSpace } from '../../wiki/import/spaces.ts'
import { confirm, yesFlag } from '../ask.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, UsageError } from '../context.ts'
import { readNamedFile } from '../named-file.ts'
import { commandLineActor, onStore, type Store, withStore } from '../store/store.ts'
import { instant, printResult, textTable } from '../text-output.ts'

export function registerUser(program: Command, context: CliContext): void {
  const user = program.command('user').description('Manage users and their access to spaces.')
  registerAdd(user, context)
  registerLink(user, context)
  const list = user.command('list').description('List all users.')
  onStore(list, context, async (store) => {
    const all = await keeper(store).list()
    return [all.map(userJson), userTable(all)]
  })
  registerChange(user, context)
  const disable = user
    .command('disable')
    .description('Disable a user: no sign-in, no tokens, no access; pages keep their author.')
    .argument('<name>', 'The user.')
  onStore(disable, context, async (store, name: string) => {
    await keeper(store).disable(name, commandLineActor)
    return [{ name }, `Disabled ${name}.`]
  })
  const enable = user
    .command('enable')
    .description('Enable a disabled user again, with their tokens and access.')
    .argument('<name>', 'The user.')
  onStore(enable, context, async (store, name: string) => {
    await keeper(store).enable(name, commandLineActor)
    return [{ name }, `Enabled ${name}.`]
  })
  registerDelete(user, context)
  const reset = user
    .command('reset-second-factor')
    .description('Remove the second factor of a user who lost it: the password alone lets them in.')
    .argument('<name>', 'The user.')
  onStore(reset, context, async (store, name: string) => {
    const { database, ids, clock } = store
    const target = await keeper(store).findByName(name)
    if (target === undefined) throw noSuchUser(name)
    await secondFactors(database, ids, clock).remove(target.id, commandLineActor)
    return [{ name: target.name }, `${target.name} has no second factor.`]
  })
  const endGroups = user
    .command('end-group-access')
    .description(
      'Revoke what groups of the OpenID provider gave a user, until they sign in there again, and end their sessions.',
    )
    .argument('<name>', 'The user.')
  onStore(endGroups, context, async (store, name: string) => {
    const { database, ids, clock } = store
    const target = await keeper(store).findByName(name)
    if (target === undefined) throw noSuchUser(name)
    await groupRights(database, ids, clock).end(target.id, commandLineActor)
    return [{ name: target.name }, `${target.name} has no access by groups, and is signed out.`]
  })
  registerAccess(user, context)
}

function keeper({ database, ids, clock }: Store): ReturnType<typeof users> {
  return users(database, ids, clock, passwords())
}

function registerDelete(user: Command, context: CliContext): void {
  const command = user
    .command('delete')
    .description('Delete a user for good; pages keep an author without a name.')
    .argument('<name>', 'The user.')
    .option(...yesFlag)
  addOptions(command, storeOptions).action(async (name: string) => {
    const values = readOptions(command, context.env)
    const json = values.json ?? false
    await confirm(context, { ...command.opts(), json }, `Delete the user ${name} for good?`)
    return withStore(context, values, async (store) => {
      await keeper(store).delete(name, commandLineActor)
      printResult(context, json, { name }, () => [
        `Deleted ${name}: sessions, tokens, second factor and access are gone.`,
        'Their pages name “a deleted user”. Audit records from before keep the name until they lapse.',
      ])
    })
  })
}

function registerAdd(user: Command, context: CliContext): void {
  const add = user
    .command('add')
    .description('Add a user; without a password, print a link that lets them choose one.')
    .argument('<name>', 'The name to sign in with.')
    .option('--email <address>', 'Their e-mail address.')
    .option('--admin', 'Make them an administrator.')
    .option('--password-file <file>', 'File with their password.')
  onStore(add, context, async (store, name: string) => {
    const { values } = store
    const options = add.opts() as { email?: string; admin?: boolean; passwordFile?: string }
    const newUser = await keeper(store).create({
      name,
      email: options.email,
      isAdministrator: options.admin ?? false,
      password: readPassword(options.passwordFile),
      createdBy: commandLineActor,
    })
    const link = newUser.hasPassword
      ? undefined
      : await createLink(store, newUser, values.publicUrl, context)
    const json = { ...userJson(newUser), passwordLink: link ?? null }
    return [
      json,
      link === undefined
        ? `Added ${newUser.name}.`
        : [`Added ${newUser.name}. This link lets them choose a password, once:`, `  ${link}`],
    ]
  })
  addOptions(add, ['publicUrl'])
}

function registerChange(user: Command, context: CliContext): void {
  const change = user
    .command('change')
    .description('Change the name, the e-mail address or the role of a user.')
    .argument('<name>', 'The user.')
    .option('--name <name>', 'The name to sign in with from now on.')
    .option('--email <address>', 'Their e-mail address.')
    .addOption(
      new Option('--admin <choice>', 'Whether they are an administrator.').choices(['yes', 'no']),
    )
  onStore(change, context, async (store, currentName: string) => {
    const { name, email, admin } = change.opts() as ChangeOptions
    if (name === undefined && email === undefined && admin === undefined) {
      throw new UsageError('Say what changes: --name, --email or --admin.')
    }
    const to = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(admin !== undefined && { isAdministrator: admin === 'yes' }),
    }
    const input = { name: currentName, to, changedBy: commandLineActor }
    const changedUser = await keeper(store).change(input)
    return [userJson(changedUser), userTable([changedUser])]
  })
}

interface ChangeOptions {
  readonly name?: string
  readonly email?: string
  readonly admin?: 'yes' | 'no'
}

function registerLink(user: Command, context: CliContext): void {
  const link = user
    .command('link')
    .description('Print a link that lets a user choose a password, once, for 7 days.')
    .argument('<name>', 'The user.')
  onStore(link, context, async (store, name: string) => {
    const { values } = store
    const target = await keeper(store).findByName(name)
    if (target === undefined) throw noSuchUser(name)
    const passwordLink = await createLink(store, target, values.publicUrl, context)
    return [{ name: target.name, passwordLink }, passwordLink]
  })
  addOptions(link, ['publicUrl'])
}

function readPassword(file: string | undefined): string | undefined {
  // Editors end files with a line break that is not part of the password.
  return (
    file &&
    readNamedFile(file, '--password-file')
      .toString()
      .replace(/\r?\n$/, '')
  )
}

/** Make a link with the given address, or the one at which the store was last served. */
async function createLink(
  { database, ids, clock }: Store,
  { id }: User,
  publicUrl: string | undefined,
  { stderr }: CliContext,
): Promise<string> {
  const { choosePasswordPath } = await import('../../server/web/sign-in/choose-password.ts')
  const links = oneTimeLinks(database, ids, clock, passwords())
  const address = publicUrl ?? (await findPublicAddress(database))
  if (address === undefined) {
    stderr.line(
      'No service has run on this store yet, so its address is not known. Put it before the link, or give --public-url.',
    )
  }
  return (address ?? '') + choosePasswordPath((await links.create(id, commandLineActor)).code)
}

function registerAccess(user: Command, context: CliContext): void {
  const grant = user
    .command('grant')
    .description('Give a user access to a space.')
    .argument('<name>', 'The user.')
    .argument('<key>', 'The space.')
    .addArgument(new Argument('<access>', 'What they may do.').choices(['read', 'write']))
  onStore(grant, context, async (store, name: string, key: string, access: 'read' | 'write') => {
    const place = await findPlace(store, name, key)
    const levels = spaceAccess(store.database, store.ids, store.clock)
    await levels.grant({ ...place, access, grantedBy: commandLineActor })
    return [{ name, key, access }, `${name} may ${access} in ${key}.`]
  })
  const revoke = user
    .command('revoke')
    .description("Revoke a user's access to a space.")
    .argument('<name>', 'The user.')
    .argument('<key>', 'The space.')
  onStore(revoke, context, async (store, name: string, key: string) => {
    const place = await findPlace(store, name, key)
    const access = spaceAccess(store.database, store.ids, store.clock)
    await access.revoke({ ...place, revokedBy: commandLineActor })
    return [{ name, key }, `${name} has no access to ${key}.`]
  })
}

async function findPlace(
  store: Store,
  name: string,
  key: string,
): Promise<{ userId: number; spaceId: number }> {
  const user = await keeper(store).findByName(name)
  if (user === undefined) throw noSuchUser(name)
  const space = await getSpace(store.database, key)
  return { userId: user.id, spaceId: Number(space.id) }
}

function noSuchUser(name: string): RequestError {
  return new RequestError('not-found', `There is no user ${name}.`)
}

function userJson({ id, ...rest }: User): object {
  return { id: String(id), ...rest }
}

function userTable(all: readonly User[]): string[] {
  return textTable(
    ['NAME', 'E-MAIL', 'ADMIN', 'PASSWORD', 'DISABLED'],
    all.map(({ name, email, isAdministrator, hasPassword, disabledAt }) => [
      name,
      email,
      isAdministrator ? 'yes' : 'no',
      hasPassword ? 'yes' : 'no',
      disabledAt === null ? 'no' : instant(disabledAt),
    ]),
  )
}
