/** The pages for readers of the embedded wiki, with the rule for who may open them. @module */
import { Hono, type MiddlewareHandler } from 'hono'
import { admit, type Gate } from '../../http/admit.ts'
import type { DocumentViewWork } from '../../web/document-view.ts'
import { readingRule } from '../../web/reading-rule.ts'
import type { WebScope } from '../../web/web-scope.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { documentViews } from './document-views.ts'
import { readerRoutes } from './reader-routes.ts'
import type { ReaderDependencies } from './reader-scope.ts'

export interface ReaderPagesDependencies extends Omit<ReaderDependencies, 'views'> {
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
  readonly clock: () => Date
  /** Where whoever reads passes, and whoever reads sources and differences. */
  readonly gates: { readonly reading: Gate; readonly sources: Gate }
}

/** Whoever waits to read these takes no place from those who read pages. */
const isOfSource = /^\/wiki\/spaces\/[^/]+\/(?:adf|markdown|compare)\//

/**
 * Make the pages.
 * @param dependencies The store, who may read, workers, and the frame.
 */
export function readerPages(dependencies: ReaderPagesDependencies): Hono<WebScope> {
  const { database, readers, gates, workers, clock } = dependencies
  const app = new Hono<WebScope>()
  const enter = (gate: Gate): MiddlewareHandler<WebScope> => admit(gate, (c) => c.get('network'))
  const [read, readSource] = [enter(gates.reading), enter(gates.sources)]
  for (const path of ['/', '/search', '/search/*', '/wiki/spaces/*']) {
    app.use(path, readingRule(readers), (c, next) =>
      isOfSource.test(c.req.path) ? readSource(c, next) : read(c, next),
    )
  }
  app.route('/', attachmentRoutes(dependencies))
  const views = documentViews(database, workers, clock)
  app.route('/', readerRoutes({ ...dependencies, views }))
  return app
}
