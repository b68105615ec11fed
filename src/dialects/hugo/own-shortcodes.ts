/** Shortcodes that a site of Hugo has templates for. @module */
import type { Construct } from '../construct.ts'
import { ownShortcodes } from '../own-shortcodes.ts'
import { fillGoTemplate } from './go-template.ts'
import { hugoNotation } from './notation.ts'

const folders = ['layouts/shortcodes', 'layouts/_shortcodes']

/** https://gohugo.io/templates/shortcode/ */
export const hugoOwnShortcodes: Construct = ownShortcodes(
  {
    written: '{{% spoken by="Ada" %}}\nSome words.\n{{% /spoken %}}',
    becomes: '**Ada:**\n\nSome words.',
    sign: /\{\{[<%]/,
    filesOf: (name) =>
      folders.flatMap((folder) => ['html', 'md'].map((ending) => `/${folder}/${name}.${ending}`)),
    fill: (template, { attributes }, inner) => fillGoTemplate(template, attributes, inner ?? ''),
  },
  hugoNotation,
)
