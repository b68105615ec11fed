/** What a dry run tells of a page beside its outcome. Imports nothing of ours. @module */

/** Who wrote a page last. */
export interface AnswerAuthor {
  /** For people. */
  readonly by: string
  /** In ISO 8601. */
  readonly at: string
}

/** What an import would do. */
export interface AnswerForeseen {
  /** The title that the page would have: another one than was asked for, where that is taken. */
  readonly title: string
  /** What becomes of a second page of that title, where titles stand once in a space. */
  readonly titleClash?: 'refuse' | 'suffix'
  /** The page would be read at another address than now. */
  readonly isReaddressed?: boolean
  /** Somebody edited it since the last import, or made it without one: who wrote it last. */
  readonly edited?: AnswerAuthor
  /** The words of open comments that would lose them. */
  readonly detaches?: readonly string[]
  /** The images and files that the page has not got yet, by the names that they would have. */
  readonly files?: readonly string[]
  /** Requests that its site would be sent, beside those that a run shares; none of the own wiki. */
  readonly requests?: number
}
