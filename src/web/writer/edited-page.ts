/** What the form says of the page that is edited: what others do to it, and what they saved meanwhile. @module */
import { html } from 'hono/html'
import type { ListedSpace } from '../../importing/spaces.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { dayOf } from '../components/time-words.ts'
import { type Markup, rendered } from '../frame/markup.ts'

/** A page that is edited. */
export interface EditedPage {
  readonly source: PageSource
  /** What somebody saved since the writer began: its Markdown, escaped for HTML. */
  readonly theirsHtml: string | undefined
  /** The version that the writer began with, as the form says it. */
  readonly begunWith: string
}

/** Say what to know before writing on it. */
export function editNotes(edited: EditedPage | undefined): Markup | string {
  if (edited === undefined) return ''
  return html`${oldVersionNote(edited.source)}${programNote(edited.source)}`
}

function oldVersionNote({ version, current }: PageSource): Markup | string {
  if (version === current.number) return ''
  return html`<p class="hint">This is version ${version}. Saved, it becomes version ${current.number + 1}; those between stay in the history.</p>`
}

/** What a program imported, it will import again. */
function programNote({ importedBy, sourceUrl }: PageSource): Markup | string {
  if (importedBy === undefined) return ''
  const { at, tokenName } = importedBy
  const by = tokenName === undefined ? 'a program' : html`the token <b>${tokenName}</b>`
  return html`<p class="hint">Imported by ${by}, ${dayOf(at)}. The next import from there puts its own text in the place of what you write here: ${sourceUrl === undefined ? 'change the file it comes from as well' : html`change <a href="${sourceUrl}">its source</a> as well`}.</p>`
}

/**
 * Show what somebody else saved since, which the next save puts away; the form's script replaces this part.
 */
export function conflictPart(edited: EditedPage | undefined): Markup {
  if (edited === undefined) return html`<div id="importConflict"></div>`
  const { source, theirsHtml, begunWith } = edited
  const { number, authorName, createdAt } = source.current
  const field = html`<input type="hidden" name="version" value="${number}">`
  if (theirsHtml === undefined) return html`<div id="importConflict">${field}</div>`
  const page = pagePath(source.space.key, source.id)
  const changes = page.replace('/pages/', '/compare/')
  return html`<div id="importConflict">${field}
<section class="warning" aria-labelledby="importTheirs"><h2 id="importTheirs">What ${authorName} saved meanwhile: version ${number}, ${dayOf(createdAt)}</h2>
<p><a href="${changes}?from=${begunWith}&amp;to=${number}" target="_blank" rel="noopener">What it changed</a>. Take from it what is to stay; the next save puts your text in its place, and it stays in the history.</p>
<textarea readonly rows="12" aria-labelledby="importTheirs">
${rendered(theirsHtml)}</textarea></section></div>`
}

interface AskedSource {
  readonly pageId: string
  /** An old version; the newest without it. */
  readonly version?: number | undefined
  readonly userId: number
}

export interface PageSource {
  readonly id: string
  readonly title: string
  readonly space: ListedSpace
  /** The page itself for a homepage, which imports name so. */
  readonly parentId: string
  readonly labels: readonly string[]
  readonly markdown: string
  /** The version that the Markdown is of. */
  readonly version: number
  /** The newest one. */
  readonly current: SavedVersion
  /** Where its file can be seen, if an import said so. */
  readonly sourceUrl: string | undefined
  /** When a program imported it last, and its token where that is still there. */
  readonly importedBy: { readonly at: Date; readonly tokenName: string | undefined } | undefined
}

/** A version, and who saved it. */
interface SavedVersion {
  readonly number: number
  readonly authorName: string
  readonly createdAt: Date
}

/** Find what a page was made of; undefined where it is none to be written on by the user. */
export type FindPageSource = (asked: AskedSource) => Promise<PageSource | undefined>
