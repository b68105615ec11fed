/** What GitBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const gitbookConstructs: readonly Construct[] = []
