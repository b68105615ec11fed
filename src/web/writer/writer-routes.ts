/** Requests of the writers' pages. @module */
import { Hono } from 'hono'
import type { WebScope } from '../web-scope.ts'
import { type ApiRoutesDependencies, apiRoutes } from './api-routes.ts'
import { type ImportFormDependencies, importFormRoutes } from './import-form-routes.ts'

export type WriterDependencies = ApiRoutesDependencies & ImportFormDependencies

/**
 * Make the routes.
 * @param dependencies What both pages need.
 */
export function writerRoutes(dependencies: WriterDependencies): Hono<WebScope> {
  const app = new Hono<WebScope>()
  app.route('/', apiRoutes(dependencies))
  app.route('/', importFormRoutes(dependencies))
  return app
}
