/** Says on the pages of a connected space that its pages are in Confluence now. @module */
import { html } from 'hono/html'
import { remoteSpaceUrl } from '../../delivery/space-connection.ts'
import type { Markup } from '../../web/layout.ts'
import type { CurrentPage } from '../store/current-page.ts'

/**
 * Make the notice.
 * @param page The page that it stands on; nothing is shown where its space is not connected.
 */
export function connectedNotice({ connection, parentId, version }: CurrentPage): Markup | '' {
  if (connection === undefined) return ''
  const isFresh = parentId === undefined && version.number === 1
  return html`<p class="notice">The pages of this space are in Confluence: <a href="${remoteSpaceUrl(connection)}">${connection.remoteSpace.name}</a>.${isFresh ? '' : ' This page is from before that.'}</p>`
}
