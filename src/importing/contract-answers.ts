/** What reservations and previews are answered: types, which clients share, and how a preview is named. @module */
import type { Answer, AnswerPage, AnswerWarning } from './contract.ts'

/** A page that has its id and its address, whether or not it has been made. */
export interface AnswerReservedPage {
  /** As the request names it. */
  readonly ref: string
  readonly id: string
  /** Where people read it, or will. */
  readonly url: string
  /** The page is there already. */
  readonly exists: boolean
}

/** What became of the order of pages. */
export interface AnswerArranged {
  /** How many pages were moved. */
  readonly moved: number
  /** Below which pages the order may be another one, and why. */
  readonly problems: readonly { readonly parentId: string; readonly message: string }[]
}

export interface ReservationAnswer extends Answer {
  /** In the order of the request. */
  readonly pages: readonly AnswerReservedPage[]
  /** Where `arrangeBelow` asked for it. */
  readonly arranged?: AnswerArranged
  /** Where `findPages` asked for them: those that are there, in no order. */
  readonly found?: readonly AnswerPage[]
  /** Where a field is not known. */
  readonly warnings?: readonly AnswerWarning[]
}

/** What names a preview: it stands in addresses, and is no step in one. */
export const previewNamePattern: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const previewNameRule =
  'The name of a preview is 1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or a digit, such as pr-123.'

export type PreviewAction = 'begin' | 'show' | 'apply' | 'end'

export interface PreviewAnswer extends Answer {
  readonly preview: { readonly name: string; readonly url: string }
  /** Of `apply`: how many pages came to which end. */
  readonly counts?: AppliedCounts
  /** Of `apply`, where nothing was done: what has become of the space since. */
  readonly changes?: readonly PreviewChangeSince[]
  /** Of fields that are not known; left out where there is none. */
  readonly warnings?: readonly AnswerWarning[]
}

export type AppliedCounts = Readonly<
  Record<'created' | 'updated' | 'unchanged' | 'trashed', number>
>

/** What has become of a page of the space since a preview was made. */
export interface PreviewChangeSince {
  readonly pageId: string
  readonly title: string
  /** For people. */
  readonly message: string
}
