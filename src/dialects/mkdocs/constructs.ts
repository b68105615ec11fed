/** Constructs of MkDocs and Material for MkDocs. @module */

import type { AnyConstruct, Construct, ReadingContext } from '../construct.ts'
import { jekyllRaw } from '../jekyll/tags.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'
import { wikilinksToPages } from '../obsidian/constructs.ts'
import { pageVariable } from '../page-variable.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { formulaBlocks, highlights, spanTags } from '../shared/words.ts'
import {
  mkdocsAbbreviations,
  mkdocsAttributeLists,
  mkdocsFootnotes,
  mkdocsMarkdownInHtml,
} from './attribute-lists.ts'
import { mkdocsAdmonitions, mkdocsBlocks, mkdocsFoldableAdmonitions, mkdocsTabs } from './blocks.ts'
import { mkdocsIncludedCode, mkdocsIncludedFiles, mkdocsIncludedParts } from './included-files.ts'
import {
  mkdocsAnnotations,
  mkdocsCodeLanguages,
  mkdocsEdits,
  mkdocsInsertions,
  mkdocsKeys,
  mkdocsRaisedWords,
} from './inline-marks.ts'
import {
  mkdocsDarkImages,
  mkdocsDefinitions,
  mkdocsDocumentedCode,
  mkdocsIcons,
  mkdocsReferences,
} from './references.ts'
import { mkdocsSnippets } from './snippets.ts'

const template =
  /\{\{(?:-?\s{0,20}([A-Za-z_][\w.]{0,100})\s{0,20}-?|[^{}]{1,500})\}\}|\{%[^{}%]{1,500}%\}/g
const laterTag = /^\{%-?\s*(?:end|el)/

/** https://mkdocs-macros-plugin.readthedocs.io/en/latest/pages/ */
const macros: Construct = {
  name: 'value of the configuration or of the page, with the plugin macros; any other template is shown',
  written: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  sign: /\{\{|\{%/,
  read(lines, context) {
    if (!hasMacros(lines, context)) return lines
    return mapText(lines, (text, line) =>
      replaceMatches(text, template, ([written, name]) => {
        const value = name === undefined ? undefined : valueIn(name, lines, context)
        if (value === undefined && !laterTag.test(written)) {
          context.leaveTemplate(written, line)
        }
        return value ?? written
      }),
    )
  },
}

function hasMacros(lines: readonly Line[], context: ReadingContext): boolean {
  return (
    context.hasMacros &&
    pageVariable(lines, 'render_macros') !== 'false' &&
    pageVariable(lines, 'ignore_macros') !== 'true'
  )
}

function valueIn(
  name: string,
  lines: readonly Line[],
  context: ReadingContext,
): string | undefined {
  const [, inPage] = /^(?:page\.(?:meta\.)?)?(\w+)$/.exec(name) ?? []
  return (inPage && pageVariable(lines, inPage)) || context.variable(name)
}

/** Raw text exists only where templates are evaluated. */
const raw: Construct = {
  ...jekyllRaw,
  read: (lines, context) => (hasMacros(lines, context) ? jekyllRaw.read(lines, context) : lines),
}

export const mkdocsConstructs: readonly AnyConstruct[] = [
  mkdocsSnippets,
  mkdocsIncludedFiles,
  mkdocsIncludedParts,
  mkdocsIncludedCode,
  raw,
  macros,
  // Must come first: notes become containers, which have the same marks.
  mkdocsDocumentedCode,
  formulaBlocks,
  mkdocsBlocks,
  mkdocsAdmonitions,
  mkdocsFoldableAdmonitions,
  mkdocsTabs,
  mkdocsMarkdownInHtml,
  spanTags,
  mkdocsDefinitions,
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
