/** The commands that give users and groups access to spaces. @module */
import type { AuditedStore } from '../../accounts/audit.ts'
import { getSpace } from '../../wiki/import/spaces.ts'
import type { storeCommands } from '../store/store.ts'

type Access = 'read' | 'write'

export interface Grants {
  /** The user or group, as its words say. */
  readonly whom: string
  grant(store: AuditedStore, name: string, spaceId: number, access: Access): Promise<void>
  revoke(store: AuditedStore, name: string, spaceId: number): Promise<void>
}

export function addGrants(
  add: ReturnType<typeof storeCommands>,
  { whom, grant, revoke }: Grants,
): void {
  add(
    'grant <name> <key> <access>',
    `Give a ${whom} access to a space.`,
    async (store, name: string, key: string, access: Access) => {
      await grant(store, name, await findSpaceId(store, key), access)
      return [{ name, key, access }, `${name} may ${access} in ${key}.`]
    },
    { choices: ['read', 'write'] },
  )
  add(
    'revoke <name> <key>',
    `Revoke a ${whom}'s access to a space.`,
    async (store, name: string, key: string) => {
      await revoke(store, name, await findSpaceId(store, key))
      return [{ name, key }, `${name} has no access to ${key}.`]
    },
  )
}

async function findSpaceId({ database }: AuditedStore, key: string): Promise<number> {
  return Number((await getSpace(database, key)).id)
}
