/** The answers to reservations and previews, which clients share. @module */
import type { Answer, AnswerPage, AnswerWarning } from './contract.ts'

export interface AnswerReservedPage {
  readonly ref: string
  readonly id: string
  readonly url: string
  readonly exists: boolean
}

export interface AnswerArranged {
  readonly moved: number
  readonly problems: readonly { readonly parentId: string; readonly message: string }[]
}

export interface ReservationAnswer extends Answer {
  readonly pages: readonly AnswerReservedPage[]
  readonly arranged?: AnswerArranged
  readonly found?: readonly AnswerPage[]
  readonly warnings?: readonly AnswerWarning[]
}

export const previewNamePattern: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const previewNameRule =
  'The name of a preview is 1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or a digit, such as pr-123.'

export type PreviewAction = 'begin' | 'show' | 'apply' | 'end'

export interface PreviewAnswer extends Answer {
  readonly preview: { readonly name: string; readonly url: string }
  readonly counts?: AppliedCounts
  readonly changes?: readonly PreviewChangeSince[]
  readonly warnings?: readonly AnswerWarning[]
}

export type AppliedCounts = Readonly<
  Record<'created' | 'updated' | 'unchanged' | 'trashed', number>
>

export interface PreviewChangeSince {
  readonly pageId: string
  readonly title: string
  readonly message: string
}
