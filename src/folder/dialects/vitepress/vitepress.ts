/** VitePress sites, found by `.vitepress/config.ts`, and their constructs, with those of Vue's documentation. @module */

import { join, resolve } from 'node:path'
import type { LineMark } from '../../../convert/adf/local-ids.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import type { NavigatedTree } from '../../navigation/navigation.ts'
import { isOfSite, programEndings, readLinkPrograms } from '../../navigation/program-navigation.ts'
import { languageRoots, programSettings, siteAddresses } from '../../site/settings.ts'
import { plainComponents } from '../components/components.ts'
import type { Generator } from '../generator.ts'
import { codeInfo, makeText, withMarkedLines } from '../parts/make-parts.ts'
import type { Tag } from '../parts/part.ts'
import type { CodeConstruct, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { type Syntax, singleTags } from '../parts/syntax.ts'
import { componentTags, literalOf } from '../parts/tag-syntaxes.ts'
import { plainMarkdown, withoutFormatting } from '../parts/words.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { containerParts, containers } from '../shared/containers.ts'
import { languageOf, linesOfFile, rangeOf, regionOf, sectionOf } from '../shared/file-parts.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { codeOfFile, includedAt } from '../shared/included-files.ts'
import { landingPage } from '../shared/landing-page.ts'
import { firstValue, tagConstruct } from '../shared/tags.ts'
import { inlineFootnotes } from '../shared/words.ts'

/** https://vitepress.dev/reference/site-config */
export const vitepress: Generator = {
  configNames: ['.vitepress/config', '.vitepress/config/index'].flatMap((name) =>
    ['ts', 'js', 'mts', 'mjs'].map((ending) => `${name}.${ending}`),
  ),
  ownFolders: ['.vitepress', '.vuepress'],
  siteFolders: ['.', 'docs'],
  textSign: /^::: ?(?:code-group|details|v-pre)|^<<< /,
  readNavigation: (tree) => readLinkPrograms(tree, configsBeside(tree)),
  read(text, folder, base) {
    const textOf = programSettings(text)
    const source = resolve(folder, textOf('srcDir') ?? '.')
    return {
      rootFolders: [
        ...languageRoots(source, base),
        ...rewrittenFolders(text).map((path) => resolve(source, path)),
        resolve(source, 'public'),
      ],
      includeFolders: [source],
      addresses: siteAddresses(undefined, textOf('base')),
    }
  },
}

/** Folders rewritten to the site's root, as by `'en/:rest*': ':rest*'`. */
function rewrittenFolders(text: string): string[] {
  const rewrites = text.matchAll(/(["'])([\w./-]{1,100}\/):\w{1,50}\*?\1: ?(["']):\w{1,50}\*?\3/g)
  return Array.from(rewrites, ([, , folder = '']) => folder)
}

/** Page folders may hold more configurations, for example for languages. */
function configsBeside({ base, site: { folder }, paths, fileSystem }: NavigatedTree): string[] {
  const ofSite = programEndings
    .map((ending) => join(folder, `config${ending}`))
    .filter(isOfSite(folder, fileSystem))
  const configs = paths.filter((path) => /^(?:[^/]{1,100}\/)?config\.[cm]?[jt]s$/.test(path))
  return [...ofSite, ...configs.map((path) => join(base, path))]
}

const directive =
  /^<<<[ \t]*([^\s{}[\]#][^{}[\]#]*?)(?:#([\w-]+))?\s*(?:\{([^{}]*)\})?\s*(?:\[([^\][]*)\])?\s*$/
const maxLength = 1_000

/** An include of code as a tag, whose attributes are the whole directive. */
const snippets: Syntax = {
  name: 'snippet',
  start: /(?<=(?<![^\n])[ \t>]*)<<<(?=[ \t]*[^\s{}[\]#])/,
  readTag(source, at) {
    const [whole = ''] = source.slice(at, at + maxLength).split('\n', 1)
    if (whole.length === maxLength || !directive.test(whole)) return undefined
    return { kind: 'single', name: 'snippet', attributes: whole, end: at + whole.length }
  },
}

/** https://vitepress.dev/guide/markdown#import-code-snippets */
const vitepressSnippets: TagConstruct = {
  name: 'code of a file',
  input: '<<< @/guide/setup.md{2 md:line-numbers}[The setup]',
  becomes: '```md title="The setup" {2}\n# Setup\n\nSet up.\n```',
  syntax: snippets,
  tag({ attributes, line }, context) {
    const [, path = '', region, options = '', title = ''] = directive.exec(attributes) ?? []
    const language = languageIn(options) ?? languageOf(path)
    const [, markedLines] = /^\s*(\d[\d,-]*)/.exec(options) ?? []
    const info = codeInfo(language, title || undefined, markedLines)
    const select = (texts: readonly string[]): readonly string[] | undefined =>
      region === undefined ? texts : regionOf(texts, region)
    return codeOfFile({ address: sourceAddress(path), info, part: region, select }, line, context)
  },
}

/** Give the address of a file, where `@/` means the source root. */
function sourceAddress(path: string): string {
  return path.trim().replace(/^@\//, '/')
}

/** In `{1,3 ts}` numbers mark lines, and the word is the language. */
function languageIn(options: string): string | undefined {
  const [, language] = /(?:^|\s)(?!\d)([^\s:,]+)(?::|\s|$)/.exec(options.trim()) ?? []
  return language
}

const includeComment =
  /<!--\s{0,100}@include:\s{0,100}([^\s{}#<>]{1,500}?)(?:#([^\s{}<>]{1,200}))?(?:\{(\d*,?\d*)\})?\s{0,100}-->/

const includeComments = singleTags('include comment', /<!--\s{0,100}@include:/, includeComment)

/** https://vitepress.dev/guide/markdown#markdown-file-inclusion */
const vitepressIncludedFiles: TagConstruct = {
  name: 'file that is included',
  input: '<!--@include: ./guide/setup.md{3,}-->',
  becomes: 'Set up.',
  syntax: includeComments,
  tag(tag, context) {
    const [, path = '', part, range] = includeComment.exec(tag.opening) ?? []
    return includedAt(
      tag,
      {
        address: sourceAddress(path),
        rebase: true,
        choose({ text }) {
          const texts = linesOfFile(text)
          const isPart = (words: string): boolean => slugOf(words) === part
          const selectedLines =
            part === undefined ? texts : (regionOf(texts, part) ?? sectionOf(texts, isPart))
          return (
            selectedLines &&
            (range === undefined ? selectedLines : rangeOf(selectedLines, range)).join('\n')
          )
        },
      },
      context,
    )
  },
}

/**
 * The slug of a heading, or its `{#name}`.
 * @param heading The text behind `#`.
 */
function slugOf(heading: string): string {
  const [, anchor] = /\{#([^{}\s]+)\}\s*$/.exec(heading) ?? []
  if (anchor !== undefined) return anchor
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '')
  return words.trim().replace(/\s+/g, '-')
}

const headingAbove = /^[\s>]*#{1,6}\s+((?:`[^`]*`|[^`<])*)<Badge\b/

/** Badges are dropped from heading anchors: https://vitepress.dev/reference/default-theme-badge */
const badges: TagConstruct = tagConstruct(componentTags, {
  name: 'badge',
  input: '## Title <Badge type="tip" text="new" />',
  becomes: '## Title (new) {#title}',
  names: ['Badge'],
  replace(tag) {
    const { content, children, before, opening, endsLine } = tag
    const text = firstValue(tag, 'text')
    if (content.length === 0 && text === undefined) return undefined
    const words = content.length === 0 ? [makeText(text as string)] : children
    const [, heading = ''] = headingAbove.exec(before + opening) ?? []
    const name = endsLine ? slugOf(withoutFormatting(heading)) : ''
    return { inline: [makeText('('), ...words, makeText(name === '' ? ')' : `) {#${name}}`)] }
  },
})

/** The tag's name is the expression. */
const interpolations = singleTags('interpolation', /\{\{/, /\{\{([^{}\n]{1,500})\}\}/)

/** https://vitepress.dev/guide/markdown#raw */
const rawText: TagConstruct = {
  name: 'text that is shown as it is',
  input: '::: v-pre\n{{ a }}\n:::\n\nA <b v-pre>{{ b }}</b>.',
  becomes: '&#123;{ a }}\n\nA <b v-pre>&#123;{ b }}</b>.',
  syntax: interpolations,
  tag: ({ parent, opening }) => (isRaw(parent) ? { inline: shownBraces(opening) } : undefined),
}

function isRaw(tag: Tag | undefined): boolean {
  if (tag === undefined) return false
  const isOwn =
    tag.syntax === containers ? tag.name === 'v-pre' : /(?:^|\s)v-pre(?:\s|$)/.test(tag.attributes)
  return isOwn || isRaw(tag.parent)
}

function shownBraces(words: string): string {
  return words.replaceAll('{{', '&#123;{')
}

const frontMatterName = /^\$?(?:frontmatter|page\.frontmatter)\.([\w.]{1,100})$/i

/** https://vitepress.dev/guide/using-vue#interpolation Other expressions are not evaluated. */
const values: TagConstruct = {
  name: 'value of the page, or a text',
  input: '---\ntitle: Setup\n---\n\n# {{ $frontmatter.title }}\n\nWrite {{ "a" }}.',
  becomes: '---\ntitle: Setup\n---\n\n# Setup\n\nWrite a.',
  syntax: interpolations,
  tag({ name: interpolation, line }, context) {
    const expression = interpolation.trim()
    const [, name] = frontMatterName.exec(expression) ?? []
    const value =
      name === undefined ? literalOf(expression) : frontMatterValue(context.document, name)
    if (value === undefined) context.leaveOut(`{{ ${shortName(expression)} }}`, line)
    return { inline: shownBraces(plainMarkdown(value ?? '')) }
  },
}

function shortName(expression: string): string {
  return expression.length <= 40 ? expression : `${expression.slice(0, 40)}…`
}

const lineMark =
  /\s{0,200}(?:\/\/|\/\*|#|<!--|--|;|%|\{\/\*)\s{0,200}\[!code\s([^\]\n]{1,100})\]\s*(?:(?:\*\/\}?|-->)\s*)?$/
const lineMarkKind = /^\s*(\+\+|--|hl|highlight|focus|warning|error)(?::(\d{1,4}))?\s*$/
const lineMarkSigns: Readonly<Record<string, LineMark>> = { '++': 'i', '--': 'd' }

/** https://vitepress.dev/guide/markdown#focus-in-code-blocks */
const lineMarks: CodeConstruct = {
  name: 'mark of a line of code',
  input: '```js\nlet a = 1 // [!code focus]\n```\n\n```js\nlet b = 2 // [!code ++]\n```',
  becomes: '```js {1}\nlet a = 1\n```\n\n```js ins={1}\nlet b = 2\n```',
  code(code) {
    if (code.type === 'span' || !code.lines.some(({ text }) => text.includes('[!code ')))
      return undefined
    const lineMarks: string[] = []
    const lines = code.lines.map((line, index) => {
      const match = line.text.includes('[!code ') ? lineMark.exec(line.text) : null
      if (match === null) return line
      const [, kind, count = '1'] = lineMarkKind.exec(match[1] as string) ?? []
      const last = index + Number(count)
      const range = last > index + 1 ? `${index + 1}-${last}` : `${last}`
      if (kind !== undefined) lineMarks.push(`${lineMarkSigns[kind] ?? ''}${range}`)
      return { ...line, text: line.text.slice(0, match.index) }
    })
    return [withMarkedLines({ ...code, lines }, lineMarks)]
  },
}

export const vitepressConstructs: readonly PartConstruct[] = [
  landingPage,
  vitepressIncludedFiles,
  vitepressSnippets,
  rawText,
  values,
  inlineFootnotes,
  lineMarks,
  badges,
  ...plainComponents,
  attributeLists,
  ...containerParts,
]

export const vitepressCode: Partial<CodeRules> = {
  markdownTags: [/^<[a-z][^<>]*\s(?:v-pre|class=")|^<\/[a-z]/],
}
