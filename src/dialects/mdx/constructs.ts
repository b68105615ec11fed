/** What MDX knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const mdxConstructs: readonly Construct[] = []
