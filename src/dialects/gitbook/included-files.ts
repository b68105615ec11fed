/** `{% include "../.gitbook/includes/FILE" %}`: a part that pages share. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { rebaseLinks } from '../rebase-links.ts'

/** https://gitbook.com/docs/creating-content/reusable-content */
export const gitbookIncludedFiles: Construct = {
  name: 'part that pages share',
  written: '{% include "guide/setup.md" %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*include\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => (text.includes('{%') ? findInclude(text, context) : undefined),
    }),
}

const directive = /\{%-?\s*include\s+"([^"%]{1,500})"\s*-?%\}/

function findInclude(text: string, context: ReadingContext): Inclusion | undefined {
  const found = directive.exec(text)
  if (found === null) return undefined
  const [whole, address = ''] = found
  return {
    address,
    before: text.slice(0, found.index),
    after: text.slice(found.index + whole.length),
    isRelative: true,
    choose: (file) => rebaseLinks(file, context),
  }
}
