/** HTML that stands in an attribute of a tag, as Astro and React have it. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import {
  type ComponentAttributes,
  componentSyntax,
  elementSyntax,
  literalOf,
  readComponentAttributes,
} from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { replaceTags } from '../replace-tags.ts'

/** https://docs.astro.build/en/reference/directives-reference/#sethtml */
export const mdxInnerHtml: Construct = {
  name: 'HTML in an attribute',
  written: 'Some <Fragment set:html="<b>words</b>" />.',
  becomes: 'Some <b>words</b>.',
  sign: /\bset:html=|\bdangerouslySetInnerHTML=/,
  read: (lines) =>
    [componentSyntax, elementSyntax].reduce(
      (read, syntax) =>
        replaceTags(read, syntax, ({ kind, attributes, content, isBlock }) => {
          if ((kind !== 'single' && kind !== 'pair') || content.length > 0) return undefined
          const html = htmlOf(readComponentAttributes(attributes))
          if (html === undefined) return undefined
          return isBlock
            ? { block: splitLines(html.trim()) }
            : { inline: html.replace(/\s+/g, ' ') }
        }),
      lines,
    ),
}

function htmlOf({ words, expressions }: ComponentAttributes): string | undefined {
  const [, inside] =
    /^\{\s*__html\s*:(.*)\}$/s.exec(expressions.get('dangerouslySetInnerHTML') ?? '') ?? []
  return words.get('set:html') ?? (inside && literalOf(inside.replace(/,\s*$/, '')))
}
