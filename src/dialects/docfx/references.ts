/** `<xref:name>`: references to pages and to programs by names of their own. @module */
import { decodePart } from '../../adf/decode-part.ts'
import { codeSpanOf } from '../code-block.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { kindsOf, mapText, replaceMatches } from '../line.ts'

/** Pages have a `uid` in their front matter; the names of programs are known only where they are made. */
export const docfxReferences: Construct = {
  name: 'reference to a page or a program by its name',
  written:
    'See <xref:guide/setup>, [this](xref:guide/setup#a), <xref:System.String?displayProperty=name> and [`Text`](xref:System.Text).',
  becomes:
    'See [Setup](guide/setup.md), [this](guide/setup.md#a), `System.String` and `Text` (`System.Text`).',
  sign: /xref:/,
  read(lines, context) {
    const kinds = kindsOf(lines)
    const defined = new Map<string, string>()
    const rest = lines.filter(({ text }, index) => {
      const [, label, name] = (kinds[index] === 'text' && definition.exec(text)) || []
      if (label !== undefined && name !== undefined) defined.set(label.toLowerCase(), name)
      return label === undefined
    })
    const nameOf = (label: string | undefined): string | undefined =>
      label === undefined ? undefined : defined.get(label.toLowerCase())
    return mapText(rest, (text) =>
      replaceMatches(
        text.replace(link, (written, words?: string, name?: string, label?: string) => {
          const found = name ?? nameOf(label)
          return found === undefined ? written : reference(found, words ?? '', context)
        }),
        /<xref:([^\s<>]+)>/g,
        ([, name = '']) => reference(name, '', context),
      ),
    )
  },
}

const definition = /^ {0,3}\[([^\][]{1,200})\]:\s*<?xref:([^\s<>]+)>?(?:\s+"[^"]*")?\s*$/
const link = /\[([^\][]{0,500})\](?:\(xref:([^\s()]+)(?:\s+"[^"]*")?\)|\[([^\][]{1,200})\])/g

/** The names that nothing here can lead to stand behind the words. */
function reference(written: string, words: string, context: DialectContext): string {
  const [, name = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(written) ?? []
  const uid = decodePart(name)
  const page = context.findUid(uid)
  if (page !== undefined) return `[${words || page.title}](${page.address}${fragment})`
  const code = codeSpanOf(uid.replace(/\*$/, '').replaceAll('`', ''))
  return words === '' ? code : `${words} (${code})`
}
