/** What is asked of a preview beside its pages, and what that is answered with. @module */
import type { Answer, AnswerWarning } from './contract.ts'

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
