/** What Obsidian knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, formulaBlocks, highlights } from '../shared-constructs.ts'
import { obsidianEmbeddedFiles, obsidianWebImages } from './embedded-files.ts'
import { obsidianEmbeddedNotes } from './embedded-notes.ts'
import {
  obsidianBlockIds,
  obsidianCallouts,
  obsidianComments,
  obsidianInlineFootnotes,
  obsidianTaskMarks,
} from './marks.ts'
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
  embeds,
  pagePrograms,
  obsidianInlineFootnotes,
]
