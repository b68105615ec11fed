/** The outcomes of imports, the warnings beside them, and what imports do with what people wrote. @module */
import type { AnswerWarning } from './answers.ts'

export const successTable = {
  created: {
    status: 201,
    when: 'the page was made',
    body: 'Success: Page created successfully',
    foreseen: 'Success: Dry run, the page would be created',
  },
  updated: {
    status: 200,
    when: 'the page was there: it has a new version',
    body: 'Success: Page updated successfully',
    foreseen: 'Success: Dry run, the page would be updated',
  },
  unchanged: {
    status: 200,
    when: 'the page already holds exactly this: no new version',
    body: 'Success: Page already holds exactly this, no new version was made',
    foreseen: 'Success: Dry run, the page would be left unchanged',
  },
  'dry-run': {
    status: 200,
    when: '`outcome` says what would happen, `adf` is the converted document; `page` is the existing page',
  },
} as const

/** What a warning means for readers of the page. */
export const warningSeverities = {
  lost: 'missing from the page, or a link that leads nowhere',
  changed: 'there in another form',
  note: 'about looks, or about what readers never see',
} as const

export function unknownField(name: string): AnswerWarning {
  return {
    code: 'unknown-field',
    severity: 'note',
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known and was ignored.`,
    line: 0,
  }
}

/** Only `overwrite` also replaces pages that no import wrote. */
export const editPolicies = ['overwrite-imported', 'overwrite', 'refuse', 'keep-theirs'] as const
export type EditPolicy = (typeof editPolicies)[number]

/** Why a page without a file stays where its source prunes. */
export const reasonsToStay = {
  edited: 'people edited it since the last import',
  commented: 'people commented on it',
  'holds-others': 'pages below it stay',
  'taken-over': 'another source has taken it',
  'not-made-here': 'it was there before this source was imported',
  'newer-run': 'a newer run has imported it',
} as const

export type ReasonToStay = keyof typeof reasonsToStay
