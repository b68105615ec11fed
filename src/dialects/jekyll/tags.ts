/**
 * Liquid's tags of Jekyll, files that they include, and the includes that many themes have.
 * @module
 */
import { alertAround, oneLine } from '../alert.ts'
import { codeBetween, codeBlockAround } from '../code-block.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { kindsOf } from '../line.ts'
import { liquidConstruct } from './notation.ts'

/** https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting */
export const jekyllCode: Construct = liquidConstruct({
  name: 'code that is highlighted',
  written: '{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}',
  becomes: '```ruby\nputs 1\n```',
  names: ['highlight'],
  isPair: true,
  replace(block) {
    const { words, content, line } = block
    if (kindsOf(content).includes('fence')) return { block: content }
    return { block: codeBlockAround(words[0] ?? '', codeBetween(block), line) }
  },
})

/** Left out, as comments are. */
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

/** Tell whether a file is one that many themes have, by its name. */
export function isThemePart(name: string): boolean {
  return notes.test(name) || images.test(name)
}

/** By the names that themes give them. */
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

const tag = /\{%-?\s*(include|include_relative)\s+([\w./-]{1,500}\.(?:md|markdown))\s{0,100}-?%\}/

/** https://jekyllrb.com/docs/includes/ */
export const jekyllIncludedFiles: Construct = {
  name: 'file that is included',
  written: '{% include_relative guide/setup.md %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*include(?:_relative)?\s+[\w./-]+\.(?:md|markdown)\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = tag.exec(text)
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
