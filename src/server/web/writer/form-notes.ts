/** Notes of the form: its draft, the imports of an edited page, and versions saved meanwhile. @module */
import { html } from 'hono/html'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import type { Draft } from '../../../wiki/import/drafts.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import type { PageSource } from '../../../wiki/pages/find-page.ts'
import { logFailure } from '../../http/error-answer.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { editAddress } from '../components/source-note.ts'
import { dayOf } from '../components/time-words.ts'
import { type Markup, rendered } from '../frame/markup.ts'
import { viewerOf } from '../pages.ts'
import type { FormRequest, ImportFinding } from './form-import.ts'
import type { TypedFields } from './import-form-fields.ts'

/** The form's draft, or a link to a draft of another place. */
export interface FormDraft {
  readonly kind: 'shown' | 'elsewhere'
  readonly draft: Draft<TypedFields>
}

/** Stores the draft. Failures must not block the preview. */
export async function noteDraft(
  { drafts, log }: ServiceParts,
  { c, form: { fields, isEmpty, draft } }: FormRequest,
  finding: ImportFinding,
): Promise<void> {
  if (fields.draft !== 'own') return
  const { userId } = viewerOf(c)
  const isUnchanged = finding.kind === 'ready' && finding.outcome === 'unchanged'
  try {
    if (isEmpty || isUnchanged) await drafts.drop(userId, fields.pageId)
    else await drafts.keep(userId, fields.pageId, { fields, ...draft })
  } catch (error) {
    logFailure(log, c.get('requestId'), error)
  }
}

export function draftNote(formDraft: FormDraft | undefined): Markup | string {
  if (formDraft === undefined) return ''
  const { kind, draft } = formDraft
  const { pageId, pageTitle } = draft.fields
  const when = dayOf(draft.updatedAt)
  const words =
    kind === 'shown'
      ? html`This is your draft of ${when}, which was not saved.`
      : html`Your draft <a href="/import?draft">${pageTitle || 'without a title'}</a> of ${when} was not saved. Go on with it or discard it: until then no draft is kept of what you write here.`
  return html`<form method="post" action="/import/draft" id="importDraft" class="draft-note"><input type="hidden" name="page" value="${pageId}"><span>${words}</span> <button type="submit" class="plain">Discard it</button></form>`
}

/** The draft's images, which the script sends along. */
export function draftImages(formDraft: FormDraft | undefined): Markup | string {
  if (formDraft?.kind !== 'shown') return ''
  const json = formDraft.draft.images.replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="importDraftImages">${rendered(json)}</script>`
}

export interface EditedPage {
  readonly source: PageSource
  /** The Markdown that somebody else saved meanwhile, escaped for HTML. */
  readonly theirsHtml: string | undefined
  readonly begunWith: string
}

export function editNotes(edited: EditedPage | undefined): Markup | string {
  if (edited === undefined) return ''
  return html`${oldVersionNote(edited.source)}${fileNote(edited.source)}${programNote(edited.source)}`
}

function oldVersionNote({ version, current }: PageSource): Markup | string {
  if (version === current.number) return ''
  return html`<p class="hint">This is version ${version}. Saved, it becomes version ${current.number + 1}; those between stay in the history.</p>`
}

/** Says how the next import of the page's file treats edits. */
function fileNote({ file, space }: PageSource): Markup | string {
  if (file === undefined) return ''
  const { name, path, url } = file
  const place = path === '' ? '' : html`, file <code>${path}</code>`
  const advice = url
    ? html`<a href="${editAddress(url)}">Change the file</a> as well.`
    : 'Change the file as well.'
  return html`<p class="hint">From the source <b>${name}</b>${place}. ${nextImport[space.edits]} ${advice}</p>`
}

const nextImport: Readonly<Record<EditPolicy, string>> = {
  'overwrite-imported':
    'Its next import puts the text of the file in the place of yours, with a warning.',
  overwrite: 'Its next import puts the text of the file in the place of yours, with a warning.',
  refuse: 'Its imports are refused until the file says what you write here.',
  'keep-theirs':
    'Its next import keeps what you change, where the file has not changed the same block.',
}

/** Warns that a program will overwrite edits. */
function programNote({ importedBy, file }: PageSource): Markup | string {
  if (importedBy === undefined || file !== undefined) return ''
  const { at, tokenName } = importedBy
  const by = tokenName === undefined ? 'a program' : html`the token <b>${tokenName}</b>`
  return html`<p class="hint">Imported by ${by}, ${dayOf(at)}. The next import from there puts its own text in the place of what you write here: change the file it comes from as well.</p>`
}

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
<p><a href="${changes}?from=${begunWith}&amp;to=${number}" target="_blank" rel="noopener">What it changed</a>. Copy what you need; saving replaces their text, which stays in the history.</p>
<textarea readonly rows="12" aria-labelledby="importTheirs">
${rendered(theirsHtml)}</textarea></section></div>`
}
