/** What MkDocs and Material for MkDocs know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { jekyllRaw } from '../jekyll/tags.ts'
import { mapText } from '../line.ts'
import { wikilinksToPages } from '../obsidian/wikilinks.ts'
import { embeds, formulaBlocks, highlights, otherAlerts, spanTags } from '../shared-constructs.ts'
import { includedPart, templateConstruct } from '../templates/templates.ts'
import { pagePrograms } from '../unknown-parts.ts'
import { mkdocsAttributeLists, mkdocsMarkdownInHtml } from './attribute-lists.ts'
import { mkdocsAdmonitions, mkdocsBlocks, mkdocsFoldableAdmonitions, mkdocsTabs } from './blocks.ts'
import { mkdocsAbbreviations, mkdocsFootnotes } from './definitions.ts'
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

/** https://mkdocs-macros-plugin.readthedocs.io/en/latest/pages/ */
const macros: Construct = templateConstruct({
  name: 'value, condition, loop or part, with the plugin macros',
  written: 'Version {{ version }}.\n\n{% for one in team %}{{ one.name }}. {% endfor %}',
  becomes: 'Version v1.2.\n\nAda. Bob. ',
  language: 'jinja',
  partial: includedPart,
})

/** Text that is shown as it is, where there are templates. */
const raw: Construct = {
  ...jekyllRaw,
  read: (lines, context) =>
    context.templates.jinja === undefined ? lines : jekyllRaw.read(lines, context),
}

const aloneValue = /^[\s>]{0,100}(\{\{ ?[a-z]\w{0,99} ?\}\})\s*$/i

/** Programs that run when a site is made put tables and lists in place of a line, by whatever name. */
const aloneValues: Construct = {
  name: 'value that is a line of its own, which a program of the site gives',
  written: '{{ conversion_table }}\n\nSome words.',
  becomes: '\n\nSome words.',
  tells: 'syntax-left-out {{ conversion_table }}',
  sign: /^[ \t>]*\{\{ ?[a-z]\w* ?\}\}[ \t]*$/im,
  read: (lines, context) =>
    mapText(lines, (text, line) => {
      const [, written] = aloneValue.exec(text) ?? []
      if (written !== undefined) context.leaveOut(written, line)
      return written === undefined ? text : ''
    }),
}

export const mkdocsConstructs: readonly Construct[] = [
  mkdocsSnippets,
  mkdocsIncludedFiles,
  mkdocsIncludedParts,
  mkdocsIncludedCode,
  raw,
  macros,
  aloneValues,
  // Notes become containers, which have the same marks.
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
