/** What mdBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { mdbookHiddenLines } from './hidden-lines.ts'
import { mdbookInclude } from './include.ts'
import { mdbookEscapes, mdbookTitle } from './title.ts'
import { mdbookWarnings } from './warnings.ts'

/** Files first, then what they hold. */
export const mdbookConstructs: readonly Construct[] = [
  mdbookInclude,
  mdbookTitle,
  mdbookHiddenLines,
  mdbookWarnings,
  mdbookEscapes,
]
