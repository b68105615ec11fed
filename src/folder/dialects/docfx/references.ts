/** DocFX references to pages and programs by name. @module */
import { decodePart } from '../../../convert/adf/node-text.ts'
import { makeLink, makeSpan, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, WordsConstruct } from '../parts/part-construct.ts'
import { plainMarkdown } from '../parts/words.ts'

/** https://dotnet.github.io/docfx/docs/links-and-cross-references.html#using-cross-reference */
export const docfxReferences: WordsConstruct = {
  name: 'reference to a page or a program by its name',
  input:
    'See <xref:guide/setup>, [this](xref:guide/setup#a), <xref:System.String?displayProperty=name> and [`Text`](xref:System.Text).',
  becomes:
    'See [Setup](guide/setup.md), [this](guide/setup.md#a), `System.String` and `Text` (`System.Text`).',
  mark: 'xref:',
  words:
    /<xref:([^\s<>]{1,1000})>|\[([^\][]{0,500})\]\(xref:([^\s()]{1,1000})(?:\s+"[^"]{0,500}")?\)/dg,
  isProtected: false,
  replace: ({ match: [, name, , linkText = ''], group }, context) =>
    name === undefined ? referenceTo(linkText, group(2), context) : referenceTo(name, [], context),
}

/** Unresolved names stay behind the link text. */
function referenceTo(
  notation: string,
  words: readonly Part[],
  context: Context,
): Part | readonly Part[] {
  const [, name = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(notation) ?? []
  const uid = decodePart(name)
  const page = context.findUid(uid)
  if (page !== undefined)
    return makeLink(page.address + fragment, words.length > 0 ? words : plainMarkdown(page.title))
  const code = makeSpan(uid.replace(/\*$/, '').replaceAll('`', ''))
  return words.length === 0 ? code : [...words, makeText(' ('), code, makeText(')')]
}
