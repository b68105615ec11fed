/** The administration pages: routes from address to page, and who may open them. @module */
import { Hono } from 'hono'
import type { ProtectForms } from '../csrf.ts'
import { requireViewer, showNotFound } from '../reading-rule.ts'
import type { WebScope } from '../web-scope.ts'
import { auditRoutes } from './audit.ts'
import { connectionRoutes } from './connections.ts'
import { firstStepsRoutes } from './first-steps.ts'
import { importRoutes } from './imports.ts'
import { licenseRoutes } from './license.ts'
import { type ManageDependencies, requireAdministrator } from './manage-scope.ts'
import { spaceRoutes } from './spaces.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'

/**
 * Make the routes.
 * @param dependencies What they work with.
 * @param protectForms Makes the stage that forms pass.
 */
export function manageRoutes(
  dependencies: ManageDependencies,
  protectForms: ProtectForms,
): Hono<WebScope> {
  const { show } = dependencies
  const app = new Hono<WebScope>()
  app.use('/manage/*', requireViewer, protectForms())
  for (const part of ['audit', 'connections', 'first-steps', 'license', 'spaces', 'users']) {
    app.use(`/manage/${part}/*`, requireAdministrator(show))
  }
  app.get('/manage', (c) => c.redirect('/manage/tokens', 303))
  app.route('/', firstStepsRoutes(dependencies))
  app.route('/', tokenRoutes(dependencies))
  app.route('/', importRoutes(dependencies))
  app.route('/', licenseRoutes(dependencies))
  app.route('/', spaceRoutes(dependencies))
  app.route('/', connectionRoutes(dependencies))
  app.route('/', userRoutes(dependencies))
  app.route('/', auditRoutes(dependencies))
  app.all('/manage/*', (c) => showNotFound(c, show))
  return app
}
