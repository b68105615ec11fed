/** The form for a page: title and text, with its place in a panel and a preview. @module */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { inTime } from '../../../contract/base/in-time.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { RequestError, UnknownOutcomeError } from '../../../contract/errors.ts'
import { listImportSpaces, listParents, maxSpaces } from '../../../wiki/import/import-place.ts'
import { type ParentPage, pagePath, type Space } from '../../../wiki/import/target-wiki.ts'
import { findPageSource, type PageSource } from '../../../wiki/pages/find-page.ts'
import { folderLimits } from '../../folder-runs/receive-folder.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { importFormScript, pasteScript, scriptTag } from '../assets.ts'
import { type IconName, icon } from '../components/icon-names.ts'
import { type Markup, rendered } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { type Viewer, viewerOf, type WebScope } from '../pages.ts'
import { documentPreview, saveLabel, stateLine, warningList } from './check-view.ts'
import type { ImportCheck } from './form-import.ts'
import {
  conflictPart,
  draftImages,
  draftNote,
  type EditedPage,
  editNotes,
  type FormDraft,
} from './form-notes.ts'
import {
  type FormField,
  type FormProblem,
  fieldLabels,
  overwriteLabel,
  sizeText,
} from './form-problem.ts'
import { shownMarkdown, type TypedFields } from './import-form-fields.ts'

export interface FilledForm {
  readonly fields: TypedFields
  readonly contentHtml: string
  readonly check: ImportCheck
  readonly problem?: FormProblem | undefined
  readonly isFinding?: boolean
  readonly source?: PageSource | undefined
  readonly draft?: FormDraft | undefined
}

/** The spaces and pages that people can choose from, and their choice. */
export interface SettledPlace {
  readonly spaces: readonly Pick<Space, 'id' | 'key' | 'name'>[]
  readonly parents: readonly ParentPage[]
  /** False when Confluence did not answer. */
  readonly isAnswered: boolean
  readonly spaceId: string
  readonly parentId: string
}

interface ImportFormModel extends FilledForm {
  readonly place: SettledPlace
  readonly edited: EditedPage | undefined
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

function importFormPage(model: ImportFormModel): Markup {
  const { fields, limits, check, edited } = model
  return html`<div class="writer">
<h1 class="visually-hidden">${formTitle(edited)}</h1>
${problemBox(model)}
${draftNote(model.draft)}
<form method="post" action="/import" enctype="multipart/form-data" id="importForm" class="import-form" data-max-bytes="${limits.maxBodyBytes}" data-max-size="${sizeText(limits.maxBodyBytes)}" data-max-files="${folderLimits.maxFiles}" data-max-folder-bytes="${folderLimits.maxBytes}" data-paste-script="${pasteScript.path}">
<input type="hidden" name="submission" value="${fields.submission}">
<input type="hidden" name="draft" value="${model.draft?.kind === 'elsewhere' ? '' : 'own'}">
${keptField('pageId', fields.pageId)}${keptField('navigationTitle', fields.navigationTitle)}
<div class="write-bar">${backLink(edited)}${modes}${writingTools()}${placePanel(model)}</div>
${conflictPart(edited)}
<div class="work one-page">
<div class="editor">
<label for="importTitle" class="visually-hidden">${fieldLabels.pageTitle}</label>
<input id="importTitle" name="pageTitle" value="${fields.pageTitle}" placeholder="Title" autocomplete="off"${invalid(model, 'pageTitle')}>
<label for="importContent" class="visually-hidden">${fieldLabels.content}</label>
<textarea id="importContent" name="content" rows="20" placeholder="Write, paste or drop Markdown" aria-describedby="importContentHint"${invalid(model, 'content')}>
${rendered(model.contentHtml)}</textarea>
${editNotes(edited)}<p class="hint" id="importContentHint">At most ${sizeText(limits.maxMarkdownBytes)} of text, and ${sizeText(limits.maxBodyBytes)} with images.<span class="with-script"> Files, folders and images can be dropped anywhere on this page; what is pasted with formatting becomes Markdown.</span></p>
<p id="importPasted" class="hint" role="status" hidden></p>
<ul id="importImages" class="image-list" aria-label="Images"></ul>
</div>
<div class="preview">
<h2 class="visually-hidden">Preview</h2>
${documentPreview(check, fields.pageTitle)}
</div>
</div>
<div class="one-page">${warningList(check.warnings)}</div>
${fields.pageId === '' ? folderPart : ''}
<div class="finish">
${stateLine(check)}
${overwriteTick(model)}
<div class="buttons">
<button type="submit" name="action" value="preview" formaction="/import#importPreview" class="plain without-script">Preview</button>
<button type="submit" name="action" value="import">${saveLabel(check)}</button>
</div>
</div>
</form>
</div>
${draftImages(model.draft)}${scriptTag(importFormScript)}`
}

/** A hidden field for a value that the form does not change. */
function keptField(name: 'pageId' | 'navigationTitle', value: string): Markup | string {
  return value === '' ? '' : html`<input type="hidden" name="${name}" value="${value}">`
}

const folderPart = html`<section id="folderPart" class="folder-part" aria-labelledby="folderHeading" hidden>
<div class="title-row"><h2 id="folderHeading">Folder</h2><button type="button" class="plain" id="folderClose">Close</button></div>
<label for="folderSource">Source</label>
<input id="folderSource" autocomplete="off" aria-describedby="folderSourceHint">
<p class="hint" id="folderSourceHint">Where the pages come from. Import the folder under the same name again, and the same pages are updated, also those of renamed files.</p>
<label class="tick"><input type="checkbox" id="folderPrune"> Trash pages of this source whose file is gone</label>
<p class="hint" id="folderReadAs"></p>
<ol id="folderPages" class="folder-pages" aria-label="Pages"></ol>
<ul id="folderNotes" class="folder-pages" aria-label="Notes"></ul>
</section>`

/** Narrow windows show either the text or the preview. */
const modes = html`<fieldset class="modes"><legend class="visually-hidden">Show</legend>
<label><input type="radio" name="mode" id="importModeWrite" checked> Write</label>
<label><input type="radio" name="mode" id="importModePreview"> Preview</label></fieldset>`

function formTitle(edited: EditedPage | undefined): string {
  return edited === undefined ? 'New page' : `Edit ${edited.source.title}`
}

function backLink(edited: EditedPage | undefined): Markup | string {
  if (edited === undefined) return ''
  const { space, id } = edited.source
  return html`<a class="icon-button" href="${pagePath(space.key, id)}" title="Back to the page">${icon('arrow-left')}<span class="visually-hidden">Back to the page, without saving</span></a>`
}

function overwriteTick({ fields }: ImportFormModel): Markup {
  if (fields.pageId !== '') return html`<input type="hidden" name="overwrite" value="true">`
  return html`<label class="tick one-page"><input type="checkbox" name="overwrite" value="true"${fields.overwrite ? html` checked` : ''}> ${overwriteLabel}</label>`
}

function problemBox({ problem }: ImportFormModel): Markup {
  return html`<div id="importProblem" class="problem" role="alert" tabindex="-1"${problem === undefined ? html` hidden` : ''}>${problem?.text}</div>`
}

/** The panel works without a script. It starts open when it has a problem or a search. */
function placePanel(model: ImportFormModel): Markup {
  const { fields, place, problem, isFinding } = model
  const isOpen = isFinding || ['spaceId', 'parentId', 'labels'].includes(problem?.field ?? '')
  return html`<details class="menu place-panel" id="importPlace"${isOpen ? html` open` : ''}>
<summary class="button plain">${icon('folder-input')}<span>Place and labels</span><span class="place-now" id="importWhere">${whereText(model)}</span></summary>
<div class="pop side">
<label for="importSpace">${fieldLabels.spaceId}</label>
<select id="importSpace" name="spaceId"${invalid(model, 'spaceId')}>${spaceOptions(model)}</select>${cutShort(model)}
<fieldset>
<legend>${fieldLabels.parentId}</legend>
<label for="importSearch" class="visually-hidden">Search the pages of the space by title</label>
<div class="parent-search">
<input id="importSearch" type="search" name="search" value="${fields.search}" placeholder="Search by title" autocomplete="off">
<button type="submit" name="action" value="find" class="plain without-script">Show pages</button>
</div>
${parentList(place, fields.search)}
</fieldset>
<div class="one-page"><label for="importLabels">${fieldLabels.labels}</label>
<input id="importLabels" name="labels" value="${fields.labels}" autocomplete="off" aria-describedby="importLabelsHint"${invalid(model, 'labels')}>
<p class="hint" id="importLabelsHint">With commas between them. Leave empty to keep the labels.</p></div>
<div class="with-script"><label for="importFile">Add files or images</label>
<input id="importFile" type="file" multiple accept=".md,.mdx,.markdown,.mdown,.mkd,.qmd,.txt,text/markdown,text/plain,image/*">
<label for="importFolder">Add a folder</label>
<input id="importFolder" type="file" webkitdirectory></div>
<p class="hint without-script">Files are added with JavaScript, or imported by <a href="/api">markport import</a>.</p>
</div>
</details>`
}

/** The form's script has the same text: change both together. */
function whereText({ place: { spaces, parents, spaceId, parentId } }: ImportFormModel): string {
  const space = spaces.find(({ id }) => id === spaceId)?.name
  const parent = parents.find(({ id }) => id === parentId)?.title
  return [space, parent === space ? undefined : parent].filter(Boolean).join(' / ')
}

function spaceOptions({ place: { spaces, spaceId } }: ImportFormModel): Markup {
  return html`${spaces.map(
    ({ id, key, name }) =>
      html`<option value="${id}"${id === spaceId ? html` selected` : ''}>${name} (${key})</option>`,
  )}`
}

function cutShort({ place: { spaces } }: ImportFormModel): Markup | string {
  if (spaces.length < maxSpaces) return ''
  return html`<p class="hint">Only ${maxSpaces} spaces are listed: <code>/import?space=KEY</code> opens this form with any other.</p>`
}

/** Nobody reads longer lists; people search. */
const maxParents = 50

export function parentList(place: SettledPlace, search: string): Markup {
  const { parents, parentId } = place
  return html`<p id="importFound" class="hint" role="status">${foundText(place, search)}</p>
<ul id="importParents" class="parent-list">${parents.map((page) => parentItem(page, page.id === parentId))}</ul>`
}

function foundText({ parents, parentId, isAnswered }: SettledPlace, search: string): string {
  if (!isAnswered)
    return 'The pages of this space cannot be listed now: Confluence does not answer.'
  if (parents.length >= maxParents) return `The first ${maxParents}; type more of the title.`
  if (search.trim() === '') return 'The top of the space; search to see more.'
  // The chosen page is listed even if it does not match the search.
  const otherCount = parents.filter(({ id }) => id !== parentId).length
  if (otherCount === 0) return 'No other page has this in its title.'
  return `${counted(otherCount, 'page')} found.`
}

function parentItem({ id, title, ancestors }: ParentPage, isChosen: boolean): Markup {
  const path =
    ancestors.length === 0 ? '' : html`<span class="parent-path">${ancestors.join(' › ')}</span>`
  return html`<li><label><input type="radio" name="parentId" value="${id}"${isChosen ? html` checked` : ''}> <span><span class="parent-title">${title}</span> ${path}</span></label></li>`
}

interface Tool {
  readonly name: string
  readonly label: string
  readonly sign: IconName
  /** The key that, with Ctrl or ⌘, does the same as the button. */
  readonly key?: string
}

const tools: readonly Tool[] = [
  { name: 'heading', label: 'Heading', sign: 'heading' },
  { name: 'bold', label: 'Bold', sign: 'bold', key: 'B' },
  { name: 'italic', label: 'Italic', sign: 'italic', key: 'I' },
  { name: 'code', label: 'Code', sign: 'code', key: 'E' },
  { name: 'link', label: 'Link', sign: 'link', key: 'K' },
  { name: 'list', label: 'List', sign: 'list' },
  { name: 'tasks', label: 'Tasks', sign: 'list-checks' },
  { name: 'quote', label: 'Quote', sign: 'quote' },
  { name: 'table', label: 'Table', sign: 'table' },
  { name: 'file', label: 'Add images or files', sign: 'image' },
]

function writingTools(): Markup {
  return html`<div class="write-tools with-script one-page" role="toolbar" aria-label="Markdown" aria-controls="importContent">${tools.map(toolButton)}</div>`
}

function toolButton({ name, label, sign, key }: Tool, index: number): Markup {
  const words = key === undefined ? label : `${label} (Ctrl+${key})`
  const shortcut = key === undefined ? '' : html` aria-keyshortcuts="Control+${key} Meta+${key}"`
  return html`<button type="button" class="icon-button small" data-tool="${name}" aria-label="${label}" title="${words}"${shortcut}${index === 0 ? '' : html` tabindex="-1"`}>${icon(sign)}</button>`
}

function invalid({ problem }: Pick<ImportFormModel, 'problem'>, field: FormField): Markup | string {
  return problem?.field === field ? html` aria-invalid="true"` : ''
}

/** Browsers restore typed text only on pages that they may store. */
const caching = 'private, no-cache'

export async function showImportForm(
  c: Context<WebScope>,
  dependencies: ServiceParts,
  status: ContentfulStatusCode,
  filled: FilledForm,
): Promise<Response> {
  const { limits } = dependencies
  const viewer = viewerOf(c)
  const edited = await findEdited(dependencies, viewer, filled.fields, filled.source)
  const place = await settlePlace(dependencies, filled.fields, viewer)
  const { spaceId, parentId, spaces } = place
  const submission = filled.fields.submission || randomUUID()
  const fields = { ...filled.fields, spaceId, parentId, submission }
  c.header('Cache-Control', caching)
  const main = importFormPage({ ...filled, fields, place, edited, limits })
  const space = edited?.source.space ?? spaces.find(({ id }) => id === spaceId)
  return show(c, status, formTitle(edited), main, { isWide: true, ...(space && { space }) })
}

export async function findEdited(
  { database }: ServiceParts,
  { userId }: Viewer,
  { pageId, version: begunWith }: TypedFields,
  knownSource?: PageSource,
): Promise<EditedPage | undefined> {
  const source =
    knownSource ?? (pageId === '' ? undefined : await findPageSource(database, { pageId, userId }))
  if (source === undefined) return undefined
  const isOvertaken = begunWith !== '' && begunWith !== String(source.current.number)
  const theirsHtml = isOvertaken ? shownMarkdown(source.markdown) : undefined
  return { source, theirsHtml, begunWith }
}

/** The form does not wait longer for Confluence. */
const listWithinMs = 5_000

export async function settlePlace(
  { database, wikis }: ServiceParts,
  choice: Pick<TypedFields, 'spaceId' | 'parentId' | 'search'>,
  { userId }: Viewer,
): Promise<SettledPlace> {
  const spaces = await listImportSpaces(database, userId, choice.spaceId)
  const spaceId = (spaces.find(({ id }) => id === choice.spaceId) ?? spaces[0])?.id ?? ''
  const firstId = spaces.find(({ id }) => id === spaceId)?.importParentId ?? ''
  const { search, parentId: chosenId } = choice
  const query = { spaceId, search, chosenId, userId, limit: maxParents }
  try {
    const parents = await inTime(listParents(wikis, query), listWithinMs)
    const isListed = parents.some(({ id }) => id === chosenId)
    const parentId = isListed ? chosenId : firstId
    return { spaces, parents, isAnswered: true, spaceId, parentId }
  } catch (error) {
    if (!isUnanswered(error)) throw error
    // Show the form anyway, because people can still choose another space.
    const parentId = chosenId || firstId
    const parents = parentId === '' ? [] : [{ id: parentId, title: 'As chosen', ancestors: [] }]
    return { spaces, parents, isAnswered: false, spaceId, parentId }
  }
}

function isUnanswered(error: unknown): boolean {
  const isRefused = error instanceof RequestError && error.key === 'unavailable'
  return isRefused || error instanceof UnknownOutcomeError
}
