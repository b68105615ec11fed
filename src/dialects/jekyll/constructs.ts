/** What Jekyll, Liquid and kramdown know beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { textOfLines } from '../lines-of.ts'
import { mkdocsAttributeLists, mkdocsMarkdownInHtml } from '../mkdocs/attribute-lists.ts'
import { mkdocsAbbreviations } from '../mkdocs/definitions.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import { partialLines, templateConstruct } from '../templates/templates.ts'
import { jekyllFormulas, jekyllMarks, jekyllNotes } from './kramdown.ts'
import { jekyllOthers } from './other-tags.ts'
import { jekyllRaw } from './raw.ts'
import {
  isThemePart,
  jekyllCode,
  jekyllComments,
  jekyllIncludedFiles,
  jekyllLinks,
  jekyllParts,
} from './tags.ts'
import { jekyllContents, jekyllValues, jekyllVariables } from './variables.ts'

/** https://jekyllrb.com/docs/liquid/ */
const jekyllTemplates: Construct = templateConstruct({
  name: 'condition, loop, or part with parameters',
  written: '{% for one in site.data.team %}\n- {{ one.name | upcase }}{% endfor %}',
  becomes: '\n- ADA\n- BOB',
  language: 'liquid',
  partial(name, context) {
    const address = name.startsWith('./') ? name.slice(2) : `/_includes/${name}`
    // Of a theme's notes and images it is known what they mean.
    const file = isThemePart(name) ? undefined : context.readInclude(address, 0, true)
    if (file === undefined) return writtenAgain(name)
    const read = [jekyllCode, jekyllRaw, jekyllComments].reduce(
      (lines, construct) => construct.read(lines, context),
      partialLines(file, context),
    )
    return textOfLines(read)
  },
})

/** The tag with the values of its parameters, for those who know it by its name. */
function writtenAgain(name: string): string {
  const parameters = `{% for one in include %} {{ one[0] }}="{{ one[1] | replace: '"', '\\\\"' }}"{% endfor %}`
  return `{% raw %}{% include ${name}{% endraw %}${parameters}{% raw %} %}{% endraw %}`
}

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
