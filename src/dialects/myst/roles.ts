/** Roles of MyST: a name in braces before words in code, `{ref}`. @module */
import { codeSpanOf } from '../code-block.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct, ReadingContext, UidPage } from '../construct.ts'
import { wordsToHtml } from '../details.ts'
import { type Line, mapText } from '../line.ts'
import { open } from '../sealed-code.ts'
import { findDocument, findMystPlace } from './labels.ts'

const role = /\{([A-Za-z][\w:.+-]*)\}(\uf4a0[^\uf4a0-\uf4a2]{1,500}\uf4a1)/g

/** What becomes of what a role holds. */
type Reader = (said: string, lines: readonly Line[], context: ReadingContext) => string

/** `words <target>`. */
function partsOf(said: string): { words: string | undefined; target: string } {
  const [, words, target] = /^(.*\S)\s*<([^<>]*)>$/s.exec(said) ?? []
  return { words, target: target ?? said }
}

function linkTo(words: string | undefined, target: string, place: UidPage | undefined): string {
  const shown = words ?? place?.title ?? target
  return place === undefined ? shown : `[${shown}](${linkDestination(place.address)})`
}

const toPlace: Reader = (said, lines, context) => {
  const { words, target } = partsOf(said.replace(/^!/, ''))
  // A number of a figure is not known.
  return linkTo(
    words?.replace(/\s*(?:%s|\{number\})/g, ''),
    target,
    findMystPlace(target, lines, context),
  )
}

const toDocument: Reader = (said, _, context) => {
  const { words, target } = partsOf(said)
  const place = findDocument(target, context)
  if (place !== undefined) return linkTo(words, target, place)
  const address = context.findFile(target.replace(/^\/+/, ''))
  // A page that is missing is found out where links are looked at.
  return words === undefined && address === undefined
    ? target
    : `[${words ?? target}](${linkDestination(address ?? target)})`
}

const element =
  (name: string): Reader =>
  (said) =>
    `<${name}>${wordsToHtml(said)}</${name}>`

const asCode: Reader = (said) =>
  codeSpanOf(partsOf(said).words ?? said.replace(/^[!~](?:.*\.)?/, ''))
const asWords: Reader = (said) => partsOf(said).words ?? said
const nothing: Reader = () => ''

const readers: Readonly<Record<string, Reader>> = {
  ref: toPlace,
  numref: toPlace,
  eq: toPlace,
  'math:numref': toPlace,
  any: toPlace,
  doc: toDocument,
  download: (said) => {
    const { words, target } = partsOf(said)
    return `[${words ?? target}](${linkDestination(target)})`
  },
  math: (said) => `$${said.trim()}$`,
  kbd: element('kbd'),
  sub: element('sub'),
  subscript: element('sub'),
  sup: element('sup'),
  superscript: element('sup'),
  strong: (said) => `**${said}**`,
  emphasis: (said) => `*${said}*`,
  guilabel: (said) => `**${said.replaceAll('&', '')}**`,
  menuselection: (said) => `**${said.replaceAll('-->', '›')}**`,
  pep: (said) => `[PEP ${said}](https://peps.python.org/pep-${said.padStart(4, '0')}/)`,
  rfc: (said) => `[RFC ${said}](https://www.rfc-editor.org/rfc/rfc${said}.html)`,
  abbr: (said) => said.replace(/\s*\((.*)\)$/, ' ($1)'),
  'sub-ref': (said, _, context) => context.variable(`myst_substitutions.${said}`) ?? said,
}

/** They show a picture, or stand for words elsewhere. */
const silent = /^(?:octicon|fa[bsr]?|fas|material-\w+|index|raw)$/
/** They name something of a program, or a file. */
const programs =
  /^(?:(?:py|c|cpp|js|rst|std|external)(?::.*)?|func|class|meth|mod|attr|data|exc|obj|const|code|literal|file|command|program|option|envvar|samp|token|keyword|makevar|mimetype|regexp|dfn-code)$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
export const mystRoles: Construct = {
  name: 'role',
  written:
    'See {doc}`the setup <guide/setup>`, {kbd}`Ctrl`, {math}`a^2` and {py:func}`~os.path.join`.',
  becomes: 'See [the setup](guide/setup.md), <kbd>Ctrl</kbd>, $a^2$ and `join`.',
  sign: /\}`/,
  inCode: { written: '{ref}`more`', becomes: 'more' },
  read: (lines, context) =>
    mapText(lines, (text) =>
      text.replace(role, (_, name: string, span: string) => {
        const [, , said = ''] = /^(`+) ?(.*?) ?\1$/s.exec(open(span)) ?? []
        if (silent.test(name)) return nothing(said, lines, context)
        const own = Object.hasOwn(readers, name) ? readers[name] : undefined
        return (own ?? (programs.test(name) ? asCode : asWords))(said, lines, context)
      }),
    ),
}
