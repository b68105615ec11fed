/** The administration pages: what answers at each address. @module */
import type { WebHandlers } from '../web-map.ts'
import { auditRoutes } from './audit.ts'
import { connectionRoutes } from './connections.ts'
import { firstStepsRoutes } from './first-steps.ts'
import { importRoutes } from './imports.ts'
import { licenseRoutes } from './license.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { spaceRoutes } from './spaces.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function manageRoutes(dependencies: ManageDependencies): WebHandlers {
  return {
    'GET /manage': (c) => c.redirect('/manage/tokens', 303),
    ...firstStepsRoutes(dependencies),
    ...tokenRoutes(dependencies),
    ...importRoutes(dependencies),
    ...licenseRoutes(dependencies),
    ...spaceRoutes(dependencies),
    ...connectionRoutes(dependencies),
    ...userRoutes(dependencies),
    ...auditRoutes(dependencies),
  }
}
