/** What Jekyll, Liquid and kramdown know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { mkdocsAbbreviations } from '../mkdocs/definitions.ts'
import { mkdocsMarkdownInHtml } from '../mkdocs/markdown-in-html.ts'
import { jekyllContents } from './contents.ts'
import { jekyllIncludedFiles } from './included-files.ts'
import { jekyllFormulas, jekyllMarks, jekyllNotes } from './kramdown.ts'
import { jekyllRaw } from './raw.ts'
import { jekyllCode, jekyllComments, jekyllLinks, jekyllParts } from './tags.ts'
import { jekyllValues, jekyllVariables } from './variables.ts'

/** Files first, then what they hold; what is shown as it is, before anything is read as Liquid. */
export const jekyllConstructs: readonly Construct[] = [
  jekyllIncludedFiles,
  jekyllCode,
  jekyllRaw,
  jekyllComments,
  jekyllVariables,
  jekyllValues,
  jekyllLinks,
  jekyllParts,
  jekyllFormulas,
  mkdocsMarkdownInHtml,
  jekyllContents,
  jekyllNotes,
  jekyllMarks,
  mkdocsAttributeLists,
  mkdocsAbbreviations,
]
