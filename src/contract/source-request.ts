/** Where pages come from, and the requests about sources. @module */
import { z } from 'zod'
import {
  anyText,
  arrayOf,
  atMost,
  fieldRule,
  firstLine,
  flag,
  nameType,
  optionalWebAddress,
  row,
  shortText,
} from './fields.ts'
import { contractLimits } from './limits.ts'
import { runPattern } from './paths.ts'
import type { ValueOf } from './values.ts'

const { maxIdLength, maxSourceNameLength, maxSourcePathLength, maxSourceUrlLength } = contractLimits

const space = shortText('the space, by id or key', maxIdLength)
const sourceName = shortText('the name of the source', maxSourceNameLength)
// Not trimmed: the name of a file may begin with a space.
const sourcePath = atMost(anyText('the path of the file in the source'), maxSourcePathLength)

export const importSource = row({
  name: sourceName,
  path: sourcePath,
  url: optionalWebAddress('where the file can be seen', maxSourceUrlLength),
  commit: firstLine('the commit, shown with the version'),
  author: firstLine('who wrote the commit, shown with the version'),
  message: firstLine('what the commit says; its first line is shown with the version'),
})

export const sourceQuery = z.object({
  spaceId: space,
  name: sourceName,
  after: z.string().optional().describe('`next` of the answer before'),
})

export const sourceEditsQuery = z.object({ spaceId: space, name: sourceName, path: sourcePath })

const runRule =
  'is required: what the imports of the run sent as Markport-Run, 1 to 64 of A-Z a-z 0-9 _ -'

export const closingRequest = z
  .object({
    spaceId: space,
    name: sourceName,
    run: z
      .string({ error: runRule })
      .regex(runPattern, { error: runRule })
      .describe('what the imports of the run sent as `Markport-Run`'),
    paths: arrayOf('paths', sourcePath, contractLimits.maxClosedPaths).describe(
      'the paths of all files that are there, sent or not',
    ),
    prune: z
      .union([z.boolean(), z.literal('archive')], {
        error: ({ input }) =>
          `must be true, false or "archive", got ${typeof input === 'string' ? JSON.stringify(input.slice(0, 20)) : nameType(input)}`,
      })
      .default(false)
      .describe(
        '`true` puts pages without a file into the trash, `"archive"` into the archive of a Confluence that has one',
      ),
    dryRun: flag('tell what would go, and write nothing', false),
  })
  .check(
    fieldRule(({ prune, paths }) =>
      prune !== false && paths.length === 0
        ? { path: ['paths'], message: 'must not be empty with prune: every page would go' }
        : undefined,
    ),
  )

export type ClosingFields = ValueOf<typeof closingRequest>
