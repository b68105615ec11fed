/** What VitePress knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const vitepressConstructs: readonly Construct[] = []
