/** Drafts of the editor, stored with each preview. @module */
import { html } from 'hono/html'
import type { Draft, Drafts } from '../../../wiki/import/drafts.ts'
import { relativeTime } from '../components/time-words.ts'
import { type Markup, rendered } from '../frame/markup.ts'
import type { FormRequest, ImportFinding } from './form-import.ts'
import type { TypedFields } from './import-form-fields.ts'

export type FormDrafts = Drafts<TypedFields>

/** The form's draft, or a link to a draft of another place. */
export interface FormDraft {
  readonly kind: 'shown' | 'elsewhere'
  readonly draft: Draft<TypedFields>
}

interface NoteDraftDependencies {
  readonly drafts: FormDrafts
  readonly onFailure: (error: unknown, requestId: string) => void
}

/** Stores the draft. Failures must not block the preview. */
export async function noteDraft(
  { drafts, onFailure }: NoteDraftDependencies,
  { form: { fields, isEmpty, draft }, userId, requestId }: FormRequest,
  finding: ImportFinding,
): Promise<void> {
  if (fields.draft !== 'own') return
  const isUnchanged = finding.kind === 'ready' && finding.outcome === 'unchanged'
  try {
    if (isEmpty || isUnchanged) await drafts.drop(userId, fields.pageId)
    else await drafts.keep(userId, fields.pageId, { fields, ...draft })
  } catch (error) {
    onFailure(error, requestId)
  }
}

export function draftNote(formDraft: FormDraft | undefined): Markup | string {
  if (formDraft === undefined) return ''
  const { kind, draft } = formDraft
  const { pageId, pageTitle } = draft.fields
  const when = relativeTime(draft.updatedAt, new Date())
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
