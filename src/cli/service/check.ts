/** What `markport doctor` says of one thing that it looked at. @module */

/** One thing that was looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found. */
  readonly detail: string
  /** What to do about it; null when there is nothing to do. */
  readonly mend: string | null
}
