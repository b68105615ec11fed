/** GitBook's tags, `{% hint %}` … `{% endhint %}`. @module */

import { isLiquidProgram } from '../jekyll/tags.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { noName } from '../parts/rebase-addresses.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { includedAt } from '../shared/included-files.ts'
import { rawText } from '../shared/raw-text.ts'
import { leaveShortcode, shortcodeTags } from '../shared/shortcodes.ts'

const edge = /\{%|%\}/g
const tag = /^(end)?\s*(@?[a-z][\w/-]*)(.*)$/is

export const gitbookTags: Syntax = {
  name: 'tag of GitBook',
  start: /\{%/,
  isReadInTags: true,
  readTag(source, at): SyntaxToken | undefined {
    edge.lastIndex = at + 2
    const end = edge.exec(source)
    if (end === null || end[0] === '{%') return undefined
    const argumentText = source
      .slice(at + 2, end.index)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim()
    const [, isEnd, name, attributes = ''] = tag.exec(argumentText) ?? []
    const quotes = attributes.replaceAll('\\"', '').split('"').length - 1
    if (name === undefined || quotes % 2 === 1) return undefined
    const kind = isEnd ? 'close' : 'open'
    return { kind, name, attributes: attributes.trim(), end: edge.lastIndex }
  },
  holdsNone: (name) => (name === 'raw' ? 'tags' : undefined),
}

export const [gitbookRaw] = rawText(gitbookTags)

/** https://gitbook.com/docs/creating-content/reusable-content */
export const gitbookIncludedFiles: TagConstruct = shortcodeTags(gitbookTags, {
  name: 'part that pages share',
  input: '{% include "guide/setup.md" %}',
  becomes: '# Setup\n\nSet up.',
  names: ['include'],
  replace(include, context) {
    const { attributes, words } = include
    const [address] = words
    if (address === undefined || !attributes.startsWith('"')) return undefined
    return includedAt(include, { address, rebase: noName, choose: ({ text }) => text }, context)
  },
})

export const gitbookOthers: TagConstruct = shortcodeTags(gitbookTags, {
  name: 'any other block',
  input: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  replace(block, context) {
    const { name, pairs, words } = block
    // An integration without an address has no content, so name it.
    if (isLiquidProgram(name) || (name.startsWith('@') && !pairs.has('url'))) return undefined
    const label = name === 'include' && words[0] !== undefined ? `include ${words[0]}` : name
    return leaveShortcode(block, `{% ${label} %}`, context)
  },
})
