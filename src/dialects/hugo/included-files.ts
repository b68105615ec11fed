/** `{{< include "a.md" >}}`, `{{< readfile "a.yaml" >}}`: files that a page shows. @module */
import { readAttributes } from '../attributes.ts'
import { codeBlockAround } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { linesOf, textOfLines } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { languageOf } from './code.ts'

const names = 'include|readfile|include-file|include-code|code_sample|codenew|code'
const shortcode = new RegExp(
  `\\{\\{[<%]\\s{0,100}(${names})\\s((?:[^<>%"]|"[^"]*")*?)\\s{0,100}/?[>%]\\}\\}`,
)
/** They show code, from the site's folder of examples. */
const examples = ['code_sample', 'codenew']

/** Of Docsy and Kubernetes. */
export const hugoIncludedFiles: Construct = {
  name: 'file that is shown',
  written: '{{< readfile file="guide/setup.md" >}}',
  becomes: '# Setup\n\nSet up.',
  sign: new RegExp(`\\{\\{[<%]\\s{0,100}(?:${names})\\s`),
  read: (lines, context) =>
    readIncludes(lines, context, (text, kind) => {
      const found = kind === 'text' && text.length < 3_000 ? shortcode.exec(text) : null
      if (found === null) return undefined
      const [written, name = '', said = ''] = found
      const { named, words } = readAttributes(said)
      const file = named.get('file') ?? named.get('path') ?? words[0]
      // A block of code that says the name of its file.
      if (file === undefined || (name === 'code' && !named.has('file'))) return undefined
      const isExample = examples.includes(name)
      const isCode =
        isExample || named.get('code') === 'true' || !/\.(?:md|markdown|html?)$/i.test(file)
      const language = named.get('language') ?? named.get('lang') ?? languageOf(file)
      return {
        address: isExample ? `/examples/${file.replace(/^\/+/, '')}` : file,
        before: text.slice(0, found.index),
        after: text.slice(found.index + written.length),
        isRelative: true,
        choose: (one) =>
          isCode
            ? textOfLines(codeBlockAround(language, linesOf(one.text.replace(/\n$/, ''), 1), 1))
            : rebaseLinks(one, context.path).trim(),
      }
    }),
}
