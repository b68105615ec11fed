/** Liquid tags of Jekyll that stay when its templates are evaluated, and includes of popular themes. @module */
import { makeAlert, makeImage } from '../parts/make-parts.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { firstArgument, leaveShortcode, shortcodeTags } from '../shared/shortcodes.ts'
import { isLiquidProgram, themeImages, themeNotes } from './tags.ts'

/** Longer tags are left alone. */
const maxLength = 3_000
const tag = /^\{%-?\s*(end)?([a-z_]\w*)((?:[^%{]|%(?!\})|\{(?!%))*)%\}/

const liquidSyntax: Syntax = {
  name: 'Liquid',
  start: /\{%/,
  isReadInTags: true,
  readTag(source, at): SyntaxToken | undefined {
    const [written, isEnd, name, inside = ''] = tag.exec(source.slice(at, at + maxLength)) ?? []
    if (written === undefined || name === undefined) return undefined
    const attributes = inside.replace(/-$/, '').trim()
    return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + written.length }
  },
}

/** https://jekyllrb.com/docs/liquid/tags/#links */
export const jekyllLinks: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'address of a page',
  written: '[the setup]({% link guide/setup.md %})',
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
  written: '{% include note.html content="It is **hot**." %}',
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
      const inside = context.read(content.replace(/^[ \t]+|[ \t]+$/gm, ''), line)
      return { block: [makeAlert(kind, value('title', 'heading'), inside, line)] }
    }
    const source = value('file', 'src', 'url', 'path', 'image_path', 'image')
    if (!themeImages.test(file) || source === undefined) return undefined
    const image = makeImage(source, { alt: value('alt'), caption: value('caption', 'title') })
    return isBlock ? { block: [image] } : { inline: image }
  },
})

export const jekyllOthers: TagConstruct = shortcodeTags(liquidSyntax, {
  name: 'any other tag',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  replace(block, context) {
    const { name, words } = block
    if (isLiquidProgram(name)) return undefined
    const shown = name === 'include' && words[0] !== undefined ? `include ${words[0]}` : name
    return leaveShortcode(block, `{% ${shown} %}`, context)
  },
})
