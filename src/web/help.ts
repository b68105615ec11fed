/** The request for the help. @module */
import { version } from '../base/version.ts'
import type { Database } from '../database/database.ts'
import { findSpace } from '../importing/spaces.ts'
import type { Show } from './frame/show.ts'
import { helpPage } from './help-page.ts'
import { mayRead, type Readers } from './session/may-read.ts'
import { readersOf } from './session/reading-rule.ts'
import type { WebHandlers } from './web-map.ts'

export interface HelpDependencies {
  readonly database: Database
  /** Who may read without signing in. */
  readonly readers: Readers
  /** The key of the space that holds the documentation of Markport. */
  readonly docsSpace: string | undefined
  /** Puts a page into its frame. */
  readonly show: Show
}

/**
 * Make the handler.
 * @param dependencies Who may read, and where the documentation is.
 */
export function helpRoutes({ database, readers, docsSpace, show }: HelpDependencies): WebHandlers {
  return {
    'GET /help': async (c) => {
      const viewer = c.get('viewer')
      const space = docsSpace === undefined ? undefined : await findSpace(database, docsSpace)
      const isReadable =
        space !== undefined && (await mayRead(database, viewer, readersOf(c, readers), space.id))
      const main = helpPage({
        isSignedIn: viewer !== undefined,
        docsPath: isReadable ? `/wiki/spaces/${space.key}` : undefined,
        version: viewer && version,
      })
      return show(c, 200, 'Help', main, { isKept: true })
    },
  }
}
