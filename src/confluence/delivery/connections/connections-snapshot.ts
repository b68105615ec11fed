/** A cache of the connected spaces, so that imports into other spaces query nothing. @module */
import type { Principal } from '../../../accounts/reader.ts'
import type { Database } from '../../../store/database.ts'
import { findSpace, foldSpaceKey } from '../../../wiki/import/spaces.ts'
import { findConnection, listConnections, type SpaceConnection } from './space-connections.ts'

export type ConnectionsSnapshot = ReturnType<typeof connectionsSnapshot>

const maxAgeMs = 2_000

export function connectionsSnapshot(database: Database) {
  let cached: readonly SpaceConnection[] | undefined
  let readAtMs = 0
  let refreshing: Promise<void> | undefined
  const read = async (): Promise<void> => {
    cached = await listConnections(database)
    readAtMs = performance.now()
  }
  const refresh = (): Promise<void> => {
    refreshing ??= read().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  const current = async (): Promise<readonly SpaceConnection[]> => {
    if (cached === undefined) await refresh()
    // Refresh in the background; if the store is away, the old list stays.
    else if (performance.now() - readAtMs > maxAgeMs) refresh().catch(() => {})
    return cached ?? []
  }
  const findIn = async (list: readonly SpaceConnection[], idOrKey: string) => {
    if (list.length === 0) return undefined
    const key = foldSpaceKey(idOrKey)
    const local = list.find(
      ({ spaceId, spaceKey }) => spaceId === idOrKey || foldSpaceKey(spaceKey) === key,
    )
    if (local !== undefined) return local
    const remote = list.filter(
      ({ remoteSpace }) => remoteSpace.id === idOrKey || foldSpaceKey(remoteSpace.key) === key,
    )
    // Ids and keys of different sites may be equal, and embedded spaces come first.
    if (remote.length !== 1 || (await findSpace(database, idOrKey)) !== undefined) return undefined
    return remote[0]
  }
  const find = async (idOrKey: string, mayBeNew = false): Promise<SpaceConnection | undefined> => {
    const list = await current()
    const knownConnection = await findIn(list, idOrKey)
    if (knownConnection !== undefined || !mayBeNew) return knownConnection
    await refresh()
    return findIn(cached ?? [], idOrKey)
  }
  return {
    /**
     * Find a connection; the answer may be a few seconds old.
     * @param idOrKey As the caller wrote it.
     * @param mayBeNew Whether to look in the store for a space that the cache lacks.
     */
    find,
    /** Read the connection from the store, if the writer may write to its space. */
    async open(
      idOrKey: string,
      writableBy: Principal,
      mayBeNew?: boolean,
    ): Promise<SpaceConnection | undefined> {
      const cached = await find(idOrKey, mayBeNew)
      if (cached === undefined) return undefined
      const [connection, space] = await Promise.all([
        findConnection(database, cached.spaceId),
        findSpace(database, cached.spaceId, { writableBy }),
      ])
      return space && connection
    },
    hasAny: async (): Promise<boolean> => (await current()).length > 0,
  }
}
