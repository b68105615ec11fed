/** Shortcodes that a site has templates for: they are filled in where they are plain, never run. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import { fillTemplate } from '../plain-template.ts'
import type { Replacement } from '../replace-tags.ts'
import { replaceShortcodes, type Shortcode } from '../shortcodes.ts'
import { zolaNotation } from './notation.ts'

/** https://www.getzola.org/documentation/content/shortcodes/#writing-a-shortcode */
export const zolaOwnShortcodes: Construct = {
  name: 'shortcode that the site has a plain template for',
  written: '{% spoken(by="Ada") %}\nSome words.\n{% end %}',
  becomes: '**Ada:**\n\nSome words.',
  sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
  read(lines, context) {
    const templates = new Map<string, string | undefined>()
    return replaceShortcodes(lines, zolaNotation, (shortcode) => {
      const { name, line } = shortcode
      if (!templates.has(name)) templates.set(name, templateOf(name, line, context))
      return filled(shortcode, templates.get(name))
    })
  },
}

function templateOf(name: string, line: number, context: ReadingContext): string | undefined {
  for (const ending of ['md', 'html']) {
    // Most sites have no template of a name that a theme has.
    const file = context.readInclude(`/templates/shortcodes/${name}.${ending}`, line, true)
    if (file === undefined) continue
    const texts = file.text.split(/\r\n|\n|\r/)
    // HTML goes on over blank lines, and is indented as it likes.
    const shown =
      ending === 'md' ? texts : texts.map((text) => text.trim()).filter((text) => text !== '')
    return context
      .linesOf(shown.join('\n'))
      .map(({ text }) => text)
      .join('\n')
  }
  return undefined
}

function filled(shortcode: Shortcode, template: string | undefined): Replacement {
  const { kind, isBlock, content, attributes } = shortcode
  if (template === undefined) return undefined
  const words = content.map(({ text }) => text).join('\n')
  // What it holds is Markdown, wherever it stands.
  const body = isBlock ? `\n\n${words}\n\n` : words
  const values = new Map([
    ...attributes.named,
    ...(kind === 'pair' ? [['body', body] as const] : []),
  ])
  const text = fillTemplate(template, values)
    ?.replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text === undefined) return undefined
  return isBlock ? { block: [text] } : { inline: text.replace(/\s*\n\s*/g, ' ') }
}
