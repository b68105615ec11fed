/** Builds the embedded wiki: import target, pages and API. @module */
import type { Hono } from 'hono'
import type { HostTokens } from '../../accounts/tokens/host-tokens.ts'
import type { CountRequest } from '../../accounts/tokens/token-rates.ts'
import type { SpaceConnection } from '../../confluence/delivery/connections/space-connection.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Places } from '../../contract/base/places/places.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { embeddedWiki } from '../../wiki/embedded-wiki.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import type { ImportWork } from '../../wiki/import/import-work.ts'
import type { Ledger } from '../../wiki/import/ledger/ledger.ts'
import type { Space, TargetWiki } from '../../wiki/import/target-wiki.ts'
import type { FindPageSource, ReadStoredFiles } from '../../wiki/pages/find-page.ts'
import { pageSources, storedFiles } from '../../wiki/pages/find-page.ts'
import { type CreateSpace, createSpace } from '../../wiki/store/create-space.ts'
import { indexPages } from '../../wiki/store/index-pages.ts'
import { packVersions } from '../../wiki/store/packing/pack-versions.ts'
import { finishPurges } from '../../wiki/store/purging/let-go.ts'
import { type Previews, previewsOf } from '../previews/previews.ts'
import type { HostScope } from '../rest/api-route.ts'
import { hostApi } from '../rest/host-api.ts'
import type { DocumentViewWork } from '../web/document/document-view-work.ts'
import { show } from '../web/frame/show.ts'
import type { Readers } from '../web/session/reading-rule.ts'
import type { WebHandlers } from '../web/web-map.ts'
import { readerPages } from './reader-pages.ts'
import { type Search, searchOf } from './search/search-answer.ts'

/** For previews and the API. */
interface ConnectedSide {
  readonly target: TargetWiki
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
}

export interface EmbeddedWikiParts {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: () => Date
  readonly log: Log
  readonly hostTokens: HostTokens
  readonly countRequest: CountRequest
  readonly workers: EmbeddedWork & DocumentViewWork & ImportWork
  readonly ledger: Ledger
  readonly gate: Places
  /** Shared with other costly work for readers. */
  readonly searchGate: Places
  readonly readers: Readers
  readonly publicUrl: () => string
  readonly reportUrl: string | undefined
  readonly connected: ConnectedSide
}

export interface MountedWiki {
  readonly target: TargetWiki
  readonly previews: Previews
  readonly restApi: Hono<HostScope>
  readonly reader: WebHandlers
  readonly search: Search
  createSpace(space: CreateSpace): Promise<Space>
  readonly findSource: FindPageSource
  readonly readStoredFiles: ReadStoredFiles
  catchUp(isStopping: () => boolean): Promise<number>
  /**
   * @param pause Waits between two steps.
   * @returns The number of packed versions.
   */
  packVersions(pause: (ms: number) => Promise<unknown>): Promise<number>
  finishPurges(pause?: () => Promise<unknown>): Promise<void>
}

export function mountEmbeddedWiki(parts: EmbeddedWikiParts): MountedWiki {
  const { database, ids, clock, searchGate, workers, connected } = parts
  const search = searchOf({ workers, gate: searchGate })
  const target = embeddedWiki(parts)
  const { findConnection } = connected
  return {
    target,
    previews: previewsOf({ ...parts, findConnection }),
    restApi: hostApi({
      ...parts,
      findConnection,
      search,
    }),
    reader: readerPages({ ...parts, search, show }),
    search,
    createSpace: (space) => createSpace(database, ids, clock, space),
    findSource: pageSources(database),
    readStoredFiles: storedFiles(database),
    catchUp: (isStopping) => indexPages(database, workers, isStopping),
    packVersions: (pause) => packVersions(database, pause),
    finishPurges: (pause) => finishPurges(database, pause),
  }
}
