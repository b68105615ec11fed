/** What is asked of a preview beside its pages, and what that is answered with. @module */
import type { Answer } from './contract.ts'

export type PreviewAction = 'begin' | 'show' | 'apply' | 'end'

export interface PreviewAnswer extends Answer {
  readonly preview: { readonly name: string; readonly url: string }
  /** Of `apply`: how many pages came to which end. */
  readonly counts?: AppliedCounts
  /** Of `apply`, where nothing was done: what has become of the space since. */
  readonly changes?: readonly PreviewChangeSince[]
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
