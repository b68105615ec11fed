/** Constructs of MkDocs and Material for MkDocs. @module */

import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { wikilinksToPages } from '../obsidian/constructs.ts'
import type { Context, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { anyTag } from '../shared/code-rules.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { rawText } from '../shared/raw-text.ts'
import { brokenReferences, spacedReferences } from '../shared/spaced-references.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { formulaBlocks, highlights, spanTags } from '../shared/words.ts'
import { mkdocsAbbreviations } from './abbreviations.ts'
import {
  mkdocsAdmonitions,
  mkdocsBlocks,
  mkdocsFoldableAdmonitions,
  mkdocsMarkdownInHtml,
  mkdocsTabs,
} from './blocks.ts'
import { mkdocsDarkImages, mkdocsIconLines, mkdocsIcons } from './icons.ts'
import {
  mkdocsIncludedFiles,
  mkdocsIncludedFilesInCode,
  mkdocsIncludedParts,
  mkdocsIncludedPartsInCode,
} from './included-files.ts'
import {
  mkdocsAnnotations,
  mkdocsCodeLanguages,
  mkdocsInsertions,
  mkdocsKeys,
  mkdocsLoweredWords,
  mkdocsRaisedWords,
} from './inline-marks.ts'
import { mkdocsDefinitions, mkdocsDocumentedCode, mkdocsReferences } from './references.ts'
import { mkdocsShownSnippets, mkdocsSnippets, mkdocsSnippetsInCode } from './snippets.ts'

const template =
  /\{\{(?:-?\s{0,20}([A-Za-z_][\w.]{0,100})\s{0,20}-?|[^{}\n]{1,500})\}\}|\{%(?!-?\s*include(?:-markdown)?\s+["'])[^{}%\n]{1,500}%\}/y
const rawMark = /\{%-?\s*(end)?raw\s*-?%\}/y
const laterTag = /^\{%-?\s*(?:end|el)/

/** The tag's name is the value's name, `raw` for raw marks, and empty for other templates. */
const templates: Syntax = {
  name: 'template',
  start: /\{[{%]/,
  isReadInTags: true,
  readTag(source, at) {
    rawMark.lastIndex = at
    const [mark, isEnd] = rawMark.exec(source) ?? []
    if (mark !== undefined)
      return { kind: isEnd ? 'close' : 'open', name: 'raw', attributes: '', end: at + mark.length }
    template.lastIndex = at
    const match = template.exec(source)
    if (match === null) return undefined
    return { kind: 'single', name: match[1] ?? '', attributes: '', end: template.lastIndex }
  },
  holdsNone: (name) => (name === 'raw' ? 'tags' : undefined),
}

/** https://mkdocs-macros-plugin.readthedocs.io/en/latest/pages/ */
const macros: TagConstruct = {
  name: 'value of the configuration or of the page, with the plugin macros; any other template is shown',
  input: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  syntax: templates,
  tag({ kind, name, opening, line }, context) {
    if (!hasMacros(context)) return undefined
    const value = name === '' || kind !== 'single' ? undefined : valueIn(name, context)
    if (value !== undefined) return { inline: value }
    if (!laterTag.test(opening)) context.leaveTemplate(opening, line)
    return undefined
  },
}

function hasMacros({ hasMacros: isOn, document }: Context): boolean {
  return (
    isOn &&
    frontMatterValue(document, 'render_macros') !== 'false' &&
    frontMatterValue(document, 'ignore_macros') !== 'true'
  )
}

function valueIn(name: string, context: Context): string | undefined {
  const [, inPage] = /^(?:page\.(?:meta\.)?)?(\w+)$/.exec(name) ?? []
  return (inPage && frontMatterValue(context.document, inPage)) || context.variable(name)
}

/** Raw marks count only where templates are evaluated. */
const [raw, rawInCode] = rawText(templates, hasMacros)

export const mkdocsConstructs: readonly PartConstruct[] = [
  raw,
  rawInCode,
  mkdocsSnippetsInCode,
  mkdocsIncludedFilesInCode,
  mkdocsIncludedPartsInCode,
  mkdocsCodeLanguages,
  mkdocsSnippets,
  mkdocsIncludedFiles,
  mkdocsIncludedParts,
  macros,
  mkdocsDocumentedCode,
  mkdocsBlocks,
  mkdocsAdmonitions,
  mkdocsFoldableAdmonitions,
  mkdocsTabs,
  mkdocsMarkdownInHtml,
  mkdocsReferences,
  wikilinksToPages,
  embeds,
  pagePrograms,
  spacedReferences,
  brokenReferences,
  formulaBlocks,
  spanTags,
  mkdocsDefinitions,
  otherAlerts,
  mkdocsShownSnippets,
  mkdocsDarkImages,
  attributeLists,
  mkdocsIconLines,
  mkdocsIcons,
  mkdocsKeys,
  highlights,
  mkdocsInsertions,
  mkdocsRaisedWords,
  mkdocsLoweredWords,
  mkdocsAnnotations,
  mkdocsAbbreviations,
]

export const mkdocsCode: Partial<CodeRules> = {
  blocks: [/^!!! ?[a-z]/i, /^\?\?\?\+? *(?:[a-z"]|$)/i, /^===(?:!|\+|!\+|\+!)? +"/],
  tags: [{ opening: /^<[a-z][^<>]*\smarkdown[\s>=]/i }],
  markdownTags: [anyTag],
}
