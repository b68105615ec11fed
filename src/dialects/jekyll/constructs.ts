/** Constructs of Jekyll, Liquid and kramdown. @module */

import type { AnyConstruct, Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { mkdocsAbbreviations } from '../mkdocs/abbreviations.ts'
import { mkdocsMarkdownInHtml } from '../mkdocs/blocks.ts'
import { pageVariable } from '../page-variable.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { spanTags } from '../shared/words.ts'
import {
  jekyllBracketFormulas,
  jekyllContents,
  jekyllFormulas,
  jekyllMarks,
  jekyllNotes,
} from './kramdown.ts'
import { jekyllLinks, jekyllOthers, jekyllParts } from './liquid-tags.ts'
import { jekyllCode, jekyllComments, jekyllIncludedFiles, jekyllRaw } from './tags.ts'
import { jekyllTemplates } from './templates.ts'

const root = /\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g
const filtered =
  /\{\{-?\s*(["'])([^"'{}]{1,1000})\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))(?:\s*\|[^{}]{0,200})?\s*-?\}\}/g

const jekyllVariables: Construct = {
  name: 'address of the site',
  written: '[A]({{ "/guide/a" | relative_url }}), [b]({{ site.baseurl }}/guide/b)',
  becomes: '[A](/guide/a), [b](/guide/b)',
  sign: /\{\{-?\s*(?:site\.(?:baseurl|url)|["'])/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('{{')) return text
      const rooted = replaceMatches(text, filtered, ([, , path = '']) => path)
      return replaceMatches(rooted, root, () => '')
    }),
}

const variable = /\{\{-?\s*(site|page)\.([\w.-]{1,100})\s*(?:\|\s*(?:escape|strip)\s*)?-?\}\}/g

/** Values of `_config.yml` and of the page's front matter. */
const jekyllValues: Construct = {
  name: 'value of the site or of the page',
  written: 'Version {{ site.version }}.',
  becomes: 'Version v1.2.',
  sign: /\{\{-?\s*(?:site|page)\./,
  read: (lines, context) =>
    mapText(lines, (text) =>
      replaceMatches(text, variable, ([written, of, name = '']) => {
        const value = of === 'site' ? context.variable(name) : pageVariable(lines, name)
        return value ?? written
      }),
    ),
}

export const jekyllConstructs: readonly AnyConstruct[] = [
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
  jekyllBracketFormulas,
  mkdocsMarkdownInHtml,
  spanTags,
  embeds,
  pagePrograms,
  otherAlerts,
  jekyllContents,
  jekyllNotes,
  jekyllMarks,
  attributeLists,
  mkdocsAbbreviations,
]
