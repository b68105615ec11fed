/** Constructs of Jekyll, Liquid and kramdown. @module */

import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { mkdocsAbbreviations } from '../mkdocs/abbreviations.ts'
import { mkdocsMarkdownInHtml } from '../mkdocs/blocks.ts'
import type { PartConstruct } from '../parts/part-construct.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { anyTag, liquidTags } from '../shared/code.ts'
import { brokenReferences, spacedReferences } from '../shared/spaced-references.ts'
import { spanTags } from '../shared/words.ts'
import {
  jekyllBracketFormulas,
  jekyllContents,
  jekyllFormulas,
  jekyllMarks,
  jekyllNotes,
} from './kramdown.ts'
import {
  jekyllAssignments,
  jekyllBlocks,
  jekyllCode,
  jekyllComments,
  jekyllIncludedFiles,
  jekyllLinks,
  jekyllOthers,
  jekyllParts,
  jekyllRaw,
  jekyllRawInCode,
  jekyllValues,
} from './tags.ts'

export const jekyllConstructs: readonly PartConstruct[] = [
  jekyllCode,
  jekyllRaw,
  jekyllRawInCode,
  jekyllComments,
  jekyllLinks,
  jekyllValues,
  jekyllParts,
  jekyllIncludedFiles,
  jekyllBlocks,
  jekyllAssignments,
  jekyllOthers,
  jekyllFormulas,
  jekyllBracketFormulas,
  mkdocsMarkdownInHtml,
  spanTags,
  spacedReferences,
  brokenReferences,
  otherAlerts,
  jekyllContents,
  jekyllNotes,
  jekyllMarks,
  attributeLists,
  mkdocsAbbreviations,
]

/** The content often stands in `raw` tags; match their end too. */
const highlightTags = {
  opening: /^\{%-?\s*highlight\s[^{}]*%\}\s*(?:\{%-?\s*raw\s*-?%\}\s*)?$/,
  closing: /^(?:\{%-?\s*endraw\s*-?%\}\s*)?\{%-?\s*endhighlight\s*-?%\}(?!\s*\{%-?\s*endraw)/,
}

export const jekyllCodeRules: Partial<CodeRules> = {
  markdownTags: [anyTag],
  tags: [liquidTags],
  codeTags: [highlightTags],
}
