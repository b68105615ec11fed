/** What Obsidian knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { formulaBlocks } from '../formula-blocks.ts'
import { highlights } from '../highlights.ts'
import { obsidianBlockIds } from './block-ids.ts'
import { obsidianCallouts } from './callouts.ts'
import { obsidianComments } from './comments.ts'
import { obsidianEmbeddedFiles } from './embedded-files.ts'
import { obsidianEmbeddedNotes } from './embedded-notes.ts'
import { obsidianInlineFootnotes } from './inline-footnotes.ts'
import { obsidianTaskMarks } from './task-marks.ts'
import { obsidianWebImages } from './web-images.ts'
import { wikilinks } from './wikilinks.ts'

export const obsidianConstructs: readonly Construct[] = [
  obsidianEmbeddedNotes,
  formulaBlocks,
  obsidianEmbeddedFiles,
  obsidianWebImages,
  obsidianTaskMarks,
  wikilinks,
  obsidianBlockIds,
  obsidianComments,
  obsidianCallouts,
  highlights,
  obsidianInlineFootnotes,
]
