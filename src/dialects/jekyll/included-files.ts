/** `{% include_relative a.md %}` and `{% include a.md %}`: Markdown that a page shows. @module */
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'

const tag =
  /\{%-?\s*(include|include_relative)\s+([\w./-]{1,500}\.(?:md|markdown))\s[^%]{0,1000}%\}/

/** https://jekyllrb.com/docs/includes/ */
export const jekyllIncludedFiles: Construct = {
  name: 'file that is included',
  written: '{% include_relative guide/setup.md %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*include(?:_relative)?\s+[\w./-]+\.(?:md|markdown)\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = tag.exec(text)
        if (found === null) return undefined
        const [written, name, path = ''] = found
        return {
          address: name === 'include' ? `/_includes/${path}` : path,
          before: text.slice(0, found.index),
          after: text.slice(found.index + written.length),
          isRelative: true,
          choose: (file) => file.text.trim(),
        }
      },
    }),
}
