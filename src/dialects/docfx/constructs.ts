/** What DocFX knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const docfxConstructs: readonly Construct[] = []
