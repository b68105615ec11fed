/** The request for the first steps. @module */
import { Hono } from 'hono'
import type { WebScope } from '../web-scope.ts'
import { firstStepsPage, firstStepsPath } from './first-steps-page.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { readFirstSteps } from './read-first-steps.ts'

/**
 * Make the route.
 * @param dependencies What it works with.
 */
export function firstStepsRoutes({
  database,
  publicUrl,
  show,
}: Pick<ManageDependencies, 'database' | 'publicUrl' | 'show'>): Hono<WebScope> {
  const app = new Hono<WebScope>()
  app.get(firstStepsPath, async (c) => {
    const steps = await readFirstSteps(database)
    return show(c, 200, 'First steps', firstStepsPage({ ...steps, publicUrl: publicUrl() }))
  })
  return app
}
