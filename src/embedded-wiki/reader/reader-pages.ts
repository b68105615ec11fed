/** The pages for readers of the embedded wiki, with the rule for who may open them. @module */
import { Hono, type MiddlewareHandler } from 'hono'
import { admit } from '../../http/admit.ts'
import type { Places } from '../../places/places.ts'
import type { ProtectForms } from '../../web/csrf.ts'
import type { DocumentViewWork } from '../../web/document-view-work.ts'
import { readingRule } from '../../web/reading-rule.ts'
import type { WebScope } from '../../web/web-scope.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { moveRoutes } from './changes/move-routes.ts'
import { type PurgeRouteDependencies, purgeRoutes } from './changes/purge-routes.ts'
import { trashRoutes } from './changes/trash-routes.ts'
import { documentViews } from './document-views.ts'
import { readerRoutes } from './reader-routes.ts'
import type { ReaderDependencies } from './reader-scope.ts'

export interface ReaderPagesDependencies
  extends Omit<ReaderDependencies, 'views'>,
    PurgeRouteDependencies {
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
  /** Where whoever reads passes, and whoever reads sources and differences. */
  readonly gates: { readonly reading: Places; readonly sources: Places }
}

/** Whoever waits to read these takes no place from those who read pages. */
const isOfSource = /^\/wiki\/spaces\/[^/]+\/(?:adf|markdown|compare)\//

/**
 * Make the pages.
 * @param dependencies The store, who may read, workers, and the frame.
 * @param protectForms Makes the stage that forms pass.
 */
export function readerPages(
  dependencies: ReaderPagesDependencies,
  protectForms: ProtectForms,
): Hono<WebScope> {
  const { database, readers, gates, workers, clock } = dependencies
  const app = new Hono<WebScope>()
  const enter = (gate: Places): MiddlewareHandler<WebScope> => admit(gate, (c) => c.get('network'))
  const [read, readSource] = [enter(gates.reading), enter(gates.sources)]
  for (const path of ['/', '/search', '/search/*', '/wiki/spaces/*']) {
    app.use(path, readingRule(readers), (c, next) =>
      isOfSource.test(c.req.path) ? readSource(c, next) : read(c, next),
    )
  }
  app.route('/', attachmentRoutes(dependencies))
  const views = documentViews(database, workers, clock)
  const all = { ...dependencies, views }
  app.route('/', readerRoutes(all))
  app.route('/', moveRoutes(all, protectForms))
  app.route('/', trashRoutes(all, protectForms))
  app.route('/', purgeRoutes(all, protectForms))
  return app
}
