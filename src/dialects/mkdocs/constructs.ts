/** What MkDocs and Material for MkDocs know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { wikilinksToPages } from '../obsidian/wikilinks.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, formulaBlocks, highlights, otherAlerts } from '../shared-constructs.ts'
import { mkdocsAdmonitions, mkdocsFoldableAdmonitions, mkdocsTabs } from './admonitions.ts'
import { mkdocsAttributeLists, mkdocsMarkdownInHtml } from './attribute-lists.ts'
import { mkdocsBlocks } from './blocks.ts'
import { mkdocsAbbreviations, mkdocsFootnotes } from './definitions.ts'
import { mkdocsDarkImages, mkdocsIcons } from './icons.ts'
import { mkdocsIncludedFiles } from './included-files.ts'
import { mkdocsIncludedCode, mkdocsIncludedParts } from './included-parts.ts'
import {
  mkdocsAnnotations,
  mkdocsCodeLanguages,
  mkdocsEdits,
  mkdocsInsertions,
  mkdocsKeys,
  mkdocsRaisedWords,
} from './inline-marks.ts'
import { mkdocsDocumentedCode, mkdocsReferences } from './references.ts'
import { mkdocsSnippets } from './snippets.ts'
import { mkdocsRaw, mkdocsTemplates } from './templates.ts'

export const mkdocsConstructs: readonly Construct[] = [
  mkdocsSnippets,
  mkdocsIncludedFiles,
  mkdocsIncludedParts,
  mkdocsIncludedCode,
  mkdocsRaw,
  mkdocsTemplates,
  formulaBlocks,
  mkdocsBlocks,
  mkdocsAdmonitions,
  mkdocsFoldableAdmonitions,
  mkdocsTabs,
  mkdocsMarkdownInHtml,
  mkdocsDocumentedCode,
  mkdocsReferences,
  wikilinksToPages,
  embeds,
  pagePrograms,
  otherAlerts,
  mkdocsDarkImages,
  mkdocsFootnotes,
  mkdocsCodeLanguages,
  mkdocsAttributeLists,
  mkdocsIcons,
  mkdocsEdits,
  mkdocsKeys,
  highlights,
  mkdocsInsertions,
  mkdocsRaisedWords,
  mkdocsAnnotations,
  mkdocsAbbreviations,
]
