/** What Docusaurus knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const docusaurusConstructs: readonly Construct[] = []
