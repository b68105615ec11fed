/** Constructs for files without a site: MyST roles, and alerts of any kind. @module */
import { makeLink, makeSpan } from '../parts/make-parts.ts'
import type { PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { plainMarkdown } from '../parts/words.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { containerParts } from '../shared/containers.ts'

const pages = new Set(['doc', 'ref', 'numref', 'term', 'download', 'any', 'abbr', 'guilabel'])
const programs = new Set([
  'func',
  'class',
  'meth',
  'mod',
  'attr',
  'data',
  'exc',
  'obj',
  'file',
  'command',
  'program',
  'option',
  'envvar',
])

const role =
  /(?:\{(?:py:|c:|std:)?([a-z]{3,8})\}|:(?:py:|c:|std:)?([a-z]{3,8}):)`([^`\n]{1,500})`(?!`)/y

const roles: Syntax = {
  name: 'role',
  start: /(?<![\w`])[{:](?=[a-z:]{3,12}[}:]`)/,
  readTag(source, at) {
    role.lastIndex = at
    const [, braced, colons, content = ''] = role.exec(source) ?? []
    const name = braced ?? colons ?? ''
    if (!pages.has(name) && !programs.has(name)) return undefined
    return { kind: 'single', name, attributes: content, end: role.lastIndex }
  },
}

/** Unknown roles stay. */
const githubRoles: TagConstruct = {
  name: 'role of Sphinx',
  input: 'See {doc}`the setup <guide/setup>`, {ref}`more` and :func:`~os.path.join`.',
  becomes: 'See [the setup](guide/setup.md), more and `join`.',
  syntax: roles,
  inCode: { input: '{ref}`more`', becomes: 'more' },
  tag({ name, attributes: content }, context) {
    const [, words = content, target = content] = /^(.*\S)\s*<([^<>]*)>$/.exec(content) ?? []
    if (programs.has(name)) return { inline: makeSpan(words.replace(/^~(?:.*\.)?/, '')) }
    const text = plainMarkdown(words)
    if (name !== 'doc') return { inline: text }
    const file = context.findFile(target.replace(/^\/+/, ''))
    if (file === undefined && target === content) return { inline: text }
    return { inline: makeLink(file ?? target, text) }
  },
}

export const githubConstructs: readonly PartConstruct[] = [
  githubRoles,
  otherAlerts,
  ...containerParts,
  attributeLists,
]
