/** Liquid tags of Jekyll, and the includes of popular themes. @module */

import { readAttributes } from '../attributes.ts'
import { codeBetween, codeBlockAround } from '../code-block.ts'
import { openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { kindOf, kindsOf } from '../line.ts'
import { marks, open, sealedSpan, sealSpan } from '../sealed-code.ts'
import { type ShortcodeNotation, type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'

/** Longer tags are left alone. */
const maxLength = 3_000
const tag = /^\{%-?\s*(end)?([a-z_]\w*)((?:[^%{]|%(?!\})|\{(?!%))*)%\}/

const liquidNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{%-?\\s{0,100}(?:${names})\\b`),
  readAttributes,
  tags: {
    start: /\{%/g,
    readTag(source, at) {
      const [written, isEnd, name, said = ''] = tag.exec(source.slice(at, at + maxLength)) ?? []
      if (written === undefined || name === undefined) return undefined
      const attributes = said.replace(/-$/, '').trim()
      return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + written.length }
    },
    isCode: (name) => name === 'raw' || name === 'highlight',
  },
}

function liquidConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct(rule, liquidNotation)
}

const rawWhole = /^\s*\{%-?\s*raw\s*-?%\}(.*)\{%-?\s*endraw\s*-?%\}\s*$/s

/** https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting */
export const jekyllCode: Construct = liquidConstruct({
  name: 'code that is highlighted',
  written: '{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}',
  becomes: '```ruby\nputs 1\n```',
  names: ['highlight'],
  isPair: true,
  replace(block) {
    const { words, content, source, line } = block
    if (kindsOf(content).includes('fence')) return { block: content }
    const [, bare = source] = rawWhole.exec(source) ?? []
    return { block: codeBlockAround(words[0] ?? '', codeBetween({ ...block, source: bare }), line) }
  },
})

export const jekyllComments: Construct = liquidConstruct({
  name: 'comment',
  written: 'Some {% comment %}not sure{% endcomment %}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
})

export const themeNotes: RegExp =
  /^(?:[\w-]*\/)*(?:(note|tip|warning|important|info|danger|caution)|alert|callout)\.html$/
export const themeImages: RegExp =
  /^(?:[\w-]*\/)*(?:image|figure|img|inline_image|screenshot)\.html$/

/** Tell by its name whether an include is one that popular themes have. */
export function isThemePart(name: string): boolean {
  return themeNotes.test(name) || themeImages.test(name)
}

const liquidTag =
  /\{%-?\s*(include|include_relative)\s+([\w./-]{1,500}\.(?:md|markdown))\s{0,100}-?%\}/

/** https://jekyllrb.com/docs/includes/ */
export const jekyllIncludedFiles: Construct = {
  name: 'file that is included',
  written: '{% include_relative guide/setup.md %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*include(?:_relative)?\s+[\w./-]+\.(?:md|markdown)\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = liquidTag.exec(text)
        if (found === null) return undefined
        const [, name, path = ''] = found
        return {
          address: name === 'include' ? `/_includes/${path}` : path,
          ...around(found),
          choose: (file) => file.text.trim(),
        }
      },
    }),
}

/** Tags of programs: their content means nothing until they run. */
const programs = new Set([
  ...['if', 'elsif', 'else', 'unless', 'case', 'when', 'for', 'break', 'continue', 'tablerow'],
  ...['assign', 'capture', 'increment', 'decrement', 'cycle', 'liquid', 'raw'],
  // Without these a link leads nowhere, so their failure must show.
  ...['link', 'post_url'],
])

export function isLiquidProgram(name: string): boolean {
  return programs.has(name)
}

const mark = /\{%-?\s*(end)?raw\s*-?%\}/g

/**
 * The marks are removed in code too, and the content is written so that nothing takes it for
 * Liquid.
 */
export const jekyllRaw: Construct = {
  name: 'text that is shown as it is',
  written: 'Write {% raw %}{{ page.title }}{% endraw %} here.',
  becomes: 'Write &#123;{ page.title }} here.',
  sign: /\{%-?\s*raw\s*-?%\}/,
  inCode: {
    written: '`{% raw %}{{ page.title }}{% endraw %}`',
    becomes: '`{{ page.title }}`',
  },
  read(lines) {
    const readPart = withoutMarks()
    return lines.map((one) => {
      const code = openedLine(one.text)
      if (code !== undefined) {
        const content = readPart(code.content, false)
        return { ...one, text: sealedAgain({ ...code, content }) }
      }
      return kindOf(one.text) === 'text' ? { ...one, text: readText(one.text, readPart) } : one
    })
  },
}

type ReadPart = (text: string, isText: boolean) => string

function withoutMarks(): ReadPart {
  let isInside = false
  return (text, isText) => {
    let at = 0
    let result = ''
    const part = (to?: number): string => {
      const words = text.slice(at, to)
      return isInside && isText ? words.replaceAll(liquid, '&#123;') : words
    }
    for (const found of text.matchAll(mark)) {
      result += part(found.index)
      at = found.index + found[0].length
      isInside = found[1] === undefined
    }
    return result + part()
  }
}

const liquid = /\{(?=[{%])/g

function readText(text: string, readPart: ReadPart): string {
  let at = 0
  let result = ''
  for (const { 0: span, index } of text.matchAll(sealedSpan)) {
    result += readPart(text.slice(at, index), true)
    result += sealSpan(readPart(open(span), false), span.endsWith(marks.spanGoesOn))
    at = index + span.length
  }
  return result + readPart(text.slice(at), true)
}
