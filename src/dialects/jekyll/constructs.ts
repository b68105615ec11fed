/** Constructs of Jekyll, Liquid and kramdown. @module */

import type { AnyConstruct, Construct } from '../construct.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import {
  mkdocsAbbreviations,
  mkdocsAttributeLists,
  mkdocsMarkdownInHtml,
} from '../mkdocs/attribute-lists.ts'
import { pageVariable } from '../page-variable.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { spanTags } from '../shared/words.ts'
import { jekyllFormulas, jekyllMarks, jekyllNotes } from './kramdown.ts'
import {
  jekyllCode,
  jekyllComments,
  jekyllIncludedFiles,
  jekyllLinks,
  jekyllOthers,
  jekyllParts,
  jekyllRaw,
} from './tags.ts'
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

const mark = /^\s*\{:\s*toc\b[^{}]*\}\s*$/i
const item = /^([\s>]*)(?:[-*+]|\d{1,9}[.)])\s[^{}]{0,100}\b(?:toc|contents|list)\b[^{}]{0,100}$/i

/** https://kramdown.gettalong.org/converter/html.html#toc */
const jekyllContents: Construct = {
  name: 'table of contents',
  written: '1. TOC\n{:toc}',
  becomes: '\n[TOC]\n',
  sign: /^[ \t]*\{:[ \t]*toc\b/im,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    for (const [index, one] of lines.entries()) {
      const above = out.at(-1)
      const [found, indent = ''] = (kinds[index] === 'text' && item.exec(above?.text ?? '')) || []
      if (above === undefined || found === undefined || !mark.test(one.text)) out.push(one)
      else {
        const blank = { text: indent.trimEnd(), line: above.line }
        out.splice(-1, 1, blank, { text: `${indent}[TOC]`, line: one.line }, blank)
      }
    }
    return out
  },
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
  mkdocsMarkdownInHtml,
  spanTags,
  embeds,
  pagePrograms,
  otherAlerts,
  jekyllContents,
  jekyllNotes,
  jekyllMarks,
  mkdocsAttributeLists,
  mkdocsAbbreviations,
]
