/** What a request for reservations is answered with. @module */
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
