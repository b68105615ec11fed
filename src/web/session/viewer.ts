/** Who looks at a page that only those see who signed in. @module */
import type { Context } from 'hono'
import type { Actor } from '../../auth/audit.ts'
import type { Viewer, WebScope } from '../web-scope.ts'

/** Get who looks at a page that only those see who signed in. */
export function viewerOf(c: Context<WebScope>): Viewer {
  const viewer = c.get('viewer')
  if (viewer === undefined) throw new TypeError('this route is not behind requireViewer')
  return viewer
}

/** Name who looks at a page, and from where, for the record of what they do. */
export function actorOf(c: Context<WebScope>): Actor {
  return { name: viewerOf(c).name, address: c.get('network') }
}
