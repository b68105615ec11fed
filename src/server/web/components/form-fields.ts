/** Fields of forms with their label, value and problem. @module */
import { html } from 'hono/html'
import { type RequestError, toRequestError, wrongField } from '../../../contract/errors.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../pages.ts'

export type FormRefusal = Pick<RequestError, 'field' | 'message'>

/**
 * Finds the refusal to show in the form.
 * @throws The error itself when it is a fault of the service.
 */
export function formRefusal(error: unknown): FormRefusal {
  const refusal = toRequestError(error)
  if (refusal.status >= 500) throw error
  return refusal
}

export function errorLine(error: string | undefined): Markup {
  return error === undefined ? html`` : html`<p class="error" id="error" role="alert">${error}</p>`
}

export function errorAttributes(error: string | undefined): Markup {
  return error === undefined ? html`` : html` aria-invalid="true" aria-describedby="error"`
}

interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly problem: FormRefusal | undefined
  readonly hint?: string
}

interface TextField extends Field {
  readonly type?: 'text' | 'password' | 'email' | 'date' | 'datetime-local'
  readonly isRequired?: boolean
  readonly maxLength?: number
  readonly isLong?: boolean
}

export interface FieldSpec extends Omit<TextField, 'value' | 'problem'> {
  readonly choices?: readonly (readonly [value: string, text: string])[]
  /** A checkbox. */
  readonly isTick?: boolean
  /** The initial value. */
  readonly value?: string
}

export function formFields(
  specs: readonly (FieldSpec | Markup)[],
  { form, refusal }: { readonly form: FormFields; readonly refusal: FormRefusal | undefined },
): readonly Markup[] {
  return specs.map((spec) => {
    if (!('name' in spec)) return spec
    const typedValue = form.get(spec.name)
    if (spec.isTick)
      return tick(spec, form.size > 0 ? typedValue !== undefined : spec.value === 'yes')
    const isSecret = spec.type === 'password'
    const value = isSecret ? '' : (typedValue ?? spec.value ?? '')
    const field = { ...spec, value, problem: refusal }
    return spec.choices === undefined ? textField(field) : selectField(field, spec.choices)
  })
}

function tick(
  { name, label, hint }: { name: string; label: string | Markup; hint?: string | undefined },
  isOn: boolean,
): Markup {
  const describedBy = hint === undefined ? '' : html` aria-describedby="${name}-hint"`
  return html`<div class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${isOn ? html` checked` : ''}${describedBy}>
<label for="${name}">${label}</label>${hintLine({ name, hint })}</div>`
}

function textField(field: TextField): Markup {
  const { name, label, value, type = 'text', isRequired = false, maxLength } = field
  if (field.isLong) {
    return html`<label for="${name}">${label}</label>${hintLine(field)}
<textarea id="${name}" name="${name}" rows="4"${isRequired ? html` required` : ''}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${hintAndProblem(field)}>${value}</textarea>`
  }
  return html`<label for="${name}">${label}</label>${hintLine(field)}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" autocapitalize="none" spellcheck="false"${isRequired ? html` required` : ''}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${hintAndProblem(field)}>`
}

function selectField(
  field: Field,
  options: readonly (readonly [value: string, text: string])[],
): Markup {
  const { name, label } = field
  return html`<label for="${name}">${label}</label>${hintLine(field)}
<select id="${name}" name="${name}"${hintAndProblem(field)}>${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === field.value ? html` selected` : ''}>${text}</option>`,
  )}</select>`
}

const editChoices: readonly (readonly [policy: EditPolicy, text: string])[] = [
  ['overwrite-imported', 'overwrite it with a warning, unless no import ever wrote it'],
  ['overwrite', 'overwrite any page, with a warning'],
  ['keep-theirs', 'keep the blocks that only they changed'],
  ['refuse', 'refuse the import'],
]

/** How imports treat edits by people. */
export function editsSpec(value: EditPolicy): FieldSpec {
  return {
    name: 'edits',
    label: 'When somebody changed a page since its last import',
    hint: 'What was there before stays in the history of the page in any case.',
    value,
    choices: editChoices,
  }
}

/** @throws {RequestError} `bad-request` for a value that is not offered. */
export function readChoice<Word extends string>(
  form: FormFields,
  field: string,
  words: readonly Word[],
): Word {
  const choice = words.find((word) => word === fieldText(form, field))
  if (choice !== undefined) return choice
  throw wrongField(field, 'Choose one of what the form offers.')
}

export const maxChoices = 50

/**
 * A menu of spaces, or a text field for the key when there are too many.
 * @param spaces At most `maxChoices` + 1 are needed.
 * @param emptyLabel The label of the empty choice, if there is one.
 */
export function spaceSpec(
  field: FieldSpec,
  spaces: readonly Space[],
  emptyLabel?: string,
): FieldSpec {
  if (spaces.length > maxChoices) return { ...field, label: `${field.label} key`, maxLength: 255 }
  const choices = spaces.map(({ key, name }) => [key, `${name} (${key})`] as const)
  return { ...field, choices: emptyLabel === undefined ? choices : [['', emptyLabel], ...choices] }
}

function hintLine({ name, hint }: { name: string; hint?: string | undefined }): Markup {
  return hint === undefined ? html`` : html`<p class="hint" id="${name}-hint">${hint}</p>`
}

function hintAndProblem({ name, hint, problem }: Field): Markup {
  const isWrong = problem?.field === name
  const ids = [...(isWrong ? ['error'] : []), ...(hint === undefined ? [] : [`${name}-hint`])]
  return html`${isWrong ? html` aria-invalid="true" autofocus` : ''}${ids.length === 0 ? '' : html` aria-describedby="${ids.join(' ')}"`}`
}

export function fieldText(form: FormFields, name: string): string {
  return form.get(name) ?? ''
}
