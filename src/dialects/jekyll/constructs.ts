/** What Jekyll knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const jekyllConstructs: readonly Construct[] = []
