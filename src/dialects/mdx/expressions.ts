/** `{'words'}`: expressions that are words. @module */
import { endOfBraces, literalOf } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'

const maxLength = 2_000

const syntax: TagSyntax = {
  start: /(?<!\\)\{\s{0,20}["']/g,
  readTag(source, at) {
    const text = source.slice(at, at + maxLength)
    const end = endOfBraces(text, 0)
    if (end === -1) return undefined
    return { kind: 'single', name: '', attributes: text.slice(1, end - 1), end: at + end }
  },
}

/** What looks like code in Markdown is a string in an expression. */
const template = /(?<!\\)\{\s{0,20}(\uf4a0[^\uf4a0-\uf4a2]*\uf4a1)\s{0,20}\}/g

/** A variable or a call; braces of formulas stand behind other signs. */
const variable = /(?<![\\$\w}^{])\{\s*([A-Za-z_]\w*(?:\.\w+)*(?:\([^(){}]{0,200}\))?)\s*\}(?!\})/g

/** Others are left as they are written, and noticed in `.mdx`, where they can be nothing else. */
export const mdxExpressions: Construct = {
  name: 'words as an expression',
  written: "A{' '}sentence {`of words`}.",
  becomes: 'A sentence of words.',
  sign: /\{/,
  read(lines, context) {
    const unquoted = mapText(lines, (text) =>
      text.replace(template, (found, words: string) => literalOf(words) ?? found),
    )
    const read = replaceTags(unquoted, syntax, ({ attributes }) => {
      const words = literalOf(attributes)
      return words === undefined ? undefined : { inline: words }
    })
    if (!/\.mdx$/i.test(context.path)) return read
    let isNoticed = false
    return mapText(read, (text, line) => {
      if (isNoticed || !text.includes('{')) return text
      return replaceMatches(text, variable, ([found]) => {
        if (!isNoticed) context.notice('syntax-shown', '{ … }', line)
        isNoticed = true
        return found
      })
    })
  },
}
