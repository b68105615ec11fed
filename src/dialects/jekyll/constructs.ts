/** What Jekyll, Liquid and kramdown know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists, mkdocsMarkdownInHtml } from '../mkdocs/attribute-lists.ts'
import { mkdocsAbbreviations } from '../mkdocs/definitions.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import { jekyllFormulas, jekyllMarks, jekyllNotes } from './kramdown.ts'
import { jekyllOthers } from './other-tags.ts'
import { jekyllRaw } from './raw.ts'
import {
  jekyllCode,
  jekyllComments,
  jekyllIncludedFiles,
  jekyllLinks,
  jekyllParts,
} from './tags.ts'
import { jekyllTemplates } from './templates.ts'
import { jekyllContents, jekyllValues, jekyllVariables } from './variables.ts'

/** Files first, then what they hold; what is shown as it is, before anything is read as Liquid. */
export const jekyllConstructs: readonly Construct[] = [
  jekyllIncludedFiles,
  jekyllCode,
  jekyllRaw,
  jekyllComments,
  jekyllVariables,
  jekyllValues,
  jekyllTemplates,
  jekyllLinks,
  jekyllParts,
  jekyllOthers,
  jekyllFormulas,
  mkdocsMarkdownInHtml,
  embeds,
  pagePrograms,
  otherAlerts,
  jekyllContents,
  jekyllNotes,
  jekyllMarks,
  mkdocsAttributeLists,
  mkdocsAbbreviations,
]
