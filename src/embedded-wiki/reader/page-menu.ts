/** The menu of a page: what its reader may see and do beside reading. @module */
import { html } from 'hono/html'
import { icon } from '../../web/components/icon.ts'
import type { IconName } from '../../web/components/icon-names.ts'
import { type MenuItem, menu, menuList } from '../../web/components/menu.ts'
import type { Markup } from '../../web/frame/markup.ts'
import {
  adfPath,
  editPath,
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
  /** Where its file can be seen, if that is known. */
  readonly sourceUrl: string | undefined
  /** Where a problem of the page is reported, if there is such a place. */
  readonly reportUrl: string | undefined
}

/**
 * Show the menu. It opens without a script; what needs one is hidden until it is there.
 * @param model The page, and what its reader may do.
 */
export function pageMenu(model: PageMenuModel): Markup {
  const { place, hasMarkdown, isWritable } = model
  const sources: MenuItem[] = [
    [historyPath(place), 'History', 'history'],
    ...(hasMarkdown ? [[markdownPath(place), 'Markdown', 'hash'] as const] : []),
    [adfPath(place), 'ADF', 'file-code'],
    ...outside(model.sourceUrl, 'Edit at source', 'square-arrow-out-up-right'),
    ...outside(model.reportUrl, 'Report a problem', 'flag'),
  ]
  const scripted = html`<li><button type="button" data-copy-address hidden>${icon('link')}Copy link</button></li>
<li><button type="button" data-full-width aria-pressed="false" hidden>${icon('maximize')}Full width</button></li>
`
  const lists = html`${menuList(sources, scripted)}${isWritable ? menuList(writerItems(model)) : ''}`
  return menu('Page menu', lists, 'page-menu')
}

/**
 * Lead to the form that edits the page, beside its menu.
 * @param model The page, and what its reader may do.
 */
export function editLink({ place, hasMarkdown, isWritable, takesImports }: PageMenuModel): Markup {
  if (!isWritable || !takesImports || !hasMarkdown) return html``
  return html`<a class="button plain" href="${editPath(place)}" title="Edit this page">${icon('pencil')}<span>Edit</span></a>`
}

/** What leads elsewhere, where it is known. */
function outside(address: string | undefined, text: string, sign: IconName): MenuItem[] {
  return address === undefined ? [] : [[address, text, sign]]
}

function writerItems(model: PageMenuModel): MenuItem[] {
  const { place, title, parentId, takesImports, hasMarkdown } = model
  const { spaceKey, id } = place
  const importPath = (fields: Record<string, string>): string =>
    `/import?${new URLSearchParams({ space: spaceKey, ...fields })}`
  const below: MenuItem = [importPath({ parent: id }), 'New page below', 'plus']
  const copy: MenuItem = [editPath(place, 'copy'), 'Copy', 'copy']
  const trash: MenuItem = [trashListPath(spaceKey), 'Trash of the space', 'inbox']
  const written: MenuItem[] = hasMarkdown ? [below, copy] : [below]
  if (parentId === undefined) return takesImports ? [...written, trash] : [trash]
  const version = { parent: parentId, title, overwrite: 'true' }
  const replaced: MenuItem[] = hasMarkdown
    ? []
    : [[importPath(version), 'Write a new version', 'pencil']]
  return [
    ...(takesImports ? [...replaced, ...written] : []),
    [movePath(place), 'Move', 'folder-input'],
    trash,
    [trashPath(place), 'Put into the trash…', 'trash-2', 'danger'],
  ]
}
