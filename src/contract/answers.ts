/** The answers of the operation, which clients share. @module */
import type { warningSeverities } from './successes.ts'

export interface DiscoveryAnswer {
  readonly endpoint: string
  readonly reservations: string
  readonly appId: string
  readonly envId: string
}

export interface AnswerWarning {
  /** The stable code, as in docs/conversion.md. */
  readonly code: string
  readonly severity: keyof typeof warningSeverities
  readonly message: string
  /** Line of the Markdown from 1; 0 when the warning is not about a line. */
  readonly line: number
}

export interface AnswerPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  readonly url: string
}

/** The place of a page outside Markport's own wiki. */
export interface PageTarget {
  readonly kind: 'cloud' | 'data-center'
  readonly url: string
  readonly version: number
}

export interface Answer {
  readonly body: string
  readonly key: string
  readonly requestId: string
  /** For an unknown outcome: after this time (ISO 8601) the write can no longer happen. */
  readonly undecidedUntil?: string
  readonly version?: number
  /** For an import that must not overwrite: the existing page. A dry run always names it. */
  readonly page?: Pick<AnswerPage, 'id' | 'url'>
}

export interface ImportAnswer extends Answer {
  readonly page?: AnswerPage
  readonly target?: PageTarget
  readonly warnings: readonly AnswerWarning[]
  readonly outcome?: 'created' | 'updated' | 'unchanged'
  readonly foreseen?: AnswerForeseen
  readonly adf?: unknown
}

export interface AnswerAuthor {
  readonly by: string
  readonly at: string
}

export interface AnswerForeseen {
  readonly title: string
  /** What happens to a second page with the title, where titles are unique in a space. */
  readonly titleClash?: 'refuse' | 'suffix'
  readonly isReaddressed?: boolean
  /** The last author, when somebody edited the page since the last import. */
  readonly edited?: AnswerAuthor
  readonly detaches?: readonly string[]
  readonly files?: readonly string[]
  readonly requests?: number
}

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
