/** What the frame of a page tells beside it, for the stages that show one. @module */
import type { MiddlewareHandler } from 'hono'
import type { Database } from '../../database/database.ts'
import { type AttentionDependencies, readAttention } from '../manage/attention.ts'
import { listReadableSpaces, type Readers } from '../session/may-read.ts'
import { readersOf } from '../session/reading-rule.ts'
import type { WebScope } from '../web-scope.ts'

export interface FrameFactsDependencies extends AttentionDependencies {
  readonly database: Database
  readonly readers: Readers
}

/** More are found on the page of all spaces. */
const shownSpaces = 8

/** Make the stage that hands them on; nothing is read before a page asks for it. */
export function frameFacts(dependencies: FrameFactsDependencies): MiddlewareHandler<WebScope> {
  const { database, readers } = dependencies
  return async (c, next) => {
    c.set('frameFacts', {
      listSpaces: () =>
        listReadableSpaces(database, c.get('viewer'), readersOf(c, readers), {
          limit: shownSpaces,
        }),
      readAttention: (viewer) => readAttention(dependencies, viewer),
    })
    await next()
  }
}
