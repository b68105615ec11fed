/** Shortcodes that a site has templates for: they are filled in where they are plain, never run. @module */

import { splitLines } from '../convert/code/line-reader.ts'
import type { Construct, ReadingContext } from './construct.ts'
import { textOfLines } from './lines-of.ts'
import type { Replacement } from './replace-tags.ts'
import { replaceShortcodes, type Shortcode, type ShortcodeNotation } from './shortcodes.ts'

/** Where a generator has its templates, and how they are written. */
interface OwnShortcodes extends Pick<Construct, 'written' | 'becomes' | 'sign'> {
  /** Names the files that a shortcode's template may be in. */
  filesOf(name: string): readonly string[]
  /**
   * Fill in a template.
   * @param body What stands between the tags; undefined for a tag that stands alone.
   * @returns Undefined when it is a program.
   */
  fill(template: string, shortcode: Shortcode, body: string | undefined): string | undefined
}

/**
 * Make the construct.
 * @param rule Where templates are, how they are filled in, and an example.
 * @param notation How the generator writes shortcodes.
 */
export function ownShortcodes(
  { filesOf, fill, ...texts }: OwnShortcodes,
  notation: ShortcodeNotation,
): Construct {
  return {
    ...texts,
    name: 'shortcode that the site has a plain template for',
    read(lines, context) {
      const templates = new Map<string, string | undefined>()
      return replaceShortcodes(lines, notation, (shortcode) => {
        const { name, line } = shortcode
        if (!templates.has(name)) templates.set(name, templateIn(filesOf(name), line, context))
        const template = templates.get(name)
        return template === undefined ? undefined : filled(shortcode, template, fill)
      })
    },
  }
}

function templateIn(
  files: readonly string[],
  line: number,
  context: ReadingContext,
): string | undefined {
  for (const path of files) {
    // Most sites have no template of a name that a theme has.
    const file = context.readInclude(path, line, true)
    if (file === undefined) continue
    const texts = splitLines(file.text)
    // HTML goes on over blank lines, and is indented as it likes.
    const shown = path.endsWith('.md')
      ? texts
      : texts.map((text) => text.trim()).filter((text) => text !== '')
    return textOfLines(context.linesOf(shown.join('\n')))
  }
  return undefined
}

function filled(shortcode: Shortcode, template: string, fill: OwnShortcodes['fill']): Replacement {
  const { kind, isBlock, content } = shortcode
  const words = textOfLines(content)
  // What it holds is Markdown, wherever it stands.
  const body = isBlock ? `\n\n${words}\n\n` : words
  const text = fill(template, shortcode, kind === 'pair' ? body : undefined)
    ?.replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text === undefined) return undefined
  return isBlock ? { block: [text] } : { inline: text.replace(/\s*\n\s*/g, ' ') }
}
