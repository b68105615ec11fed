/** The last stage of a request for reservations, answered in JSON. @module */
import type { Context } from 'hono'
import { answerJson } from '../http/answer-json.ts'
import { reservationAnswer } from '../importing/import-answer.ts'
import { arrangePages, findPages, reservePages } from '../importing/reserve-pages.ts'
import type { ImportRouteDependencies } from './import-route.ts'
import type { ImportScope } from './import-scope.ts'

/**
 * Make the stage. The body is parsed in a worker.
 * @param dependencies Workers, wikis and the service's address.
 */
export function reservationRoute({
  workers,
  wikis,
  publicUrl,
}: Pick<ImportRouteDependencies, 'workers' | 'wikis' | 'publicUrl'>) {
  return async (c: Context<ImportScope>): Promise<Response> => {
    const fields = await workers.readReservation(c.get('body'), c.req.raw.signal)
    const holder = c.get('holder')
    const reserved = await reservePages(wikis, fields, holder)
    const isAsked = fields.arrangeBelow.length > 0
    const arranged = isAsked ? await arrangePages(wikis, fields, holder) : undefined
    const found = fields.findPages.length > 0 ? await findPages(wikis, fields, holder) : undefined
    const body = 'Success: Pages reserved successfully'
    const rest = { body, requestId: c.get('requestId'), publicUrl: publicUrl() }
    return answerJson(c, reservationAnswer(fields, { reserved, arranged, found }, rest), 200)
  }
}
