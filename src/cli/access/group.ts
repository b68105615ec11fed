/** `markport group`: groups of users, their members, and what they may do in spaces. @module */
import { Argument, type Command } from 'commander'
import { type Group, type Groups, userGroups } from '../../accounts/groups.ts'
import { RequestError } from '../../contract/errors.ts'
import { getSpace } from '../../wiki/import/spaces.ts'
import type { CliContext } from '../context.ts'
import { commandLineActor, onStore, type Store } from '../store/store.ts'
import { textTable } from '../text-output.ts'

const nameArgument = ['<name>', 'The group; "everybody" is everybody who has a user.'] as const

export function registerGroup(program: Command, context: CliContext): void {
  const group = program.command('group').description('Manage groups and their access to spaces.')
  const list = group.command('list').description('List all groups.')
  onStore(list, context, async (store) => {
    const all = await keeper(store).list()
    return [all.map(groupJson), groupTable(all)]
  })
  const create = group
    .command('create')
    .description('Create a group.')
    .argument(...nameArgument)
  onStore(create, context, async (store, name: string) => {
    const newGroup = await keeper(store).create(name, commandLineActor)
    return [groupJson(newGroup), `Created the group ${newGroup.name}.`]
  })
  const remove = group
    .command('delete')
    .description('Delete a group; its members lose what only it gave.')
    .argument(...nameArgument)
  onStore(remove, context, async (store, name: string) => {
    await keeper(store).delete((await find(store, name)).id, commandLineActor)
    return [{ name }, `Deleted the group ${name}.`]
  })
  registerMembers(group, context)
  registerGrants(group, context)
}

function registerMembers(group: Command, context: CliContext): void {
  const add = group
    .command('add')
    .description('Add a user to a group.')
    .argument(...nameArgument)
    .argument('<user>', 'The user.')
  onStore(add, context, async (store, name: string, user: string) => {
    await keeper(store).add((await find(store, name)).id, user, commandLineActor)
    return [{ name, user }, `${user} is in ${name}.`]
  })
  const remove = group
    .command('remove')
    .description('Remove a user from a group.')
    .argument(...nameArgument)
    .argument('<user>', 'The user.')
  onStore(remove, context, async (store, name: string, user: string) => {
    await keeper(store).remove((await find(store, name)).id, user, commandLineActor)
    return [{ name, user }, `${user} is not in ${name}.`]
  })
}

function registerGrants(group: Command, context: CliContext): void {
  const grant = group
    .command('grant')
    .description('Give a group access to a space.')
    .argument(...nameArgument)
    .argument('<key>', 'The space.')
    .addArgument(new Argument('<access>', 'What it may do.').choices(['read', 'write']))
  onStore(grant, context, async (store, name: string, key: string, access: 'read' | 'write') => {
    const { id } = await find(store, name)
    await keeper(store).grant(id, await findSpaceId(store, key), access, commandLineActor)
    return [{ name, key, access }, `${name} may ${access} in ${key}.`]
  })
  const revoke = group
    .command('revoke')
    .description("Revoke a group's access to a space.")
    .argument(...nameArgument)
    .argument('<key>', 'The space.')
  onStore(revoke, context, async (store, name: string, key: string) => {
    const { id } = await find(store, name)
    await keeper(store).revoke(id, await findSpaceId(store, key), commandLineActor)
    return [{ name, key }, `${name} has no access to ${key}.`]
  })
}

function keeper({ database, ids, clock }: Store): Groups {
  return userGroups(database, ids, clock)
}

async function find(store: Store, name: string): Promise<Group> {
  const group = await keeper(store).findByName(name)
  if (group === undefined) throw new RequestError('not-found', `There is no group ${name}.`)
  return group
}

async function findSpaceId({ database }: Store, key: string): Promise<number> {
  return Number((await getSpace(database, key)).id)
}

function groupJson({ id, name, members, grants }: Group): object {
  return { id: String(id), name, members, grants: grants.map(grantJson) }
}

function grantJson({ spaceKey, access }: Group['grants'][number]): object {
  return { space: spaceKey, access }
}

function groupTable(all: readonly Group[]): string[] {
  return textTable(
    ['NAME', 'MEMBERS', 'ACCESS'],
    all.map(({ name, members, grants }) => [
      name,
      String(members),
      grants.map(({ spaceKey, access }) => `${spaceKey}:${access}`).join(' '),
    ]),
  )
}
