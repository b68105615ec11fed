/** Looks at a form before it is sent: the page as it would be, and what an import would do. @module */

import { checkContent, checkFields } from '../../api/check-fields.ts'
import type { MarkdownConverter } from '../../api/import-page.ts'
import { findTarget, foreseeOutcome } from '../../api/import-steps.ts'
import { toRequestError } from '../../api/respond.ts'
import type { ConvertedDocument } from '../../convert/convert-document.ts'
import type { TaskPool } from '../../task-pool.ts'
import type { Outcome, Warning, Wiki } from '../../wiki/wiki.ts'
import { viewDocumentTask } from '../reader/document-view.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import { type ImportFormFields, toMembers } from './import-form-fields.ts'

export interface CheckImportDependencies {
  readonly converter: MarkdownConverter
  readonly wiki: Wiki
  readonly limits: { readonly maxMarkdownBytes: number }
  /** Works on large documents. */
  readonly tasks: TaskPool
  /** Told of what went wrong on our side. */
  readonly onFailure: (error: unknown, requestId: string) => void
}

export interface CheckedForm {
  readonly fields: ImportFormFields
  /** Who would import. */
  readonly userId: number
  readonly requestId: string
}

export interface ImportCheck {
  readonly finding: ImportFinding
  readonly warnings: readonly LocatedWarning[]
  /** The page as the ADF renderer makes it; undefined while the Markdown cannot be converted. */
  readonly documentHtml: string | undefined
}

export type ImportFinding =
  /** There is not enough to look at yet. */
  | { readonly kind: 'incomplete'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  | {
      readonly kind: 'ready'
      readonly outcome: Outcome
      /** Of the page that is there. */
      readonly version: number | undefined
    }

export interface LocatedWarning extends Warning {
  /** The line that it comes from, shortened. */
  readonly excerpt: string
}

/** Nothing was written yet, or nothing is to be looked at. */
export const noCheck: ImportCheck = {
  finding: { kind: 'incomplete', text: 'Write, paste or drop Markdown to see the page.' },
  warnings: [],
  documentHtml: undefined,
}

/**
 * Convert the Markdown and foresee the outcome; writes nothing and never throws for what the
 * writer can put right.
 * @param dependencies Converter, wiki and limits.
 * @param form The form, and who filled it in.
 */
export async function checkImport(
  dependencies: CheckImportDependencies,
  form: CheckedForm,
): Promise<ImportCheck> {
  const { fields } = form
  if (fields.content.trim() === '') return noCheck
  const { maxMarkdownBytes } = dependencies.limits
  let converted: ConvertedDocument
  try {
    converted = await dependencies.converter.convert(
      checkContent({ content: fields.content }, maxMarkdownBytes),
    )
  } catch (error) {
    return {
      finding: findProblem(dependencies, form, error),
      warnings: [],
      documentHtml: undefined,
    }
  }
  const { warnings } = converted
  const adf = withEmbeddedImages(converted)
  return {
    finding: await foresee(dependencies, form, converted),
    warnings: locate(warnings, fields.content),
    documentHtml: (await dependencies.tasks.run(viewDocumentTask, adf, adf.length)).html,
  }
}

async function foresee(
  dependencies: CheckImportDependencies,
  form: CheckedForm,
  document: ConvertedDocument,
): Promise<ImportFinding> {
  const { spaceId, parentId, pageTitle } = form.fields
  if (spaceId === '' || parentId === '') {
    return { kind: 'incomplete', text: 'Choose where the page is to stand.' }
  }
  if (pageTitle.trim() === '') {
    return { kind: 'incomplete', text: 'Give the page a title.' }
  }
  try {
    const fields = checkFields(toMembers(form.fields), dependencies.limits.maxMarkdownBytes)
    const target = await findTarget(dependencies.wiki, fields, form.userId)
    const adf = await dependencies.wiki.placeImages(target, document)
    const { markdown } = document
    const { pageTitle: title, labels } = fields
    const outcome = foreseeOutcome(target, { title, markdown, adf, labels })
    return { kind: 'ready', outcome, version: target.existing?.version }
  } catch (error) {
    return findProblem(dependencies, form, error)
  }
}

function findProblem(
  { onFailure }: CheckImportDependencies,
  { requestId }: CheckedForm,
  error: unknown,
): ImportFinding {
  if (toRequestError(error).status >= 500) onFailure(error, requestId)
  return { kind: 'problem', problem: formProblem(error) }
}

/** Images are not on the server yet, so the preview brings them along, as the Markdown does. */
function withEmbeddedImages({ adf, images }: ConvertedDocument): string {
  return images.reduce((shown, { sha256, type, bytes }) => {
    const url = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    return shown.replaceAll(`"attachment:${sha256}"`, JSON.stringify(url))
  }, adf)
}

const maxExcerptLength = 100

function locate(warnings: readonly Warning[], markdown: string): LocatedWarning[] {
  if (warnings.length === 0) return []
  const lines = markdown.split('\n')
  return warnings.map((warning) => ({
    ...warning,
    excerpt: (lines[warning.line - 1] ?? '').trim().slice(0, maxExcerptLength),
  }))
}
