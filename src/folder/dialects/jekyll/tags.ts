/** Liquid: values, includes and tags. Conditions and loops are not evaluated. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { makeCode } from '../parts/make-parts.ts'
import type { Part, Tag } from '../parts/part.ts'
import type { Context, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { type Syntax, type SyntaxToken, singleTags } from '../parts/syntax.ts'
import { codeInTag } from '../shared/code.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { rawText, withoutRawMarks } from '../shared/raw-text.ts'
import { firstValue, leaveTag, type ReadTag, tagConstruct } from '../shared/tags.ts'
import { imageOf, noteOf } from '../shared/usual-tags.ts'

/** GitBook's names have more signs: `content-ref`, `@figma/embed`. A name never ends within a word. */
const tag =
  /\{%-?\s*(end)?(@?[a-z_][\w/]*(?:-[\w/]+)*)(?!-?[\w/])([^%{]*(?:(?:%(?!\})|\{(?!%))[^%{]*)*)%\}/y

/** The words behind an unclosed quote would be lost. Each quote is looked at only once. */
function hasOpenQuote(text: string): boolean {
  let quote: string | undefined
  for (const [mark] of text.matchAll(/\\.|["']/gs)) {
    if (mark === quote) quote = undefined
    else if (mark.length === 1) quote ??= mark
  }
  return quote === '"'
}

export const liquidSyntax: Syntax = {
  name: 'Liquid',
  start: /\{%/,
  isReadInTags: true,
  besideFence: /\{%-?\s*(?:end)?raw\s*-?%\}/,
  readTag(source, at): SyntaxToken | undefined {
    tag.lastIndex = at
    const [, isEnd, name, argumentText = ''] = tag.exec(source) ?? []
    if (name === undefined || hasOpenQuote(argumentText)) return undefined
    const attributes = argumentText.replace(/-$/, '').trim()
    return { kind: isEnd ? 'close' : 'open', name, attributes, end: tag.lastIndex }
  },
  holdsNone(name) {
    if (name === 'raw') return 'tags'
    return name === 'highlight' || name === 'comment' ? 'parts' : undefined
  },
}

export const liquidRaw: ReturnType<typeof rawText> = rawText(liquidSyntax)

/** https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting */
const jekyllCode: TagConstruct = tagConstruct(liquidSyntax, {
  name: 'code that is highlighted',
  input: '{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}',
  becomes: '```ruby\nputs 1\n```',
  names: ['highlight'],
  isPair: true,
  replace({ words: [language = ''], before, source, line }) {
    const code = codeInTag({ content: [], before, source: withoutRawMarks(source) })
    const from = code.findIndex(hasText)
    return { block: [makeCode(language, code.slice(from, code.findLastIndex(hasText) + 1), line)] }
  },
})

function hasText(text: string): boolean {
  return text.trim() !== ''
}

const jekyllComments: TagConstruct = tagConstruct(liquidSyntax, {
  name: 'comment',
  input: 'Some {% comment %}not sure{% endcomment %}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
})

const themeNotes =
  /^(?:[\w-]*\/)*(?:(note|tip|warning|important|info|danger|caution)|alert|callout)\.html$/
const themeImages = /^(?:[\w-]*\/)*(?:image|figure|img|inline_image|screenshot)\.html$/

/** https://jekyllrb.com/docs/liquid/tags/#links */
const jekyllLinks: TagConstruct = tagConstruct(liquidSyntax, {
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

const jekyllParts: TagConstruct = tagConstruct(liquidSyntax, {
  name: 'note or image of a theme',
  input: '{% include note.html content="It is **hot**." %}',
  becomes: '> [!NOTE]\n> It is **hot**.',
  names: ['include'],
  replace(include, context) {
    const [file = ''] = include.words
    const [isNote, kind = 'alert'] = themeNotes.exec(file) ?? []
    if (isNote !== undefined && firstValue(include, 'content', 'text', 'body') !== undefined)
      return noteOf(['alert'], () => `{% include ${file} %}`)(
        { ...include, name: kind, kind: 'single', words: [] },
        context,
      )
    const source = firstValue(include, 'file', 'src', 'url', 'path', 'image_path', 'image')
    return themeImages.test(file) && source !== undefined ? imageOf(include, source) : undefined
  },
})

const maxValue = 500
const values = singleTags(
  'value of Liquid',
  /\{\{/,
  new RegExp(`\\{\\{-?\\s*((?:[^{}"']|"[^"]*"|'[^']*'){1,${maxValue}}?)\\s*-?\\}\\}`),
  { isReadInTags: true },
)

const address =
  /^(["'])(.*)\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))\b/s
const variable = /^(site|page|include)\.([\w.-]+)(?:\s*\|\s*(?:escape|strip|markdownify))*$/

/** https://jekyllrb.com/docs/variables/ */
const jekyllValues: TagConstruct = {
  name: 'address or value of the site, value of the page or of an include',
  input: '[A]({{ "/guide/a" | relative_url }}), {{ site.version }}',
  becomes: '[A](/guide/a), v1.2',
  syntax: values,
  tag({ name: expression, before, parent, line }, context) {
    if (isInRaw(parent)) return undefined
    const value = valueIn(expression, context)
    if (value !== undefined) return { inline: value }
    const [name = '…'] = /^[\w.-]+/.exec(expression) ?? []
    context.leaveOut(`{{ ${name} }}`, line)
    // An attribute without a value would swallow the attribute behind it.
    return { inline: /\s[a-z][\w-]*=$/i.test(before) ? '""' : '' }
  },
}

function isInRaw(tag: Tag | undefined): boolean {
  return tag !== undefined && (tag.name === 'raw' || isInRaw(tag.parent))
}

function valueIn(expression: string, context: Context): string | undefined {
  const [, , path] = address.exec(expression) ?? []
  if (path !== undefined) return path
  if (/^site\.(?:baseurl|url)$/.test(expression)) return ''
  const [, owner, name = ''] = variable.exec(expression) ?? []
  if (owner === 'include') return context.parameters.get(name) ?? ''
  const value =
    owner === 'site'
      ? context.variable(name)
      : owner && context.lend(frontMatterValue(context.document, name) ?? '')
  return value || undefined
}

/** https://jekyllrb.com/docs/includes/ */
const jekyllIncludedFiles: TagConstruct = tagConstruct(liquidSyntax, {
  name: 'file that is included',
  input: '{% include_relative guide/setup.md %}',
  becomes: '# Setup\n\nSet up.',
  names: ['include', 'include_relative', 'include_cached'],
  replace({ name, pairs, words: [path], isBlock, before, line }, context) {
    if (path === undefined || /[{}]/.test(path)) return undefined
    const isRelative = name === 'include_relative'
    const parameters = Array.from(pairs, ([key, value]): [string, string] => [
      key,
      variable.test(value) ? (valueIn(value, context) ?? '') : value,
    ])
    const inclusion = {
      address: isRelative ? path : `/_includes/${path}`,
      parameters: new Map(parameters),
      // A missing file is probably part of the theme, so it is reported as an unknown tag.
      ...(isRelative ? {} : { isSample: true as const }),
      isPart: true,
      choose: ({ path: file, text }: { readonly path: string; readonly text: string }) =>
        /\.(?:md|markdown)$/i.test(file) ? text.trim() : withoutIndents(text),
    }
    const parts = context.include(inclusion, line)
    if (parts === undefined) return isRelative ? { inline: '' } : undefined
    return isBlock && before !== '' ? { block: [parts] } : { inline: parts }
  },
})

/** HTML may be indented and continue over blank lines; Markdown would misread both. */
function withoutIndents(html: string): string {
  return splitLines(html)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const blocks = new Set(['if', 'unless', 'case', 'for', 'tablerow'])
const branches = new Set(['else', 'elsif', 'when', 'break', 'continue'])
const assignments = new Set('assign capture increment decrement cycle echo liquid'.split(' '))

/** All branches stay, because nobody knows which one the site would show. */
export const jekyllBlocks: TagConstruct = {
  name: 'condition or loop: all that it holds',
  input: '{% if site.beta %}Some words.{% else %}More.{% endif %}',
  becomes: 'Some words.More.',
  tells: 'template-opened {% if %}',
  syntax: liquidSyntax,
  names: new Set([...blocks, ...branches]),
  tag({ kind, name, parent, children, line }, context) {
    if (branches.has(name)) return blocks.has(parent?.name ?? '') ? { inline: '' } : undefined
    if (kind !== 'pair') return undefined
    if (children.some(hasWords)) {
      context.notice('template-opened', `{% ${name} %}`, line)
      return { inline: children }
    }
    context.leaveOut(`{% ${name} %}`, line)
    return { inline: '' }
  },
}

function hasWords(part: Part): boolean {
  if (part.type === 'text') return /[\p{L}\p{N}]/u.test(part.text)
  return part.type !== 'break' && part.type !== 'raw'
}

/** Tags that stay visible where they cannot be read. */
const programs = new Set([
  ...blocks,
  ...branches,
  ...assignments,
  'raw',
  // These tags make links, so a failure must stay visible.
  'link',
  'post_url',
])

/** @param isShown Tells which other tags stay visible. */
export function otherTags(isShown: (block: ReadTag) => boolean = () => false): TagConstruct {
  return tagConstruct(liquidSyntax, {
    name: 'any other tag',
    input: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
    becomes: '**More**\n\nSome words.',
    replace(block, context) {
      const { kind, name, words, line } = block
      if (assignments.has(name) && (name === 'capture') === (kind === 'pair')) {
        if (name !== 'assign') context.leaveOut(`{% ${name} %}`, line)
        return { inline: '' }
      }
      if (programs.has(name) || isShown(block)) return undefined
      const label = name === 'include' && words[0] !== undefined ? `include ${words[0]}` : name
      return leaveTag(block, `{% ${label} %}`, context)
    },
  })
}

export const liquidConstructs: readonly PartConstruct[] = [
  jekyllCode,
  ...liquidRaw,
  jekyllComments,
  jekyllLinks,
  jekyllValues,
  jekyllParts,
  jekyllIncludedFiles,
  jekyllBlocks,
  otherTags(),
]
