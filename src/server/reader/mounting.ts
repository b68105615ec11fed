/** Builds the embedded wiki: import target, pages and API. @module */
import type { HostTokens } from '../../accounts/tokens/host-tokens.ts'
import type { CountRequest } from '../../accounts/tokens/token-rates.ts'
import type { SpaceConnection } from '../../confluence/delivery/connections/space-connections.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Places } from '../../contract/base/places/places.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { embeddedWiki } from '../../wiki/embedded-wiki.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import type { ImportWork } from '../../wiki/import/import-work.ts'
import type { Ledger } from '../../wiki/import/ledger/ledger.ts'
import type { TargetWiki } from '../../wiki/import/target-wiki.ts'
import { indexPages } from '../../wiki/store/index-pages.ts'
import { packVersions } from '../../wiki/store/packing/pack-versions.ts'
import { finishPurges } from '../../wiki/store/purging/let-go.ts'
import { previewsOf } from '../operation/previews.ts'
import { hostApi } from '../rest/host-api.ts'
import type { DocumentViewWork } from '../web/document/document-view-work.ts'
import { show } from '../web/frame/show.ts'
import type { Readers } from '../web/session/reading-rule.ts'
import { documentViews } from './document-views.ts'
import { searchOf } from './search/search-answer.ts'

/** For previews and the API. */
export interface ConnectedSide {
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

export type MountedWiki = ReturnType<typeof mountEmbeddedWiki>

export function mountEmbeddedWiki(parts: EmbeddedWikiParts) {
  const { database, searchGate, workers, connected } = parts
  const search = searchOf({ workers, gate: searchGate })
  const target = embeddedWiki(parts)
  const { findConnection } = connected
  return {
    target,
    previews: previewsOf({ ...parts, findConnection, wikis: [connected.target, target] }),
    restApi: hostApi({ ...parts, findConnection, search }),
    reader: { ...parts, search, show, views: documentViews(database, workers, parts.clock) },
    search,
    catchUp: (isStopping: () => boolean) => indexPages(database, workers, isStopping),
    /** @param pause Waits between two steps. */
    packVersions: (pause: (ms: number) => Promise<unknown>) => packVersions(database, pause),
    finishPurges: (pause?: () => Promise<unknown>) => finishPurges(database, pause),
  }
}
