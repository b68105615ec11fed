/**
 * The answers of the operation, from which types, the OpenAPI document and the tools of agents are
 * made.
 * @module
 */
import { z } from 'zod'
import { contractLimits } from './limits.ts'
import { type ReasonToStay, reasonsToStay, warningSeverities } from './outcomes.ts'
import type { ValueOf } from './values.ts'

/** Ids have the form of Confluence's. */
const decimalId = z.string().regex(/^[1-9][0-9]*$/)
const version = z.int().min(1)
const count = z.int().min(0)
const readAt = z.url().describe('where people read the page')

export const instantPattern: RegExp = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T.*Z$/
const instant = z.string().regex(instantPattern)

export const discoveryAnswer = z.object({
  endpoint: z.url(),
  reservations: z.url(),
  sources: z.url(),
  appId: z.guid(),
  envId: z.guid(),
})
export type DiscoveryAnswer = ValueOf<typeof discoveryAnswer>

const severities = Object.entries(warningSeverities)

export const warning = z.object({
  code: z.string().describe('a stable word, such as `html-shown`'),
  severity: z
    .enum(Object.keys(warningSeverities) as (keyof typeof warningSeverities)[])
    .describe(severities.map(([severity, meaning]) => `\`${severity}\`: ${meaning}`).join('; ')),
  message: z.string(),
  line: count.describe('line of the Markdown, from 1; 0 when the warning is not about a line'),
  new: z
    .boolean()
    .exactOptional()
    .describe(
      'with `source`: `false` if the last import of this path had the same code and message',
    ),
})
export type AnswerWarning = ValueOf<typeof warning>

const warnings = z
  .array(warning)
  .describe('everything that the conversion had to change or leave out')
const requestWarnings = z
  .array(warning)
  .exactOptional()
  .describe('of fields that are not known; left out where there is none')

export const page = z.object({
  id: decimalId,
  title: z.string(),
  spaceId: decimalId,
  parentId: decimalId,
  version,
  url: readAt,
})
export type AnswerPage = ValueOf<typeof page>

const target = z
  .object({
    kind: z.enum(['cloud', 'data-center']),
    url: readAt,
    version: version.describe('its version there'),
  })
  .describe('of a page in Confluence: where it is')
export type PageTarget = ValueOf<typeof target>

const answer = z.object({
  body: z.string().max(contractLimits.maxMessageLength).describe('for people'),
  key: z.string().describe('for programs: a stable word'),
  requestId: z.guid().describe('names this request in the log and in the import log'),
})

const outcome = z.enum(['created', 'updated', 'unchanged'])

export const savedAnswer = answer.extend({
  key: outcome,
  page,
  target: target.exactOptional(),
  warnings,
})

const author = z.object({
  by: z.string().describe('who, for people'),
  at: instant.describe('when, in ISO 8601'),
})
export type AnswerAuthor = ValueOf<typeof author>

const foreseen = z
  .object({
    title: z
      .string()
      .describe(
        'the title that the page would have: another one than `pageTitle` where that is taken',
      ),
    titleClash: z
      .enum(['refuse', 'suffix'])
      .exactOptional()
      .describe('what becomes of a second page of that title, where titles stand once in a space'),
    isReaddressed: z
      .boolean()
      .exactOptional()
      .describe('`true` where the page would be read at another address than now'),
    edited: author
      .exactOptional()
      .describe(
        'somebody edited it since the last import, or made it without one: who wrote it last',
      ),
    detaches: z
      .array(z.string())
      .exactOptional()
      .describe('the words of open comments that would lose them'),
    files: z
      .array(z.string())
      .exactOptional()
      .describe('images and files that the page has not got yet, as they would be called'),
  })
  .describe('what the import would do, beside its outcome')
export type AnswerForeseen = ValueOf<typeof foreseen>

export const foreseenAnswer = answer.extend({
  key: z.literal('dry-run'),
  outcome: outcome.describe('what would happen'),
  page: page.exactOptional(),
  foreseen,
  warnings,
  target: target.exactOptional(),
  adf: z
    .object({
      version: z.literal(1),
      type: z.literal('doc'),
      content: z.array(z.looseObject({})),
    })
    .describe('the converted document, in the Atlassian Document Format'),
})

const refusingPage = z
  .object({ id: decimalId, url: readAt })
  .describe(
    'the page that is there, where its text refuses to be written over; a dry run always tells it',
  )

/** What refusals add, where their row in the table of errors names it. */
const refusalMembers = {
  undecidedUntil: instant.describe(
    'of an unknown outcome: an import that had not happened by then never will',
  ),
  version: version.describe('the version that the page has; none where there is no page'),
  page: refusingPage,
}

/** @param keys Those of one status. */
export function refusalAnswer(
  keys: readonly string[],
  members: readonly (keyof typeof refusalMembers)[],
): z.ZodObject {
  return answer.extend({
    body: z
      .string()
      .regex(/^Error: /)
      .max(contractLimits.maxMessageLength),
    key: z.enum(keys as [string, ...string[]]),
    ...Object.fromEntries(members.map((name) => [name, refusalMembers[name].exactOptional()])),
  })
}

/** Any answer, as clients get it before they look at its status. */
export type Answer = ValueOf<typeof answer> & Partial<ValueOf<z.ZodObject<typeof refusalMembers>>>

export type ImportAnswer = ValueOf<typeof answer> &
  Partial<Omit<ValueOf<typeof foreseenAnswer>, keyof Answer>> & {
    readonly page?: AnswerPage
    readonly warnings: readonly AnswerWarning[]
  }

const reservedPage = z.object({
  ref: z.string(),
  id: decimalId,
  url: z.url().describe('where people read the page, or will'),
  exists: z.boolean().describe('whether the page is there already'),
})

const arranged = z
  .object({
    moved: count.describe('how many pages were moved'),
    problems: z
      .array(z.object({ parentId: z.string(), message: z.string() }))
      .describe('below which pages the order may be another one, and why'),
  })
  .describe('with `arrangeBelow`: what became of the order')
export type AnswerArranged = ValueOf<typeof arranged>

export const reservedAnswer = answer.extend({
  key: z.literal('reserved'),
  pages: z.array(reservedPage).describe('in the order of the request'),
  found: z
    .array(page)
    .exactOptional()
    .describe('with `findPages`: those that are there, in no order; a homepage is its own parent'),
  arranged: arranged.exactOptional(),
  warnings: requestWarnings,
})
export type ReservationAnswer = ValueOf<typeof reservedAnswer>

const edit = author.extend({ version })
export type AnswerEdit = ValueOf<typeof edit>

const sourcePath = z
  .string()
  .nullable()
  .describe('the file in the source; null once another page was made of it')

const sourcePage = z.object({
  path: sourcePath,
  pageId: decimalId,
  title: z.string(),
  parentId: decimalId,
  version,
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(
      'SHA-256 of the fields that the last import sent, without `source`, `overwrite`, `dryRun`, `takeOver` and `pageId`, as JSON in the order of their names',
    ),
  edited: edit
    .nullable()
    .describe('who else wrote the page since the last import of this source, and as which version'),
})
export type AnswerSourcePage = ValueOf<typeof sourcePage>

export const sourceAnswer = answer.extend({
  key: z.literal('source'),
  pages: z.array(sourcePage).max(contractLimits.maxSourcePages),
  next: z.string().nullable().describe('what `after` asks on with; null on the last part'),
})
export type SourceAnswer = ValueOf<typeof sourceAnswer>

const pageEdit = z.object({
  line: z
    .int()
    .exactOptional()
    .describe('its first line in the imported Markdown, from 1; left out where that is not known'),
  endLine: z.int().exactOptional().describe('its last line; of new lines one less than the first'),
  before: z.string(),
  after: z.string().describe('the new Markdown; empty where it was removed'),
  isRough: z.boolean().exactOptional().describe('`true` where Markdown has not all of its look'),
  problem: z.string().exactOptional().describe('why the edit cannot be applied to lines'),
})

export type AnswerPageEdit = ValueOf<typeof pageEdit>

export const editsAnswer = answer.extend({
  key: z.literal('edits'),
  version: version.describe('the current version of the page'),
  ...author.shape,
  markdown: z.string().describe('as it was last imported'),
  edits: z.array(pageEdit),
})
export type EditsAnswer = ValueOf<typeof editsAnswer>

const prunedPage = z.object({ path: sourcePath, pageId: decimalId, title: z.string() })
export type AnswerPrunedPage = ValueOf<typeof prunedPage>

const keptPage = prunedPage.extend({
  why: z.enum(Object.keys(reasonsToStay) as ReasonToStay[]).describe(
    Object.entries(reasonsToStay)
      .map(([why, meaning]) => `\`${why}\`: ${meaning}`)
      .join('; '),
  ),
})

export const closingAnswer = answer.extend({
  key: z.enum(['closed', 'dry-run']),
  trashed: z.array(prunedPage).describe('with `prune`: the pages that went, or would'),
  kept: z.array(keptPage).describe('with `prune`: the pages without a file that stay'),
  newWarnings: count.describe('warnings that the run brought'),
  oldWarnings: count.describe(
    'warnings that were there before, those of pages that were not sent included',
  ),
  warnings: requestWarnings,
})
export type ClosingAnswer = ValueOf<typeof closingAnswer>

export type PreviewAnswer = ValueOf<typeof answer> & {
  readonly preview: { readonly name: string; readonly url: string }
  readonly warnings?: readonly AnswerWarning[]
}
