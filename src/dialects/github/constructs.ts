/**
 * What is read where no site is found, beside what the converter knows itself: roles of MyST, and alerts of any kind.
 * @module
 */

import { codeSpanOf } from '../code-block.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { open } from '../sealed-code.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { containerParts } from '../shared/containers.ts'

const pages = new Set(['doc', 'ref', 'numref', 'term', 'download', 'any', 'abbr', 'guilabel'])
const programs = new Set([
  ...['func', 'class', 'meth', 'mod', 'attr', 'data', 'exc', 'obj', 'file', 'command', 'program'],
  ...['option', 'envvar'],
])

const role =
  /(?<![\w`])(?:\{(?:py:|c:|std:)?([a-z]{3,8})\}|:(?:py:|c:|std:)?([a-z]{3,8}):)(\uf4a0[^\uf4a0-\uf4a2]{1,500}\uf4a1)/g

/** Roles of Sphinx; unknown ones stay as written. */
const githubRoles: Construct = {
  name: 'role of Sphinx',
  written: 'See {doc}`the setup <guide/setup>`, {ref}`more` and :func:`~os.path.join`.',
  becomes: 'See [the setup](guide/setup.md), more and `join`.',
  sign: /[}:]`/,
  inCode: { written: '{ref}`more`', becomes: 'more' },
  read: (lines, context) =>
    mapText(lines, (text) =>
      text.replace(role, (written, braced?: string, colons?: string, span = '') => {
        const [, said = ''] = /^`([^`]+)`$/.exec(open(span)) ?? []
        if (said === '') return written
        const name = braced ?? colons ?? ''
        const [, words = said, target = said] = /^(.*\S)\s*<([^<>]*)>$/.exec(said) ?? []
        if (programs.has(name)) return codeSpanOf(words.replace(/^~(?:.*\.)?/, ''))
        if (!pages.has(name)) return written
        if (name !== 'doc') return words
        const address = context.findFile(target.replace(/^\/+/, ''))
        if (address !== undefined) return `[${words}](${address})`
        return target === said ? words : `[${words}](<${target}>)`
      }),
    ),
}

export const githubConstructs: readonly AnyConstruct[] = [
  githubRoles,
  otherAlerts,
  ...containerParts,
  attributeLists,
]
