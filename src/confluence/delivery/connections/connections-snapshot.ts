/** The connected spaces as a process knows them, so that imports into others ask for nothing. @module */
import type { Database } from '../../../store/database.ts'
import { findSpace, foldSpaceKey } from '../../../wiki/import/spaces.ts'
import type { SpaceConnection } from './space-connection.ts'
import type { SpaceConnections } from './space-connections.ts'

export interface ConnectionsSnapshot {
  /**
   * Find a connection, up to a few seconds old.
   * @param idOrKey As the caller wrote it.
   */
  find(idOrKey: string): Promise<SpaceConnection | undefined>
  findById(spaceId: string): Promise<SpaceConnection | undefined>
  hasAny(): Promise<boolean>
  refresh(): Promise<void>
}

const maxAgeMs = 2_000

export function connectionsSnapshot(
  database: Database,
  connections: Pick<SpaceConnections, 'list'>,
): ConnectionsSnapshot {
  let known: readonly SpaceConnection[] | undefined
  let readAtMs = 0
  let reading: Promise<void> | undefined
  const read = async (): Promise<void> => {
    known = await connections.list()
    readAtMs = performance.now()
  }
  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const current = async (): Promise<readonly SpaceConnection[]> => {
    if (known === undefined) await refresh()
    // Refresh in the background; if the store is away, the old list stays.
    else if (performance.now() - readAtMs > maxAgeMs) refresh().catch(() => {})
    return known ?? []
  }
  return {
    refresh,
    async find(idOrKey) {
      const all = await current()
      if (all.length === 0) return undefined
      const key = foldSpaceKey(idOrKey)
      const here = all.find(
        ({ spaceId, spaceKey }) => spaceId === idOrKey || foldSpaceKey(spaceKey) === key,
      )
      if (here !== undefined) return here
      const there = all.filter(
        ({ remoteSpace }) => remoteSpace.id === idOrKey || foldSpaceKey(remoteSpace.key) === key,
      )
      // Ids and keys of different sites may be equal, and embedded spaces come first.
      if (there.length !== 1 || (await findSpace(database, idOrKey)) !== undefined) return undefined
      return there[0]
    },
    hasAny: async () => (await current()).length > 0,
    async findById(spaceId) {
      const isIt = (one: SpaceConnection): boolean => one.spaceId === spaceId
      const found = (await current()).find(isIt)
      if (found !== undefined) return found
      await refresh()
      return known?.find(isIt)
    },
  }
}
