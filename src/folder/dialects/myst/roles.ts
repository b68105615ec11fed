/** Roles of MyST: a name in braces before words in code, `{ref}`. @module */
import { makeElement, makeLink, makeSpan, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { closedMarkdown, plainMarkdown } from '../parts/words.ts'
import { findDocument, findPlace } from './places.ts'

/** Longer words are no role. */
const maxLength = 1_000
const role = /^\{([A-Za-z][\w:.+-]*)\}(`+)(?!`)/

/** Its words may continue on the next line. */
const roles: Syntax = {
  name: 'role',
  start: /\{[A-Za-z][\w:.+-]*\}`/,
  readTag(source, at) {
    const [opening, name, marks = ''] = role.exec(source.slice(at, at + 200)) ?? []
    if (opening === undefined || name === undefined) return undefined
    const from = at + opening.length
    const inside = source.slice(from, from + maxLength)
    for (const { 0: match, index } of inside.matchAll(/`+|\n[ \t>]*\n/g)) {
      if (match.startsWith('\n')) break
      if (match !== marks) continue
      const attributes = inside.slice(0, index)
      return { kind: 'single', name, attributes, end: from + index + marks.length }
    }
    return undefined
  },
}

type Words = readonly Part[]
type RoleReader = (said: string, context: Context, line: number) => Words

interface SaidPlace {
  /** Markdown. */
  readonly words: string | undefined
  readonly target: string
}

function placeIn(said: string): SaidPlace {
  const [, words, target] = /^(.*\S)\s*<([^<>]*)>$/s.exec(said) ?? []
  return { words, target: target ?? said }
}

const toPlace: RoleReader = (said, context) => {
  const { words, target } = placeIn(said.replace(/^!/, ''))
  const place = findPlace(target, context)
  const shown = words?.replace(/\s*(?:%s|\{number\})/g, '') ?? place?.title ?? target
  return place === undefined ? [makeText(closedMarkdown(shown))] : [makeLink(place.address, shown)]
}

const toDocument: RoleReader = (said, context) => {
  const { words, target } = placeIn(said)
  const place = findDocument(target, context)
  if (place !== undefined) return [makeLink(place.address, words ?? place.title)]
  const address = context.findFile(target.replace(/^\/+/, ''))
  return words === undefined && address === undefined
    ? [makeText(closedMarkdown(target))]
    : [makeLink(address ?? target, words ?? target)]
}

const toFile: RoleReader = (said) => {
  const { words, target } = placeIn(said)
  return [makeLink(target, words ?? target)]
}

const element =
  (name: string): RoleReader =>
  (said) =>
    makeElement(name, [makeText(plainMarkdown(said))])

const asCode: RoleReader = (said) => [
  makeSpan(placeIn(said).words ?? said.replace(/^[!~](?:.*\.)?/, '')),
]
const asWords: RoleReader = (said) => [makeText(closedMarkdown(placeIn(said).words ?? said))]

const toSite =
  (words: (said: string) => string, address: (said: string) => string): RoleReader =>
  (said) => [makeLink(address(said), words(said))]

const readers: Readonly<Record<string, RoleReader>> = {
  ref: toPlace,
  numref: toPlace,
  eq: toPlace,
  'math:numref': toPlace,
  any: toPlace,
  doc: toDocument,
  download: toFile,
  math: (said) => [makeText(`$${said.trim()}$`)],
  kbd: element('kbd'),
  sub: element('sub'),
  subscript: element('sub'),
  sup: element('sup'),
  superscript: element('sup'),
  strong: (said) => makeStrong(plainMarkdown(said)),
  emphasis: (said) => [makeText(`*${plainMarkdown(said)}*`)],
  guilabel: (said) => makeStrong(plainMarkdown(said.replaceAll('&', ''))),
  menuselection: (said) => makeStrong(plainMarkdown(said.replaceAll('-->', '›'))),
  pep: toSite(
    (said) => `PEP ${said}`,
    (said) => `https://peps.python.org/pep-${said.padStart(4, '0')}/`,
  ),
  rfc: toSite(
    (said) => `RFC ${said}`,
    (said) => `https://www.rfc-editor.org/rfc/rfc${said}.html`,
  ),
  abbr: (said) => [makeText(closedMarkdown(said.replace(/\s*\((.*)\)$/, ' ($1)')))],
  'sub-ref': (said, context, line) =>
    context.read(context.variable(`myst_substitutions.${said}`) ?? said, line),
}

const silent = /^(?:octicon|fa[bsr]?|fas|material-\w+)$/
const programs =
  /^(?:(?:py|c|cpp|js|rst|std|external)(?::.*)?|func|class|meth|mod|attr|data|exc|obj|const|code|literal|file|command|program|option|envvar|samp|token|keyword|makevar|mimetype|regexp|dfn-code)$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
export const mystRoles: TagConstruct = {
  name: 'role',
  written:
    'See {doc}`the setup <guide/setup>`, {kbd}`Ctrl`, {math}`a^2` and {py:func}`~os.path.join`.',
  becomes: 'See [the setup](guide/setup.md), <kbd>Ctrl</kbd>, $a^2$ and `join`.',
  inCode: { written: '{ref}`more`', becomes: 'more' },
  syntax: roles,
  tag({ name, attributes, line }, context) {
    if (silent.test(name)) return { inline: '' }
    const said = attributes.replace(/\s*\n[\s>]*/g, ' ').replace(/^ (.*) $/, '$1')
    const own = Object.hasOwn(readers, name) ? readers[name] : undefined
    const read = own ?? (programs.test(name) ? asCode : asWords)
    return { inline: read(said, context, line) }
  },
}
