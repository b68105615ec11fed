/** What the form for a page holds. @module */
import { html } from 'hono/html'
import type { Space } from '../../importing/target-wiki.ts'
import type { Markup } from '../frame/markup.ts'
import type { ImportCheck } from './check-import.ts'
import type { EditedPage } from './edited-page.ts'
import type { FormField, FormProblem } from './form-problem.ts'
import type { ParentListModel } from './parent-list.ts'
import type { SentForm } from './prepared-form.ts'

export interface ImportFormModel {
  readonly fields: SentForm['fields']
  /** The Markdown, escaped for HTML. */
  readonly contentHtml: string
  /** Those that the writer may write to. */
  readonly spaces: readonly Pick<Space, 'id' | 'key' | 'name'>[]
  readonly parents: ParentListModel
  /** Whether the list of parents was asked for. */
  readonly isFinding: boolean
  readonly check: ImportCheck
  /** The page that is written on; undefined for a new one. */
  readonly edited: EditedPage | undefined
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
 * Mark the field that something is wrong with.
 * @param model What the form holds.
 * @param field The field.
 */
export function invalid(
  { problem }: Pick<ImportFormModel, 'problem'>,
  field: FormField,
): Markup | string {
  return problem?.field === field ? html` aria-invalid="true"` : ''
}
