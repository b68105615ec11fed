/** Jinja of the plugin macros, where it only reads. @module */
import type { Construct } from '../construct.ts'
import { jekyllRaw } from '../jekyll/raw.ts'
import { includedPart, templateConstruct } from '../templates/templates.ts'

/** https://mkdocs-macros-plugin.readthedocs.io/en/latest/pages/ */
export const mkdocsTemplates: Construct = templateConstruct({
  name: 'value, condition, loop or part, with the plugin macros',
  written: 'Version {{ version }}.\n\n{% for one in team %}{{ one.name }}. {% endfor %}',
  becomes: 'Version v1.2.\n\nAda. Bob. ',
  language: 'jinja',
  partial: includedPart,
})

/** Text that is shown as it is, where there are templates. */
export const mkdocsRaw: Construct = {
  ...jekyllRaw,
  read: (lines, context) =>
    context.templates.jinja === undefined ? lines : jekyllRaw.read(lines, context),
}
