/**
 * VitePress includes: `<<< @/snippets/a.js#region{1,3 ts}[title]` and `@include: ./part.md{3,}`.
 * @module
 */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { codeInfo, makeCode } from '../parts/make-parts.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { noName } from '../parts/rebase-addresses.ts'
import { type Syntax, singleTags } from '../parts/syntax.ts'
import { outdentedCode } from '../shared/code.ts'
import { rangeOf, regionOf, sectionOf } from '../shared/file-parts.ts'
import { includedAt } from '../shared/included-files.ts'

const directive =
  /^<<<[ \t]*([^\s{}[\]#][^{}[\]#]*?)(?:#([\w-]+))?\s*(?:\{([^{}]*)\})?\s*(?:\[([^\][]*)\])?\s*$/
const maxLength = 1_000

/** The attributes are the whole directive. */
const snippets: Syntax = {
  name: 'snippet',
  start: /(?<=(?<![^\n])[ \t>]*)<<<(?=[ \t]*[^\s{}[\]#])/,
  readTag(source, at) {
    const [whole = ''] = source.slice(at, at + maxLength).split('\n', 1)
    if (whole.length === maxLength || !directive.test(whole)) return undefined
    return { kind: 'single', name: 'snippet', attributes: whole, end: at + whole.length }
  },
}

const languageOfPath = /\.([A-Za-z0-9]{1,12})$/

/** https://vitepress.dev/guide/markdown#import-code-snippets */
export const vitepressSnippets: TagConstruct = {
  name: 'code of a file',
  input: '<<< @/guide/setup.md{2 md:line-numbers}[The setup]',
  becomes: '```md title="The setup" {2}\n# Setup\n\nSet up.\n```',
  syntax: snippets,
  tag({ attributes, line }, context) {
    const [, path = '', region, options = '', title = ''] = directive.exec(attributes) ?? []
    const language = languageIn(options) ?? languageOfPath.exec(path)?.[1] ?? ''
    const info = codeInfo(language, title || undefined, markedIn(options))
    const parts = context.include(
      {
        address: sourceAddress(path),
        choose({ text }) {
          const texts = splitLines(text.replace(/\r?\n$/, ''))
          const selectedLines = region === undefined ? texts : regionOf(texts, region)
          if (selectedLines !== undefined)
            return [makeCode(info, outdentedCode(selectedLines), line)]
          context.notice('include-missing', `${path}#${region}`, line)
          return []
        },
      },
      line,
    )
    return { block: [parts] }
  },
}

/** `@/` is the source root. */
function sourceAddress(path: string): string {
  return path.trim().replace(/^@\//, '/')
}

/** In `{1,3 ts}` numbers mark lines, and the word is the language. */
function languageIn(options: string): string | undefined {
  const [, language] = /(?:^|\s)(?!\d)([^\s:,]+)(?::|\s|$)/.exec(options.trim()) ?? []
  return language
}

function markedIn(options: string): string | undefined {
  return /^\s*(\d[\d,-]*)/.exec(options)?.[1]
}

const includeComment =
  /<!--\s{0,100}@include:\s{0,100}([^\s{}#<>]{1,500}?)(?:#([^\s{}<>]{1,200}))?(?:\{(\d*,?\d*)\})?\s{0,100}-->/

const includeComments = singleTags('include comment', /<!--\s{0,100}@include:/, includeComment)

/** https://vitepress.dev/guide/markdown#markdown-file-inclusion */
export const vitepressIncludedFiles: TagConstruct = {
  name: 'file that is included',
  input: '<!--@include: ./guide/setup.md{3,}-->',
  becomes: 'Set up.',
  syntax: includeComments,
  tag(tag, context) {
    const [, path = '', part, range] = includeComment.exec(tag.opening) ?? []
    const inclusion = {
      address: sourceAddress(path),
      rebase: noName,
      choose({ text }: { readonly text: string }) {
        const texts = splitLines(text.replace(/\r?\n$/, ''))
        const isPart = (words: string): boolean => slugOf(words) === part
        const selectedLines =
          part === undefined ? texts : (regionOf(texts, part) ?? sectionOf(texts, isPart))
        return (
          selectedLines &&
          (range === undefined ? selectedLines : rangeOf(selectedLines, range)).join('\n')
        )
      },
    }
    return includedAt(tag, inclusion, context)
  },
}

/**
 * The slug of a heading, or its `{#name}`.
 * @param heading The text behind `#`.
 */
export function slugOf(heading: string): string {
  const [, anchor] = /\{#([^{}\s]+)\}\s*$/.exec(heading) ?? []
  if (anchor !== undefined) return anchor
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '')
  return words.trim().replace(/\s+/g, '-')
}
