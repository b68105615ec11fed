/** What Eleventy knows beyond Markdown: templates of Liquid or Nunjucks, and shortcodes of the site. @module */
import type { Construct } from '../construct.ts'
import { jekyllCode, jekyllComments, jekyllOthers, jekyllRaw } from '../jekyll/tags.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { containerParts, embeds, otherAlerts } from '../shared-constructs.ts'
import { includedPart, templateConstruct } from '../templates/templates.ts'
import { pagePrograms } from '../unknown-parts.ts'

/** https://www.11ty.dev/docs/languages/liquid/ */
const eleventyLiquid = templateConstruct({
  name: "value, condition, loop or part in Liquid, Eleventy's own choice",
  written: '{% for one in team %}\n- {{ one.name | upcase }}{% endfor %}',
  becomes: '\n- ADA\n- BOB',
  language: 'quoted-liquid',
  partial: includedPart,
})

/** https://www.11ty.dev/docs/languages/nunjucks/ */
const eleventyNunjucks = templateConstruct({
  name: 'value, condition, loop or part in Nunjucks, where the site says so',
  written: '{% for one in team %}\n- {{ one.name }}{% endfor %}',
  becomes: '\n- Ada\n- Bob',
  language: 'jinja',
  partial: includedPart,
})

/** What is shown as it is, before anything is read. */
export const eleventyConstructs: readonly Construct[] = [
  jekyllCode,
  jekyllRaw,
  jekyllComments,
  eleventyLiquid,
  eleventyNunjucks,
  jekyllOthers,
  embeds,
  pagePrograms,
  ...containerParts,
  otherAlerts,
  mkdocsAttributeLists,
]
