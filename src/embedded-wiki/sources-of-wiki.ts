/** Sources of the wiki in the store. @module */
import { auditStamps } from '../auth/audit.ts'
import type { Clock } from '../auth/clock.ts'
import { RequestError } from '../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import type { SourceWiki } from '../importing/sources/source-seam.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { findOwnSpace } from './store/reserving/reserve-pages.ts'
import { closeSource } from './store/sources/close-source.ts'
import { findSourceEdits } from './store/sources/find-edits.ts'
import { listSourcePages } from './store/sources/list-source.ts'

interface SourcesDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork, 'findLineEdits'>
}

export function sourcesOfWiki({ database, ids, clock, workers }: SourcesDependencies): SourceWiki {
  return {
    async listSource({ spaceIdOrKey, writer, ...part }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      return space && listSourcePages(database, { ...part, spaceId: Number(space.id) })
    },
    async closeSource({ spaceIdOrKey, writer, actor, name, run, paths, prune, dryRun }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      if (space === undefined) return undefined
      if (prune === 'archive') throw cannotArchive()
      return database.write(closeSource, {
        ...(await auditStamps(ids, clock)(actor)),
        ...{ name, run, paths, dryRun, prunes: prune },
        spaceId: Number(space.id),
        userId: writer.userId,
      })
    },
    async findSourceEdits({ spaceIdOrKey, writer, name, path }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      const wanted = space && { spaceId: Number(space.id), name, path }
      return wanted && findSourceEdits(database, wanted, workers.findLineEdits)
    },
  }
}

function cannotArchive() {
  return new RequestError(
    'bad-request',
    'prune must be true or false here: only spaces that are connected to a Confluence that can archive take "archive".',
    { field: 'prune' },
  )
}
