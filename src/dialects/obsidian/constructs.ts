/** What Obsidian knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'

export const obsidianConstructs: readonly Construct[] = []
