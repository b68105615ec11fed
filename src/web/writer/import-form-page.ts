/** The import form: where, which title, the Markdown, and the page that it becomes. @module */
import { html } from 'hono/html'
import { givenLimits } from '../../folder-import/given/given-files.ts'
import { maxSpaces } from '../../importing/import-places.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { importFormScripts, scriptTag } from '../assets.ts'
import { formTokenField } from '../components/form-token-field.ts'
import { type Markup, rendered } from '../frame/markup.ts'
import type { ImportCheck } from './check-import.ts'
import { documentPreview, stateLine, warningList } from './check-view.ts'
import { type FormField, type FormProblem, fieldLabels, overwriteLabel } from './form-problem.ts'
import { type ParentListModel, parentList } from './parent-list.ts'
import type { SentForm } from './prepared-form.ts'
import { sizeText } from './size-text.ts'

export interface ImportFormModel {
  readonly fields: SentForm['fields']
  /** The Markdown, escaped for HTML. */
  readonly contentHtml: string
  /** Those that the writer may write to. */
  readonly spaces: readonly Pick<Space, 'id' | 'key' | 'name'>[]
  readonly parents: ParentListModel
  readonly check: ImportCheck
  /** Where the Markdown of the page is shown that gets a new version. */
  readonly keptMarkdownPath: string | undefined
  /** Why the form was not taken. */
  readonly problem: FormProblem | undefined
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
  /** Keeps drafts of several writers on one computer apart. */
  readonly viewerName: string
  /** Where to sign in, when that has to be done again. */
  readonly signInPath: string | undefined
  /** The token of the writer's session. */
  readonly formToken: string | undefined
}

/**
 * Show the form.
 * @param model What it holds.
 */
export function importFormPage(model: ImportFormModel): Markup {
  const { fields, limits, check } = model
  return html`<div class="writer">
<h1>Import a page</h1>
${problemBox(model)}
<p id="importDrafts" class="hint" hidden>Not imported yet, and kept in this tab:</p>
${keptMarkdown(model)}
<form method="post" action="/import" enctype="multipart/form-data" id="importForm" class="import-form" data-viewer="${model.viewerName}" data-max-bytes="${limits.maxBodyBytes}" data-max-size="${sizeText(limits.maxBodyBytes)}" data-max-files="${givenLimits.maxFiles}">
${formTokenField(model.formToken)}
<input type="hidden" name="submission" value="${fields.submission}">
${place(model)}
<div class="work one-page">
<div class="editor">
<label for="importContent">${fieldLabels.content}</label>
<textarea id="importContent" name="content" rows="20" aria-describedby="importContentHint"${invalid(model, 'content')}>
${rendered(model.contentHtml)}</textarea>
<p class="hint" id="importContentHint">Write or paste Markdown. At most ${sizeText(limits.maxMarkdownBytes)} of text, and ${sizeText(limits.maxBodyBytes)} with images.<span class="with-script"> Files, folders and images can be dropped anywhere on this page.</span></p>
<ul id="importImages" class="image-list" aria-label="Images"></ul>
<div class="add-files">
<div><label for="importFile">Add files or images</label>
<input id="importFile" type="file" name="file" multiple accept=".md,.mdx,.markdown,.mdown,.mkd,.qmd,.txt,text/markdown,text/plain,image/*"></div>
<div class="with-script"><label for="importFolder">Add a folder</label>
<input id="importFolder" type="file" webkitdirectory></div>
</div>
</div>
<div class="preview">
<h2>Preview</h2>
${documentPreview(check, fields.pageTitle)}
</div>
</div>
<div class="one-page">${warningList(check.warnings)}</div>
<section id="importPlan" class="folder-plan" aria-labelledby="importPlanHeading" hidden></section>
<div class="finish">
${stateLine(check)}
<label class="tick"><input type="checkbox" name="overwrite" value="true"${fields.overwrite ? html` checked` : ''}> ${overwriteLabel}</label>
<div class="buttons">
<button type="submit" name="action" value="preview" formaction="/import#importPreview" class="plain without-script">Preview</button>
<button type="submit" name="action" value="import">Import</button>
</div>
</div>
</form>
</div>
${importFormScripts.map(scriptTag)}`
}

function keptMarkdown({ keptMarkdownPath: path }: ImportFormModel): Markup | string {
  if (path === undefined) return ''
  return html`<p class="hint">This imports a new version. The <a href="${path}" target="_blank" rel="noopener">Markdown of the page as it is</a> is kept: copy it from there to go on with it.</p>`
}

function problemBox({ problem, signInPath }: ImportFormModel): Markup {
  const signIn =
    signInPath === undefined
      ? ''
      : html` <a href="${signInPath}" target="_blank" rel="noopener">Sign in in another tab</a>`
  return html`<div id="importProblem" class="problem" role="alert" tabindex="-1"${problem === undefined ? html` hidden` : ''}>${problem?.text}${signIn}</div>`
}

function place(model: ImportFormModel): Markup {
  const { fields, parents } = model
  return html`<div class="place">
<div>
<label for="importSpace">${fieldLabels.spaceId}</label>
<select id="importSpace" name="spaceId"${invalid(model, 'spaceId')}>${spaceOptions(model)}</select>${cutShort(model)}
<div class="one-page"><label for="importTitle">${fieldLabels.pageTitle}</label>
<input id="importTitle" name="pageTitle" value="${fields.pageTitle}" autocomplete="off"${invalid(model, 'pageTitle')}>
<button type="button" id="importTitleOffer" class="plain title-offer" hidden></button>
<label for="importLabels">${fieldLabels.labels}</label>
<input id="importLabels" name="labels" value="${fields.labels}" autocomplete="off" aria-describedby="importLabelsHint"${invalid(model, 'labels')}>
<p class="hint" id="importLabelsHint">With commas between them. Without any, the page keeps its labels.</p></div>
</div>
<fieldset>
<legend>${fieldLabels.parentId}</legend>
<label for="importSearch" class="visually-hidden">Search the pages of the space by title</label>
<div class="parent-search">
<input id="importSearch" type="search" name="search" value="${fields.search}" placeholder="Search by title" autocomplete="off">
<button type="submit" name="action" value="find" class="plain without-script">Show pages</button>
</div>
${parentList(parents)}
</fieldset>
</div>`
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

function invalid({ problem }: ImportFormModel, field: FormField): Markup | string {
  return problem?.field === field ? html` aria-invalid="true"` : ''
}
