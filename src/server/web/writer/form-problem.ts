/** Words problems of imports for writers. @module */
import { toRequestError } from '../../../contract/errors.ts'

export type FormField = 'spaceId' | 'parentId' | 'pageTitle' | 'labels' | 'content'

export interface FormProblem {
  readonly text: string
  readonly field: FormField | undefined
  readonly parts?: string
}

export const fieldLabels: Readonly<Record<FormField, string>> = {
  spaceId: 'Space',
  parentId: 'Parent page',
  pageTitle: 'Title',
  labels: 'Labels',
  content: 'Markdown',
}

const missingTexts: Readonly<Record<Exclude<FormField, 'labels'>, string>> = {
  spaceId: 'Choose a space.',
  parentId: 'Choose the page that the new one is to stand below.',
  pageTitle: 'Give the page a title.',
  content: 'A page needs some words.',
}

export const overwriteLabel = 'Replace the page that has this title'

export function formProblem(error: unknown): FormProblem {
  const { key, message, field } = toRequestError(error)
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
    case 'precondition-failed':
      return {
        field: 'content',
        text: 'Somebody saved this page since you opened it. Nothing of yours is lost: when you save, you see both texts before one is put in the place of the other.',
      }
    default: {
      if (!isFormField(field)) return { field: undefined, text: message }
      if (field !== 'labels' && isMissing.test(message)) return { field, text: missingTexts[field] }
      // Replace the name of the request's field, with which these messages start.
      return { field, text: message.replace(/^\w+(?:\[\d+\])?/, fieldLabels[field]) }
    }
  }
}

/** Matches messages of `checkString`. */
const isMissing = /^\w+ (?:is required: |must not be blank)/

function isFormField(field: string | undefined): field is FormField {
  return field !== undefined && Object.hasOwn(fieldLabels, field)
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const isMebibytes = bytes >= 1024 * 1024
  const size = bytes / (isMebibytes ? 1024 * 1024 : 1024)
  return `${Number(size.toFixed(1))} ${isMebibytes ? 'MiB' : 'KiB'}`
}
