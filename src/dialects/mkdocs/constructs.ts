/** What MkDocs and Material for MkDocs know beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const mkdocsConstructs: readonly Construct[] = []
