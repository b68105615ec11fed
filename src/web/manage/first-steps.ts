/** The request for the first steps. @module */
import type { WebHandlers } from '../web-map.ts'
import { firstStepsPage } from './first-steps-page.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { readFirstSteps } from './read-first-steps.ts'

/**
 * Make the handler.
 * @param dependencies What it works with.
 */
export function firstStepsRoutes({
  database,
  publicUrl,
  show,
}: Pick<ManageDependencies, 'database' | 'publicUrl' | 'show'>): WebHandlers {
  return {
    'GET /manage/first-steps': async (c) => {
      const steps = await readFirstSteps(database)
      return show(c, 200, 'First steps', firstStepsPage({ ...steps, publicUrl: publicUrl() }))
    },
  }
}
