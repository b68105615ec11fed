/** Shortcodes that a site of Zola has templates for, in Tera. @module */
import type { Construct } from '../construct.ts'
import { ownShortcodes } from '../own-shortcodes.ts'
import { fillTemplate } from '../plain-template.ts'
import { zolaNotation } from './notation.ts'

/** https://www.getzola.org/documentation/content/shortcodes/#writing-a-shortcode */
export const zolaOwnShortcodes: Construct = ownShortcodes(
  {
    written: '{% spoken(by="Ada") %}\nSome words.\n{% end %}',
    becomes: '**Ada:**\n\nSome words.',
    sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
    filesOf: (name) => ['md', 'html'].map((ending) => `/templates/shortcodes/${name}.${ending}`),
    fill: (template, { attributes }, body) =>
      fillTemplate(
        template,
        new Map([...attributes.named, ...(body === undefined ? [] : [['body', body] as const])]),
      ),
  },
  zolaNotation,
)
