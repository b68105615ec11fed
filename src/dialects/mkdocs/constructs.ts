/** What MkDocs and Material for MkDocs know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { formulaBlocks } from '../formula-blocks.ts'
import { highlights } from '../highlights.ts'
import { wikilinksToPages } from '../obsidian/wikilinks.ts'
import { mkdocsAbbreviations } from './abbreviations.ts'
import { mkdocsAdmonitions } from './admonitions.ts'
import { mkdocsAnnotations } from './annotations.ts'
import { mkdocsAttributeLists } from './attribute-lists.ts'
import { mkdocsBlocks } from './blocks.ts'
import { mkdocsCodeLanguages } from './code-languages.ts'
import { mkdocsDarkImages } from './dark-images.ts'
import { mkdocsEdits } from './edits.ts'
import { mkdocsFoldableAdmonitions } from './foldable-admonitions.ts'
import { mkdocsFootnotes } from './footnotes.ts'
import { mkdocsIcons } from './icons.ts'
import { mkdocsIncludedCode } from './included-code.ts'
import { mkdocsIncludedFiles } from './included-files.ts'
import { mkdocsIncludedParts } from './included-parts.ts'
import { mkdocsInsertions } from './insertions.ts'
import { mkdocsKeys } from './keys.ts'
import { mkdocsMarkdownInHtml } from './markdown-in-html.ts'
import { mkdocsRaisedWords } from './raised-words.ts'
import { mkdocsSnippets } from './snippets.ts'
import { mkdocsTabs } from './tabs.ts'

export const mkdocsConstructs: readonly Construct[] = [
  mkdocsSnippets,
  mkdocsIncludedFiles,
  mkdocsIncludedParts,
  mkdocsIncludedCode,
  formulaBlocks,
  mkdocsBlocks,
  mkdocsAdmonitions,
  mkdocsFoldableAdmonitions,
  mkdocsTabs,
  mkdocsMarkdownInHtml,
  wikilinksToPages,
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
