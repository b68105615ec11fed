/** `markport user`: add, list, change, disable, enable, delete, and access to spaces. @module */
import { type Command, Option } from 'commander'
import { spaceAccess } from '../../accounts/access.ts'
import type { AuditedStore } from '../../accounts/audit.ts'
import { findPublicAddress } from '../../accounts/initialize-store.ts'
import { oneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { secondFactors } from '../../accounts/second-factors.ts'
import { type User, users } from '../../accounts/users.ts'
import { RequestError } from '../../contract/errors.ts'
import { type CliContext, readNamedFile, UsageError } from '../context.ts'
import { commandLineActor, type StoreAtWork, storeCommands } from '../store/store.ts'
import { columnTable, instant } from '../text-output.ts'
import { addGrants } from './grants.ts'

interface AddFlags {
  readonly email?: string
  readonly admin?: boolean
  readonly passwordFile?: string
}

interface ChangeFlags {
  readonly name?: string
  readonly email?: string
  readonly admin?: 'yes' | 'no'
}

const emailFlag = ['--email <address>', 'Their e-mail address.'] as const

export function registerUser(program: Command, context: CliContext): void {
  const user = program.command('user').description('Manage users and their access to spaces.')
  const add = storeCommands(user, context)
  add(
    'add <name>',
    'Add a user; without a password, print a link that lets them choose one.',
    async (store: StoreAtWork<AddFlags>, name: string) => {
      const { email, admin = false, passwordFile } = store.flags
      const newUser = await keeper(store).create({
        name,
        email,
        isAdministrator: admin,
        password: readPassword(passwordFile),
        createdBy: commandLineActor,
      })
      const passwordLink = newUser.hasPassword ? null : await createLink(store, newUser, context)
      const words = `Added ${newUser.name}.`
      return [
        { ...userJson(newUser), passwordLink },
        passwordLink === null
          ? words
          : [`${words} This link lets them choose a password, once:`, `  ${passwordLink}`],
      ]
    },
    {
      options: ['publicUrl'],
      flags: [
        emailFlag,
        ['--admin', 'Make them an administrator.'],
        ['--password-file <file>', 'File with their password.'],
      ],
    },
  )
  add(
    'link <name>',
    'Print a link that lets a user choose a password, once, for 7 days.',
    async (store, name: string) => {
      const target = await findUser(store, name)
      const passwordLink = await createLink(store, target, context)
      return [{ name: target.name, passwordLink }, passwordLink]
    },
    { options: ['publicUrl'] },
  )
  add('list', 'List all users.', async (store) => {
    const all = await keeper(store).list()
    return [all.map(userJson), userTable(all)]
  })
  add(
    'change <name>',
    'Change the name, the e-mail address or the role of a user.',
    async (store: StoreAtWork<ChangeFlags>, currentName: string) => {
      const { name, email, admin } = store.flags
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
    },
    {
      flags: [
        ['--name <name>', 'The name to sign in with from now on.'],
        emailFlag,
        new Option('--admin <choice>', 'Whether they are an administrator.').choices(['yes', 'no']),
      ],
    },
  )
  add(
    'disable <name>',
    'Disable a user: no sign-in, no tokens, no access; pages keep their author.',
    async (store, name: string) => {
      await keeper(store).disable(name, commandLineActor)
      return [{ name }, `Disabled ${name}.`]
    },
  )
  add(
    'enable <name>',
    'Enable a disabled user again, with their tokens and access.',
    async (store, name: string) => {
      await keeper(store).enable(name, commandLineActor)
      return [{ name }, `Enabled ${name}.`]
    },
  )
  add(
    'delete <name>',
    'Delete a user for good; pages keep an author without a name.',
    async (store, name: string) => {
      await keeper(store).delete(name, commandLineActor)
      return [
        { name },
        [
          `Deleted ${name}: sessions, tokens, second factor and access are gone.`,
          'Their pages name “a deleted user”. Audit records from before keep the name until they lapse.',
        ],
      ]
    },
    { question: ([name]) => `Delete the user ${name} for good?` },
  )
  add(
    'reset-second-factor <name>',
    'Remove the second factor of a user who lost it: the password alone lets them in.',
    async (store, name: string) => {
      const target = await findUser(store, name)
      await secondFactors(store).remove(target.id, commandLineActor)
      return [{ name: target.name }, `${target.name} has no second factor.`]
    },
  )
  addGrants(add, {
    whom: 'user',
    async grant(store, name, spaceId, access) {
      const { id } = await findUser(store, name)
      await spaceAccess(store).grant(id, spaceId, access, commandLineActor)
    },
    async revoke(store, name, spaceId) {
      const { id } = await findUser(store, name)
      await spaceAccess(store).revoke(id, spaceId, commandLineActor)
    },
  })
}

function keeper(store: AuditedStore): ReturnType<typeof users> {
  return users(store, passwords())
}

async function findUser(store: AuditedStore, name: string): Promise<User> {
  const user = await keeper(store).findByName(name)
  if (user === undefined) throw new RequestError('not-found', `There is no user ${name}.`)
  return user
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
  store: StoreAtWork,
  { id }: User,
  { stderr }: CliContext,
): Promise<string> {
  const { choosePasswordPath } = await import('../../server/web/sign-in/choose-password.ts')
  const links = oneTimeLinks(store, passwords())
  const address = store.values.publicUrl ?? (await findPublicAddress(store.database))
  if (address === undefined) {
    stderr.line(
      'No service has run on this store yet, so its address is not known. Put it before the link, or give --public-url.',
    )
  }
  return (address ?? '') + choosePasswordPath((await links.create(id, commandLineActor)).code)
}

function userJson({ id, ...rest }: User): object {
  return { id: String(id), ...rest }
}

function userTable(all: readonly User[]): string[] {
  const yesOrNo = (fact: boolean): string => (fact ? 'yes' : 'no')
  return columnTable(all, {
    NAME: ({ name }) => name,
    'E-MAIL': ({ email }) => email,
    ADMIN: ({ isAdministrator }) => yesOrNo(isAdministrator),
    PASSWORD: ({ hasPassword }) => yesOrNo(hasPassword),
    DISABLED: ({ disabledAt }) => (disabledAt === null ? 'no' : instant(disabledAt)),
  })
}
