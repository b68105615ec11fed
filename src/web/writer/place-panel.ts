/** The panel of the form: where the page stands, its labels, and the files that go into it. @module */
import { html } from 'hono/html'
import { maxSpaces } from '../../importing/import-places.ts'
import { icon } from '../components/icon.ts'
import type { Markup } from '../frame/markup.ts'
import { fieldLabels } from './form-problem.ts'
import { type ImportFormModel, invalid } from './import-form-model.ts'
import { parentList } from './parent-list.ts'

/**
 * Show the panel. It opens without a script, and is open where there is something to be seen in it.
 * @param model What the form holds.
 */
export function placePanel(model: ImportFormModel): Markup {
  const { fields, parents, problem, isFinding } = model
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
${parentList(parents)}
</fieldset>
<div class="one-page"><label for="importLabels">${fieldLabels.labels}</label>
<input id="importLabels" name="labels" value="${fields.labels}" autocomplete="off" aria-describedby="importLabelsHint"${invalid(model, 'labels')}>
<p class="hint" id="importLabelsHint">With commas between them. Without any, the page keeps its labels.</p></div>
<label for="importFile">Add files or images</label>
<input id="importFile" type="file" name="file" multiple accept=".md,.mdx,.markdown,.mdown,.mkd,.qmd,.txt,text/markdown,text/plain,image/*">
<div class="with-script"><label for="importFolder">Add a folder</label>
<input id="importFolder" type="file" webkitdirectory></div>
</div>
</details>`
}

/** The form's script says the same once another place is chosen. */
function whereText({ spaces, fields, parents }: ImportFormModel): string {
  const space = spaces.find(({ id }) => id === fields.spaceId)?.name
  const parent = parents.parents.find(({ id }) => id === fields.parentId)?.title
  return [space, parent === space ? undefined : parent].filter(Boolean).join(' / ')
}

function spaceOptions({ spaces, fields: { spaceId } }: ImportFormModel): Markup {
  const isListed = spaces.some(({ id }) => id === spaceId)
  // Kept also where the spaces cannot be listed, so that it is there after signing in again.
  const kept =
    isListed || spaceId === '' ? '' : html`<option value="${spaceId}" selected>As chosen</option>`
  return html`${kept}${spaces.map(
    ({ id, key, name }) =>
      html`<option value="${id}"${id === spaceId ? html` selected` : ''}>${name} (${key})</option>`,
  )}`
}

function cutShort({ spaces }: ImportFormModel): Markup | string {
  if (spaces.length < maxSpaces) return ''
  return html`<p class="hint">Only ${maxSpaces} spaces are listed: <code>/import?space=KEY</code> opens this form with any other.</p>`
}
