/** The form for a page: its title and its text first, where it stands in a panel, and what it becomes. @module */
import { html } from 'hono/html'
import { givenLimits } from '../../folder-import/given/given-files.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { importFormScripts, scriptBefore, scriptTag, widthsScript } from '../assets.ts'
import { formTokenField } from '../components/form-token-field.ts'
import { icon } from '../components/icon.ts'
import { type Markup, rendered } from '../frame/markup.ts'
import { documentPreview, saveLabel, stateLine, warningList } from './check-view.ts'
import { conflictPart, type EditedPage, editNotes } from './edited-page.ts'
import { fieldLabels, overwriteLabel } from './form-problem.ts'
import { type ImportFormModel, invalid } from './import-form-model.ts'
import { placePanel } from './place-panel.ts'
import { sizeText } from './size-text.ts'
import { writingTools } from './writing-tools.ts'

/**
 * Show the form.
 * @param model What it holds.
 */
export function importFormPage(model: ImportFormModel): Markup {
  const { fields, limits, check, edited } = model
  return html`${scriptBefore(widthsScript)}<div class="writer">
<h1 class="visually-hidden">${formTitle(edited)}</h1>
${problemBox(model)}
<p id="importDrafts" class="hint" hidden>Not saved yet, and kept in this tab:</p>
<p id="importDraftNote" class="notice" hidden>This is your draft, which was not saved. <button type="button" class="plain" id="importDraftDrop">Discard it</button></p>
<form method="post" action="/import" enctype="multipart/form-data" id="importForm" class="import-form" data-viewer="${model.viewerName}" data-page="${fields.pageId}" data-max-bytes="${limits.maxBodyBytes}" data-max-size="${sizeText(limits.maxBodyBytes)}" data-max-files="${givenLimits.maxFiles}">
${formTokenField(model.formToken)}
<input type="hidden" name="submission" value="${fields.submission}">
${fields.pageId === '' ? '' : html`<input type="hidden" name="pageId" value="${fields.pageId}">`}
<div class="write-bar">${backLink(edited)}${modes}${writingTools()}${placePanel(model)}</div>
${conflictPart(edited)}
<div class="work one-page">
<div class="editor">
<label for="importTitle" class="visually-hidden">${fieldLabels.pageTitle}</label>
<input id="importTitle" name="pageTitle" value="${fields.pageTitle}" placeholder="Title" autocomplete="off"${invalid(model, 'pageTitle')}>
<button type="button" id="importTitleOffer" class="plain title-offer" hidden></button>
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
<section id="importPlan" class="folder-plan" aria-labelledby="importPlanHeading" hidden></section>
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
${importFormScripts.map(scriptTag)}`
}

/** Where there is no room for both beside each other. */
const modes = html`<fieldset class="modes"><legend class="visually-hidden">Show</legend>
<label><input class="visually-hidden" type="radio" name="mode" id="importModeWrite" checked>Write</label>
<label><input class="visually-hidden" type="radio" name="mode" id="importModePreview">Preview</label></fieldset>`

/**
 * Name the form, in the title of the window as well.
 * @param edited The page that is written on.
 */
export function formTitle(edited: EditedPage | undefined): string {
  return edited === undefined ? 'New page' : `Edit ${edited.source.title}`
}

function backLink(edited: EditedPage | undefined): Markup | string {
  if (edited === undefined) return ''
  const { space, id } = edited.source
  return html`<a class="icon-button" href="${pagePath(space.key, id)}" title="Back to the page">${icon('arrow-left')}<span class="visually-hidden">Back to the page, without saving</span></a>`
}

/** What is edited is there, and is meant. */
function overwriteTick({ fields }: ImportFormModel): Markup {
  if (fields.pageId !== '') return html`<input type="hidden" name="overwrite" value="true">`
  return html`<label class="tick"><input type="checkbox" name="overwrite" value="true"${fields.overwrite ? html` checked` : ''}> ${overwriteLabel}</label>`
}

function problemBox({ problem, signInPath }: ImportFormModel): Markup {
  const signIn =
    signInPath === undefined
      ? ''
      : html` <a href="${signInPath}" target="_blank" rel="noopener">Sign in in another tab</a>`
  return html`<div id="importProblem" class="problem" role="alert" tabindex="-1"${problem === undefined ? html` hidden` : ''}>${problem?.text}${signIn}</div>`
}
