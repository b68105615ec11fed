/** The pages for readers of the embedded wiki, behind the gates of reading. @module */
import type { MiddlewareHandler } from 'hono'
import { admit } from '../../http/admit.ts'
import type { Places } from '../../places/places.ts'
import type { DocumentViewWork } from '../../web/document/document-view-work.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import type { WebScope } from '../../web/web-scope.ts'
import type { ConnectedApplying } from '../connected/apply-connected.ts'
import type { ConnectedSide } from '../connected/connected-side.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { moveRoutes } from './changes/move-routes.ts'
import { type PurgeRouteDependencies, purgeRoutes } from './changes/purge-routes.ts'
import { trashRoutes } from './changes/trash-routes.ts'
import { documentViews } from './document-views.ts'
import { feedRoutes } from './feed-routes.ts'
import { llmsRoutes } from './llms-routes.ts'
import { previewReaderRoutes } from './previews/preview-routes.ts'
import { readerRoutes } from './reader-routes.ts'
import type { ReaderDependencies } from './reader-scope.ts'
import { sitemapRoutes } from './sitemap-routes.ts'

export interface ReaderPagesDependencies
  extends Omit<ReaderDependencies, 'views'>,
    PurgeRouteDependencies {
  readonly connected: ConnectedSide
  readonly applying: ConnectedApplying
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
  /** Where whoever reads passes, and whoever reads sources and differences. */
  readonly gates: { readonly reading: Places; readonly sources: Places }
}

/** Whoever waits to read these takes no place from those who read pages. */
const isOfSource = / \/wiki\/(?:spaces\/:key\/(?:adf|markdown|compare)|previews\/:name\/changes)\//

/**
 * Make the pages.
 * @param dependencies The store, who may read, workers, and the frame.
 */
export function readerPages(dependencies: ReaderPagesDependencies): WebHandlers {
  const { database, gates, workers, clock } = dependencies
  const all = { ...dependencies, views: documentViews(database, workers, clock) }
  const handlers: WebHandlers = {
    ...attachmentRoutes(dependencies),
    ...readerRoutes(all),
    ...llmsRoutes(all),
    ...feedRoutes(all),
    ...sitemapRoutes(all),
    ...moveRoutes(all),
    ...previewReaderRoutes(all),
    ...trashRoutes(all),
    ...purgeRoutes(dependencies),
  }
  const enter = (gate: Places): MiddlewareHandler<WebScope> => admit(gate, (c) => c.get('network'))
  const [read, readSource] = [enter(gates.reading), enter(gates.sources)]
  const behindGate = ([name, handler]: [string, unknown]) => [
    name,
    [isOfSource.test(name) ? readSource : read, handler],
  ]
  return Object.fromEntries(Object.entries(handlers).map(behindGate)) as WebHandlers
}
