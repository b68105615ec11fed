/** What is wrong with an import, in the words of the form rather than those of the request. @module */
import { toRequestError } from '../../errors.ts'

/** A field that something is wrong with. */
export type FormField = 'spaceId' | 'parentId' | 'pageTitle' | 'labels' | 'content'

export interface FormProblem {
  readonly text: string
  readonly field: FormField | undefined
}

/** The form's names for the fields of the request. */
export const fieldLabels: Readonly<Record<FormField, string>> = {
  spaceId: 'Space',
  parentId: 'Parent page',
  pageTitle: 'Title',
  labels: 'Labels',
  content: 'Markdown',
}

export const overwriteLabel = 'Update the page if it is already there'

/**
 * Word what was thrown.
 * @param error Whatever was thrown.
 */
export function formProblem(error: unknown): FormProblem {
  const { key, message } = toRequestError(error)
  switch (key) {
    case 'already-exists':
      return {
        field: 'pageTitle',
        text: `A page with this title is already there. Tick “${overwriteLabel}”, or choose another title.`,
      }
    case 'not-found':
      return {
        field: 'parentId',
        text: 'Nothing can be imported there: the parent page is gone, or you may no longer write to its space. Choose another.',
      }
    default: {
      // Refusals of a field start with its name in the request.
      const [, name, rest] =
        /^(spaceId|parentId|pageTitle|labels|content)\b(?:\[\d+\])?(.*)$/s.exec(message) ?? []
      if (name === undefined) return { field: undefined, text: message }
      const field = name as FormField
      return { field, text: `${fieldLabels[field]}${rest}` }
    }
  }
}
