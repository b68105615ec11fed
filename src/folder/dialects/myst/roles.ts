/** MyST roles: a name in braces before code, `{ref}`. @module */
import { makeElement, makeLink, makeSpan, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { closedMarkdown, plainMarkdown } from '../parts/words.ts'
import { findDocument, findPlace } from './places.ts'

const maxLength = 1_000
/** Not all words behind the name are options: https://mystmd.org/guide/inline-options */
const role =
  /^\{([A-Za-z][\w:.+-]*)(?=[^{}`\n]{0,101}\})(?:[ \t]+(?:[.#][^\s{}`]+|[\w-]+=(?:"[^"{}`\n]*"|'[^'{}`\n]*'|[^\s"'{}`]+)))*[ \t]*\}(`+)(?!`)/

/** The content may continue on the next line. */
const roles: Syntax = {
  name: 'role',
  start: /\{[A-Za-z][^{}`\n]{0,150}\}`/,
  readTag(source, at) {
    const [opening, name, marks = ''] = role.exec(source.slice(at, at + 200)) ?? []
    if (opening === undefined || name === undefined) return undefined
    const from = at + opening.length
    const text = source.slice(from, from + maxLength)
    for (const { 0: match, index } of text.matchAll(/`+|\n[ \t>]*\n/g)) {
      if (match.startsWith('\n')) break
      if (match !== marks) continue
      const attributes = text.slice(0, index)
      return { kind: 'single', name, attributes, end: from + index + marks.length }
    }
    return undefined
  },
}

type Words = readonly Part[]
type RoleReader = (content: string, context: Context, line: number) => Words

interface RolePlace {
  readonly words: string | undefined
  readonly target: string
}

function placeIn(content: string): RolePlace {
  const [, words, target] = /^(.*\S)\s*<([^<>]*)>$/s.exec(content) ?? []
  return { words, target: target ?? content }
}

const toPlace: RoleReader = (content, context) => {
  const { words, target } = placeIn(content.replace(/^!/, ''))
  const place = findPlace(target, context)
  const label = words?.replace(/\s*(?:%s|\{number\})/g, '') ?? place?.title ?? target
  return place === undefined ? [makeText(closedMarkdown(label))] : [makeLink(place.address, label)]
}

const toDocument: RoleReader = (content, context) => {
  const { words, target } = placeIn(content)
  const place = findDocument(target, context)
  if (place !== undefined) return [makeLink(place.address, words ?? place.title)]
  const address = context.findFile(target.replace(/^\/+/, ''))
  return words === undefined && address === undefined
    ? [makeText(closedMarkdown(target))]
    : [makeLink(address ?? target, words ?? target)]
}

const toFile: RoleReader = (content) => {
  const { words, target } = placeIn(content)
  return [makeLink(target, words ?? target)]
}

const element =
  (name: string): RoleReader =>
  (content) =>
    makeElement(name, [makeText(plainMarkdown(content))])

const asCode: RoleReader = (content) => [
  makeSpan(placeIn(content).words ?? content.replace(/^[!~](?:.*\.)?/, '')),
]
const asWords: RoleReader = (content) => [
  makeText(closedMarkdown(placeIn(content).words ?? content)),
]

const readers: Readonly<Record<string, RoleReader>> = {
  ref: toPlace,
  numref: toPlace,
  eq: toPlace,
  'math:numref': toPlace,
  any: toPlace,
  doc: toDocument,
  download: toFile,
  math: (content) => [makeText(`$${content.trim()}$`)],
  kbd: element('kbd'),
  sub: element('sub'),
  subscript: element('sub'),
  sup: element('sup'),
  superscript: element('sup'),
  strong: (content) => makeStrong(plainMarkdown(content)),
  emphasis: (content) => [makeText(`*${plainMarkdown(content)}*`)],
  guilabel: (content) => makeStrong(plainMarkdown(content.replaceAll('&', ''))),
  menuselection: (content) => makeStrong(plainMarkdown(content.replaceAll('-->', '›'))),
  pep: (number) => [
    makeLink(`https://peps.python.org/pep-${number.padStart(4, '0')}/`, `PEP ${number}`),
  ],
  rfc: (number) => [makeLink(`https://www.rfc-editor.org/rfc/rfc${number}.html`, `RFC ${number}`)],
  'sub-ref': (content, context, line) =>
    context.read(context.variable(`myst_substitutions.${content}`) ?? content, line),
}

const silent = /^(?:octicon|fa[bsr]?|fas|material-\w+)$/
const programs =
  /^(?:(?:py|c|cpp|js|rst|std|external)(?::.*)?|func|class|meth|mod|attr|data|exc|obj|const|code|literal|file|command|program|option|envvar|samp|token|keyword|makevar|mimetype|regexp|dfn-code)$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
export const mystRoles: TagConstruct = {
  name: 'role',
  input:
    'See {doc}`the setup <guide/setup>`, {kbd}`Ctrl`, {math}`a^2`, {py:func}`~os.path.join` and {ref}`more`.',
  becomes: 'See [the setup](guide/setup.md), <kbd>Ctrl</kbd>, $a^2$, `join` and more.',
  syntax: roles,
  tag({ name, attributes, line }, context) {
    if (silent.test(name)) return { inline: '' }
    const content = attributes.replace(/\s*\n[\s>]*/g, ' ').replace(/^ (.*) $/, '$1')
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    const readRole = reader ?? (programs.test(name) ? asCode : asWords)
    return { inline: readRole(content, context, line) }
  },
}
