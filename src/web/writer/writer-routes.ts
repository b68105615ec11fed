/** Requests of the writers' pages. @module */
import { Hono } from 'hono'
import type { Show } from '../choose-password.ts'
import type { WebScope } from '../web-scope.ts'
import { type ApiRoutesDependencies, apiRoutes } from './api-routes.ts'
import { type ImportFormDependencies, importFormRoutes } from './import-form-routes.ts'

export type WriterDependencies = ApiRoutesDependencies & ImportFormDependencies

/**
 * Make the routes.
 * @param dependencies What both pages need.
 * @param show Puts a page into its frame.
 */
export function writerRoutes(dependencies: WriterDependencies, show: Show): Hono<WebScope> {
  const app = new Hono<WebScope>()
  app.route('/', apiRoutes(dependencies, show))
  app.route('/', importFormRoutes(dependencies, show))
  return app
}
