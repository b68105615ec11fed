/** Liquid tags of Jekyll, and the includes of popular themes. @module */

import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { codeBetween, codeBlockAround } from '../code-block.ts'
import { openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { kindOf, kindsOf } from '../line.ts'
import { linkDestination, oneLine } from '../parts/words.ts'
import { marks, open, sealedSpan, sealSpan } from '../sealed-code.ts'
import { addressAttributes, imageEnding, seenAttributes } from '../shared/unknown-parts.ts'
import {
  replaceShortcodes,
  type Shortcode,
  type ShortcodeNotation,
  type ShortcodeRule,
  shortcodeConstruct,
} from '../shortcodes.ts'
import { leaveLines, type UnknownElement } from '../unknown-parts.ts'

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

/** https://jekyllrb.com/docs/liquid/tags/#links */
export const jekyllLinks: Construct = liquidConstruct({
  name: 'address of a page',
  written: '[the setup]({% link guide/setup.md %})',
  becomes: '[the setup](guide/setup.md)',
  names: ['link', 'post_url'],
  replace({ name, words }, context) {
    const [path] = words
    if (path === undefined) return undefined
    const found = context.findFile(path.replace(/^\/+/, ''))
    if (found !== undefined) return { inline: found }
    return name === 'link' ? { inline: `/${path.replace(/^\/+/, '')}` } : undefined
  },
})

const notes =
  /^(?:[\w-]*\/)*(?:(note|tip|warning|important|info|danger|caution)|alert|callout)\.html$/
const images = /^(?:[\w-]*\/)*(?:image|figure|img|inline_image|screenshot)\.html$/

/** Tell by its name whether an include is one that popular themes have. */
export function isThemePart(name: string): boolean {
  return notes.test(name) || images.test(name)
}

export const jekyllParts: Construct = liquidConstruct({
  name: 'note or image of a theme',
  written: '{% include note.html content="It is **hot**." %}',
  becomes: '> [!NOTE]\n> It is **hot**.',
  names: ['include'],
  replace({ named, words, isBlock, line }) {
    const [file = ''] = words
    const value = (...names: readonly string[]): string | undefined =>
      names.map((name) => named.get(name)).find((one) => one?.trim())
    const note = notes.exec(file)
    const content = value('content', 'text', 'body')
    if (note !== null && content !== undefined) {
      const kind = note[1] ?? value('type', 'kind') ?? 'note'
      const text = content.split('\n').map((one) => ({ text: one.trim(), line }))
      return { block: alertAround(kind, value('title', 'heading'), text, line) }
    }
    const source = value('file', 'src', 'url', 'path', 'image_path', 'image')
    if (!images.test(file) || source === undefined) return undefined
    const caption = oneLine(value('caption', 'title') ?? '').replaceAll('"', '\\"')
    const alt = oneLine(value('alt') ?? '').replace(/[[\]]/g, '\\$&')
    const image = `![${alt}](${linkDestination(source)}${caption === '' ? '' : ` "${caption}"`})`
    return isBlock ? { block: [image] } : { inline: image }
  },
})

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

export const jekyllOthers: Construct = {
  name: 'any other tag',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceShortcodes(lines, liquidNotation, (block) =>
      isLiquidProgram(block.name) ? undefined : leaveLines(unknownTag(block), context),
    ),
}

export function unknownTag({ named, words, ...block }: Shortcode): UnknownElement {
  const isInclude = block.name === 'include' && words[0] !== undefined
  const value = (name: string): string | undefined => named.get(name)?.trim() || undefined
  const said = words.filter((word) => /\s/.test(word))
  const source = value('src') ?? words.find((word) => imageEnding.test(word))
  return {
    ...block,
    written: `{% ${isInclude ? `include ${words[0]}` : block.name} %}`,
    words: [...said, ...seenAttributes.flatMap((name) => value(name) ?? [])],
    address: addressAttributes.map(value).find((one) => one !== undefined),
    image: {
      source: source ?? '',
      alt: value('alt') ?? said[0] ?? '',
      caption: value('caption') ?? '',
    },
  }
}

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
