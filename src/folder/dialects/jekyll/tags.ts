/** Liquid tags that remain after evaluation, and includes of popular themes. @module */
import { makeAlert, makeCode, makeImage } from '../parts/make-parts.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { codeInTag } from '../shared/code.ts'
import { rawText, withoutRawMarks } from '../shared/raw-text.ts'
import { firstArgument, leaveShortcode, shortcodeTags } from '../shared/shortcodes.ts'

const maxLength = 3_000
const tag = /^\{%-?\s*(end)?([a-z_]\w*)((?:[^%{]|%(?!\})|\{(?!%))*)%\}/

const liquidSyntax: Syntax = {
  name: 'Liquid',
  start: /\{%/,
  isReadInTags: true,
  readTag(source, at): SyntaxToken | undefined {
    const [whole, isEnd, name, argumentText = ''] = tag.exec(source.slice(at, at + maxLength)) ?? []
    if (whole === undefined || name === undefined) return undefined
    const attributes = argumentText.replace(/-$/, '').trim()
    return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + whole.length }
  },
  holdsNone(name) {
    if (name === 'raw') return 'tags'
    return name === 'highlight' || name === 'comment' ? 'parts' : undefined
  },
}

export const [jekyllRaw, jekyllRawInCode] = rawText(liquidSyntax)

/** https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting */
export const jekyllCode: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'code that is highlighted',
  input: '{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}',
  becomes: '```ruby\nputs 1\n```',
  names: ['highlight'],
  isPair: true,
  replace({ words: [language = ''], before, source, line }) {
    const code = codeInTag({ content: [], before, source: withoutRawMarks(source) })
    const from = code.findIndex(hasText)
    return {
      block: [makeCode(language, code.slice(from, code.findLastIndex(hasText) + 1), line)],
    }
  },
})

function hasText(text: string): boolean {
  return text.trim() !== ''
}

export const jekyllComments: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'comment',
  input: 'Some {% comment %}not sure{% endcomment %}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { isRemoved: true } : { inline: '' }),
})

const themeNotes =
  /^(?:[\w-]*\/)*(?:(note|tip|warning|important|info|danger|caution)|alert|callout)\.html$/
const themeImages = /^(?:[\w-]*\/)*(?:image|figure|img|inline_image|screenshot)\.html$/

/** Whether an include belongs to a popular theme. */
export function isThemePart(name: string): boolean {
  return themeNotes.test(name) || themeImages.test(name)
}

/** https://jekyllrb.com/docs/liquid/tags/#links */
export const jekyllLinks: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'address of a page',
  input: '[the setup]({% link guide/setup.md %})',
  becomes: '[the setup](guide/setup.md)',
  names: ['link', 'post_url'],
  replace({ name, words: [path] }, context) {
    if (path === undefined) return undefined
    const file = path.replace(/^\/+/, '')
    const address = context.findFile(file) ?? (name === 'link' ? `/${file}` : undefined)
    return address === undefined ? undefined : { inline: address }
  },
})

export const jekyllParts: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'note or image of a theme',
  input: '{% include note.html content="It is **hot**." %}',
  becomes: '> [!NOTE]\n> It is **hot**.',
  names: ['include'],
  replace(include, context) {
    const { words, isBlock, line } = include
    const [file = ''] = words
    const value = (...names: readonly string[]): string | undefined => firstArgument(include, names)
    const note = themeNotes.exec(file)
    const content = value('content', 'text', 'body')
    if (note !== null && content !== undefined) {
      const kind = note[1] ?? value('type', 'kind') ?? 'note'
      const bodyParts = context.read(content.replace(/^[ \t]+|[ \t]+$/gm, ''), line)
      return { block: [makeAlert(kind, value('title', 'heading'), bodyParts, line)] }
    }
    const source = value('file', 'src', 'url', 'path', 'image_path', 'image')
    if (!themeImages.test(file) || source === undefined) return undefined
    const image = makeImage(source, { alt: value('alt'), caption: value('caption', 'title') })
    return isBlock ? { block: [image] } : { inline: image }
  },
})

/** Tags whose content only means something to a plugin. */
const programs = new Set([
  'if',
  'elsif',
  'else',
  'unless',
  'case',
  'when',
  'for',
  'break',
  'continue',
  'tablerow',
  'assign',
  'capture',
  'increment',
  'decrement',
  'cycle',
  'liquid',
  'raw',
  // These tags make links, so a failure must stay visible.
  'link',
  'post_url',
])

export function isLiquidProgram(name: string): boolean {
  return programs.has(name)
}

export const jekyllOthers: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'any other tag',
  input: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  replace(block, context) {
    const { name, words } = block
    if (isLiquidProgram(name)) return undefined
    const label = name === 'include' && words[0] !== undefined ? `include ${words[0]}` : name
    return leaveShortcode(block, `{% ${label} %}`, context)
  },
})
