/** The request of a preview's steps: what it shows beside its pages. @module */
import { z } from 'zod'
import type { AnswerWarning } from './answers.ts'
import { arrayOf, cutText, firstItems, flag, numberFrom, row, shortText } from './fields.ts'
import { contractLimits } from './limits.ts'
import { warningSeverities } from './outcomes.ts'
import type { SentOf, ValueOf } from './values.ts'

const { maxIdLength, maxReservedPages } = contractLimits

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** The lists of the report: rows beyond `maxListed` are counted, and left out. */
export const reportLists = ['warnings', 'failures', 'staying'] as const
export const maxListed = 1_000

function reportList<Shape extends z.ZodRawShape>(meaning: string, shape: Shape) {
  return firstItems('objects', row(shape), maxListed).default([]).describe(meaning)
}

export const previewRequest = z.object({
  spaceId: shortText('the space, by id or key', maxIdLength),
  keepForMs: numberFrom(
    'how long the preview is kept, in milliseconds, a minute to 30 days; a week without it',
    minuteMs,
    30 * dayMs,
  ).default(7 * dayMs),
  gone: arrayOf(
    'objects',
    row({
      pageId: shortText('id of the page', maxIdLength),
      version: numberFrom('its version', 1, Number.MAX_SAFE_INTEGER),
    }),
    maxReservedPages,
  )
    .default([])
    .describe('pages that no file stands for any more, at the versions that imports made'),
  warnings: reportList('what the preview tells of its pages', {
    file: cutText(),
    line: numberFrom('line of the file from 1, 0 for none', 0, Number.MAX_SAFE_INTEGER).default(0),
    code: cutText(),
    severity: cutText().transform(toSeverity),
    message: cutText(),
    isNew: flag('`false` of one that the last import told as well', true),
  }),
  failures: reportList('files that would not be imported, and why', {
    file: cutText(),
    message: cutText(),
  }),
  staying: reportList('pages that no file stands for any more, and that stay', {
    file: cutText(),
    pageId: cutText(),
    why: cutText(),
  }),
})

function toSeverity(text: string): AnswerWarning['severity'] {
  return Object.hasOwn(warningSeverities, text) ? (text as AnswerWarning['severity']) : 'changed'
}

export type PreviewFields = ValueOf<typeof previewRequest>
export type SentPreview = SentOf<typeof previewRequest>
