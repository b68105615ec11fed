/** The menu of a page: what its reader may see and do beside reading. @module */
import { html } from 'hono/html'
import type { Markup } from '../../web/frame/layout.ts'
import {
  adfPath,
  historyPath,
  markdownPath,
  movePath,
  type PagePlace,
  trashListPath,
  trashPath,
} from './addresses.ts'

export interface PageMenuModel {
  readonly place: PagePlace
  readonly title: string
  /** Undefined for a homepage, which stays where it is. */
  readonly parentId: string | undefined
  readonly hasMarkdown: boolean
  /** Whether the reader may write in the space. */
  readonly isWritable: boolean
  /** Whether imports into the space land here. */
  readonly takesImports: boolean
}

/**
 * Show the menu. It opens without a script; what needs one is hidden until it is there.
 * @param model The page, and what its reader may do.
 */
export function pageMenu(model: PageMenuModel): Markup {
  const { place, hasMarkdown, isWritable } = model
  const item = ([address, text]: MenuItem): Markup =>
    html`<li><a href="${address}">${text}</a></li>`
  const sources: MenuItem[] = [
    [historyPath(place), 'History'],
    ...(hasMarkdown ? [[markdownPath(place), 'Markdown'] as const] : []),
    [adfPath(place), 'ADF'],
  ]
  return html`<div class="page-menu"><details><summary>Page menu</summary>
<div><ul><li><button class="plain" type="button" data-copy-address hidden>Copy link</button></li>
<li><button class="plain" type="button" data-full-width aria-pressed="false" hidden>Full width</button></li>
${sources.map(item)}</ul>
${isWritable ? html`<ul>${writerItems(model).map(item)}</ul>` : ''}</div></details></div>`
}

type MenuItem = readonly [address: string, text: string]

function writerItems(model: PageMenuModel): MenuItem[] {
  const { place, title, parentId, takesImports, hasMarkdown } = model
  const { spaceKey, id } = place
  const importPath = (fields: Record<string, string>): string =>
    `/import?${new URLSearchParams({ space: spaceKey, ...fields })}`
  const below: MenuItem = [importPath({ parent: id }), 'Import a page below']
  const trash: MenuItem = [trashListPath(spaceKey), 'Trash of the space']
  if (parentId === undefined) return takesImports ? [below, trash] : [trash]
  const kept: Record<string, string> = hasMarkdown ? { page: id } : {}
  const version = { parent: parentId, title, overwrite: 'true', ...kept }
  const imports: MenuItem[] = [[importPath(version), 'Import a new version'], below]
  return [
    ...(takesImports ? imports : []),
    [movePath(place), 'Move'],
    [trashPath(place), 'Put into the trash'],
    trash,
  ]
}
