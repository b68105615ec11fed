/** `markport group`: groups of users, their members, and what they may do in spaces. @module */

import type { Command } from 'commander'
import type { AuditedStore } from '../../accounts/audit.ts'
import { type Group, userGroups } from '../../accounts/groups.ts'
import { RequestError } from '../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { commandLineActor, storeCommands } from '../store/store.ts'
import { columnTable } from '../text-output.ts'
import { addGrants } from './grants.ts'

export function registerGroup(program: Command, context: CliContext): void {
  const group = program
    .command('group')
    .description('Manage groups and their access to spaces; "everybody" is every user.')
  const add = storeCommands(group, context)
  add('list', 'List all groups.', async (store) => {
    const all = await userGroups(store).list()
    return [all.map(groupJson), groupTable(all)]
  })
  add('create <name>', 'Create a group.', async (store, name: string) => {
    const newGroup = await userGroups(store).create(name, commandLineActor)
    return [groupJson(newGroup), `Created the group ${newGroup.name}.`]
  })
  add(
    'delete <name>',
    'Delete a group; its members lose what only it gave.',
    async (store, name: string) => {
      await userGroups(store).delete((await find(store, name)).id, commandLineActor)
      return [{ name }, `Deleted the group ${name}.`]
    },
  )
  add('add <name> <user>', 'Add a user to a group.', async (store, name: string, user: string) => {
    await userGroups(store).add((await find(store, name)).id, user, commandLineActor)
    return [{ name, user }, `${user} is in ${name}.`]
  })
  add(
    'remove <name> <user>',
    'Remove a user from a group.',
    async (store, name: string, user: string) => {
      await userGroups(store).remove((await find(store, name)).id, user, commandLineActor)
      return [{ name, user }, `${user} is not in ${name}.`]
    },
  )
  addGrants(add, {
    whom: 'group',
    grant: async (store, name, spaceId, access) =>
      userGroups(store).grant((await find(store, name)).id, spaceId, access, commandLineActor),
    revoke: async (store, name, spaceId) =>
      userGroups(store).revoke((await find(store, name)).id, spaceId, commandLineActor),
  })
}

async function find(store: AuditedStore, name: string): Promise<Group> {
  const group = await userGroups(store).findByName(name)
  if (group === undefined) throw new RequestError('not-found', `There is no group ${name}.`)
  return group
}

function groupJson({ id, name, members, grants }: Group): object {
  const access = grants.map(({ spaceKey: space, access }) => ({ space, access }))
  return { id: String(id), name, members, grants: access }
}

function groupTable(all: readonly Group[]): string[] {
  return columnTable(all, {
    NAME: ({ name }) => name,
    MEMBERS: ({ members }) => String(members),
    ACCESS: ({ grants }) => grants.map(({ spaceKey, access }) => `${spaceKey}:${access}`).join(' '),
  })
}
