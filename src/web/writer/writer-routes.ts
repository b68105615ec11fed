/** Requests of the writers' pages. @module */
import type { Hono } from 'hono'
import type { Mount } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type ApiRoutesDependencies, apiRoutes } from './api-routes.ts'
import { type ImportFormDependencies, importFormRoutes } from './import-form-routes.ts'

export type WriterDependencies = ApiRoutesDependencies & ImportFormDependencies

/**
 * Make the routes.
 * @param dependencies What both pages need.
 * @param mount Puts each behind what its line says.
 */
export function writerRoutes(dependencies: WriterDependencies, mount: Mount): Hono<WebScope> {
  return mount(apiRoutes(dependencies)).route('/', importFormRoutes(dependencies, mount))
}
