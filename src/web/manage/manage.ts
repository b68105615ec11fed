/** The administration pages: what answers at each address. @module */
import type { WebHandlers } from '../web-map.ts'
import { accessRoutes } from './access.ts'
import { auditRoutes } from './audit.ts'
import { connectionRoutes } from './connections.ts'
import { firstStepsPage } from './first-steps-page.ts'
import { groupRoutes } from './groups.ts'
import { healthPages } from './health.ts'
import { importRoutes } from './imports.ts'
import { licenseRoutes } from './license.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { missedSearchRoutes } from './missed-searches.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { spaceRoutes } from './spaces.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks-page.ts'

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function manageRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, publicUrl, show } = dependencies
  return {
    'GET /manage': (c) => c.redirect('/manage/tokens', 303),
    'GET /manage/first-steps': async (c) => {
      const steps = await readFirstSteps(database)
      return show(c, 200, 'First steps', firstStepsPage({ ...steps, publicUrl: publicUrl() }))
    },
    ...tokenRoutes(dependencies),
    ...importRoutes(dependencies),
    ...licenseRoutes(dependencies),
    ...spaceRoutes(dependencies),
    ...connectionRoutes(dependencies),
    ...webhookRoutes(dependencies),
    ...userRoutes(dependencies),
    ...groupRoutes(dependencies),
    ...healthPages(dependencies),
    ...accessRoutes(dependencies),
    ...missedSearchRoutes(dependencies),
    ...auditRoutes(dependencies),
  }
}
