/** What Hugo knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const hugoConstructs: readonly Construct[] = []
