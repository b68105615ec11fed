/** DocFX references to pages and programs by name. @module */
import { decodePart } from '../../../convert/adf/node-text.ts'
import { makeLink, makeSpan, makeText } from '../parts/make-parts.ts'
import { type Part, rowsOf } from '../parts/part.ts'
import type { Context, RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import { plainMarkdown } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'
import { labelOf } from '../shared/defined-labels.ts'

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

export const docfxLabels: WordsConstruct = {
  name: 'reference whose name stands elsewhere',
  input: '[this][setup] and [`Text`][]\n\n[setup]: xref:guide/setup\n[`text`]: xref:System.Text',
  becomes: '[this](guide/setup.md) and `Text` (`System.Text`)\n',
  mark: '][',
  words: /\[([^\][]{1,500})\]\[([^\][]{0,200})\]/dg,
  isProtected: false,
  replace({ group }, context) {
    const label = writtenText(group(2)) || writtenText(group(1))
    const name = definedNames(context.document).get(labelOf(label))
    return name === undefined ? undefined : referenceTo(name, group(1), context)
  },
}

const definition = /^( {0,3}\[)([^\][]{1,200})\]:\s*<?xref:([^\s<>]{1,1000})>?(?:\s+"[^"]*")?\s*$/

export const docfxDefinitions: RowsConstruct = {
  name: 'name of a page for references',
  input: 'See [this][setup].\n\n[setup]: xref:guide/setup',
  becomes: 'See [this](guide/setup.md).\n',
  sign: /\]:\s*<?xref:/,
  rows(rows) {
    const remainingRows = rows.filter((row) => !definition.test(rowText(row)))
    return remainingRows.length === rows.length ? rows : remainingRows
  },
}

const knownNames = new WeakMap<readonly Part[], ReadonlyMap<string, string>>()

function definedNames(document: readonly Part[]): ReadonlyMap<string, string> {
  const names = knownNames.get(document) ?? new Map(namesIn(document))
  knownNames.set(document, names)
  return names
}

function namesIn(parts: readonly Part[]): readonly (readonly [string, string])[] {
  return rowsOf(parts, 0).flatMap((row) => {
    const [, before = '', label = '', name] = definition.exec(rowText(row)) ?? []
    const innerNames = row.parts.flatMap((part) =>
      'children' in part ? namesIn(part.children) : [],
    )
    if (name === undefined) return innerNames
    const sentence = new Sentence(row.parts, false)
    const words = writtenText(sentence.slice(before.length, before.length + label.length))
    return [[labelOf(words), name], ...innerNames]
  })
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
