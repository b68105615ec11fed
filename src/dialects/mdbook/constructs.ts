/** What mdBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { jekyllFormulas } from '../jekyll/kramdown.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds } from '../shared-constructs.ts'
import { mdbookHiddenLines } from './hidden-lines.ts'
import {
  mdbookEscapes,
  mdbookHiddenParts,
  mdbookListings,
  mdbookTitle,
  mdbookWarnings,
} from './html-parts.ts'
import { mdbookInclude } from './include.ts'

/** Files first, then what they hold. */
export const mdbookConstructs: readonly Construct[] = [
  mdbookInclude,
  mdbookTitle,
  mdbookHiddenLines,
  mdbookHiddenParts,
  mdbookListings,
  mdbookWarnings,
  embeds,
  pagePrograms,
  jekyllFormulas,
  mdbookEscapes,
]
