/** The questions before something goes for good, each with what goes and what stays. @module */
import { html } from 'hono/html'
import { formActions } from '../../../web/components/parts.ts'
import type { Markup } from '../../../web/frame/markup.ts'

export interface PurgeQuestionModel {
  readonly heading: string
  /** What goes with it, beyond itself. */
  readonly goes: string
  /** What the button says. */
  readonly action: string
  /** Why it was refused before. */
  readonly problem: string | undefined
  /** Where nothing happens. */
  readonly back: string
  readonly csrfField: Markup
}

/**
 * Ask before something goes for good.
 * @param model What goes.
 */
export function purgeQuestion(model: PurgeQuestionModel): Markup {
  const { heading, goes, action, problem, back, csrfField } = model
  return html`<h1>${heading}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<p>${goes} <strong>There is no way back, but for a backup.</strong></p>
<p>What stays is an audit record without words: who did it, and when. The files of the store hold what was deleted until an administrator runs <code>markport store vacuum</code>.</p>
<form method="post">${csrfField}${formActions(action, { path: back, label: 'Cancel' }, 'danger')}</form>`
}

/**
 * Ask for another name of a space.
 * @param model Its name, and what was wrong with the one that was typed.
 */
export function renameForm(model: {
  readonly key: string
  readonly name: string
  readonly problem: string | undefined
  readonly csrfField: Markup
}): Markup {
  const { key, name, problem, csrfField } = model
  return html`<h1>Rename the space ${key}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<form method="post">${csrfField}
<label for="name">Name</label>
<input id="name" name="name" value="${name}" required maxlength="200" autocomplete="off" aria-describedby="nameHint">
<p class="hint" id="nameHint">1 to 200 characters. Its key and the title of its homepage stay.</p>
${formActions('Rename the space', { path: '/manage/spaces', label: 'Cancel' })}</form>`
}
