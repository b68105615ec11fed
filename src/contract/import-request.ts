/** The request of the import operation: its fields. @module */
import { z } from 'zod'
import {
  anyText,
  fieldRule,
  flag,
  labels,
  numberFrom,
  optionalText,
  optionalTitle,
  shortText,
  title,
} from './fields.ts'
import { contractLimits } from './limits.ts'
import { importSource } from './source-request.ts'
import type { SentOf, ValueOf } from './values.ts'

const { maxIdLength, maxPosition } = contractLimits

/** Types, checks, docs, the web form and the OpenAPI document are made of these rows. */
export const importRequest = z
  .object({
    spaceId: shortText('the space, by id or key', maxIdLength),
    parentId: shortText('id of the parent page', maxIdLength),
    pageTitle: title('title of the page'),
    content: anyText('Markdown'),
    overwrite: flag(
      '`true` creates the page or updates the one that is there; `false` fails if it is there',
      false,
    ),
    labels: labels(
      'all labels of the page, each of letters, digits and `-_+/`; without it the page keeps its labels',
    ),
    position: numberFrom(
      'place among the pages below the same parent, 0 or more; pages without one follow, by title',
      0,
      maxPosition,
    ).optional(),
    navigationTitle: optionalTitle(
      'what trees and lists call the page; without it they use the title',
    ),
    source: importSource
      .optional()
      .describe(
        'where the page comes from: `name` of the source, `path` of the file in it, and if you like its `url`, `commit`, `author` and `message`; the source then keeps the page',
      ),
    takeOver: flag('`true` takes a page that another source keeps; needs `source`', false),
    pageId: optionalText(
      'the page itself, by the id of a page of this space or of a reservation: it gets this title and stands below this parent',
      maxIdLength,
    ),
    dryRun: flag('do every check and the conversion, write nothing', false),
    removeTitleHeading: flag(
      '`true` leaves a first heading that says the title out of the page, which shows its title anyway; the Markdown that is kept has it',
      true,
    ),
  })
  .check(
    fieldRule(({ takeOver, source }) =>
      takeOver && source === undefined
        ? { path: ['takeOver'], message: 'needs source: only a source can take over a page' }
        : undefined,
    ),
  )

export type SentFields = SentOf<typeof importRequest>

export type ImportFields = ValueOf<typeof importRequest>

export interface AskedFields extends Omit<ImportFields, 'content' | 'source' | 'takeOver'> {
  /** Undefined for a plain call, which leaves the page with its source. */
  readonly source?: ImportedFile | undefined
  readonly takeOver?: boolean
}

/** The path is empty once another page was made of the file. */
export type KeptFile = Pick<NonNullable<ImportFields['source']>, 'name' | 'path' | 'url'>

export type ImportedFile = NonNullable<ImportFields['source']> & {
  /** Of all fields as they were sent; see `sentDigest`. */
  readonly digest: string
}
