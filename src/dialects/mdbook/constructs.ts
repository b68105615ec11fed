/** What mdBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { mdbookInclude } from './include.ts'

export const mdbookConstructs: readonly Construct[] = [mdbookInclude]
