/** Finds generators' syntax left on a finished page. It shares nothing with the readers that it judges. @module */
import type { AdfDoc } from '../../../src/convert/adf/types.ts'

/** Code in `source` is its author's; signs in `titles` may stand in lists. */
const code = '\ufffc'

const elements =
  'a|abbr|article|aside|audio|b|body|br|button|canvas|center|code|dd|details|div|dl|dt|em|embed|' +
  'figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|kbd|label|li|link|' +
  'main|mark|math|meta|nav|object|ol|option|p|path|picture|pre|s|script|section|select|slot|small|' +
  'source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|th|thead|tr|u|ul|video'

/** `-n <NAMESPACE>` has a placeholder, not a tag. */
function isTag(found: string, source: string): boolean {
  const [, name] = /^<([\w.-]+)>$/.exec(found) ?? []
  return name === undefined || source.includes(`</${name}>`)
}

export const signs: Readonly<Record<string, RegExp>> = {
  ':::': /^ *:{3,}/m,
  '!!!': /^ *(?:!!!|\?\?\?\+?) +[a-z]/m,
  '=== ""': /^ *===[!+]* +["“]/m,
  '///': /^ *\/{3,} +[a-z]/m,
  '--8<--': /-{1,8}8<-/,
  '{% %}': /\{%.{0,500}?%\}/s,
  '{{< >}}': /\{\{[<%].{0,500}?[>%]\}\}/s,
  '{{# }}': /\{\{#.{0,500}?\}\}/s,
  // A leading dot is Go's template syntax, which no generator reads in a page.
  '{{ }}': /\{\{(?![<%#]|-?\s*\.).{0,500}?\}\}/s,
  '{% comment': /^% \S/m,
  '<Component>': /<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>/,
  '<>': /<\/?>/,
  '<element>': new RegExp(`</?(?:${elements})(?:\\s[^<>]*)?/?>`),
  '<custom-element>': /<\/?[a-z]+(?:-[a-z]+)+(?:\s[^<>]*)?\/?>/,
  import: /^ *import\s.{0,200}?["'“][^"'”]+["'”];?$/m,
  export: /^ *export (?:const|let|default|function|async|\{).*[=({]/m,
  '{/* */}': /\{\s*\/\*/,
  '{props}': /\{(?:props|frontMatter|frontmatter)\./,
  "{' '}": /\{\s*(["'`])(?:(?!\1).){0,100}\1\s*\}/,
  // Leading dots are a path of Next.js.
  '[[ ]]': /!?\[\[(?!\.{3})[^\][\n]{1,200}\]\]/,
  '[ ][ ]': /\]\[[^\][\n]{0,200}\]/,
  // Without an opening bracket it is no Markdown link; an image may have preceded it.
  '[ ]( )': /(?:^|\[(?:[^\][]|\[[^\][]*\])*)\]\([^()\s]{1,300}\)/,
  '[^ ]': /\[\^[^\][\s]{1,100}\]/,
  '+++': /^\+\+\+$/m,
  '---': /^---\n(?=[\w-]+:)/m,
  'front matter': /^(?:weight|slug|template|layout|draft|sidebar_label): \S/m,
  '{role}': /\{[a-z][\w:.+-]*\}\ufffc/i,
  ':role:': /(?:^|\s):[a-z][\w:.+-]*:\ufffc/i,
  '(target)=': /^\([^()\n]{1,100}\)=$/m,
  '.. directive::': /^ *\.\. [\w:-]+::/m,
  '{: }': /\{:[^{}\n]*\}|\{\s*[.#][\w-]+(?:\s+(?:[.#][\w-]+|[\w-]+=\S+))*\s*\}/,
  '<<<': /^ *<<< *\S/m,
  '[!KIND]': /\[![A-Z]\w*\]/i,
  '[TOC]': /\[\[?_?toc_?\]\]?/i,
  '%% %%': /%%[^%\n]+%%/,
  ':icon:': /:(?:material|octicons|fontawesome|simple)-[\w-]+:/,
  '*[ ]:': /^\*\[[^\]\n]+\]:/m,
  '%20': /\w%20\w/,
  '^block': /\s\^[\w-]{3,40}$/m,
}

/** Signs that are syntax in some documents only. */
const isSyntax: Readonly<Record<string, (found: string, source: string) => boolean>> = {
  '<Component>': isTag,
  '<custom-element>': isTag,
  '<>': (_, source) => source.includes('<>') && source.includes('</>'),
}

export interface LeftSyntax {
  readonly sign: string
  readonly text: string
}

export function leftSyntax(
  document: AdfDoc,
  title: string,
  source: string,
  titles: ReadonlySet<string> = new Set(),
): LeftSyntax[] {
  const found = new Map<string, string>()
  const written = codeOf(source)
  const words = squeezed(wordsOf(source))
  const look = (text: string, isFound: (at: number) => boolean): void => {
    for (const [sign, pattern] of Object.entries(signs)) {
      if (found.has(sign)) continue
      const all = [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))]
      const left = all.find(
        ({ 0: one, index }) =>
          isFound(index) && (isSyntax[sign]?.(one, source) ?? true) && !isShown(one, source),
      )
      if (left !== undefined) found.set(sign, text.slice(left.index, left.index + 100))
    }
  }
  const isAnywhere = (): boolean => true
  if (!saysTitle(source, title)) look(title, isAnywhere)
  for (const { words: text, codes } of textsOf(document as AnyNode, written)) {
    if (!titles.has(text)) look(text, isAnywhere)
    for (const one of codes) {
      // Code absent from the source comes from included files or other notations.
      const start = squeezed(firstLine(one)).slice(0, 20)
      const isOfAuthor = written.has(firstLine(one)) || !words.includes(start)
      if (!isOfAuthor) look(one, (at) => at === 0)
    }
  }
  return Array.from(found, ([sign, text]) => ({ sign, text }))
}

/** Escaped by a backslash, a character reference or `v-pre`. */
function isShown(text: string, source: string): boolean {
  const letters = Array.from(text.trim().slice(0, 20), (letter) => {
    const escaped = letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    const reference = references[letter]
    if (reference !== undefined) return `(?:\\\\?${escaped}|${reference})`
    return /\w|\s/.test(letter) ? escaped : `\\\\?${escaped}`
  })
  const written = new RegExp(letters.join(''), 'g')
  return (
    Array.from(source.matchAll(written)).some(([one]) => /\\|&[#\w]+;/.test(one)) ||
    preserved(source).some((one) => one.includes(text))
  )
}

const references: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
  '[': '&#91;',
}

function preserved(source: string): readonly string[] {
  const all = source.matchAll(/<(\w+) v-pre>(.*?)<\/\1>|^(:{3,}) *v-pre\n(.*?)\n\3$/gms)
  return Array.from(all, ([, , inline = '', , block = '']) => inline + block)
}

function saysTitle(source: string, title: string): boolean {
  return source.split('\n', 50).some((line) => /^title\s*[:=]/.test(line) && line.includes(title))
}

interface AnyNode {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly { readonly type: string }[]
  readonly content?: readonly AnyNode[]
}

interface Words {
  readonly words: string
  readonly codes: readonly string[]
}

function* textsOf(document: AnyNode, written: ReadonlySet<string>): Generator<Words> {
  // Wikis show code in links as plain text.
  const isLinkedCode = (one: AnyNode): boolean =>
    one.marks?.some(({ type }) => type === 'link') === true && written.has(textOf(one))
  const pending = [document]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { type, attrs, content = [] } = node
    if (typeof attrs?.title === 'string') yield { words: attrs.title, codes: [] }
    const inline = content.filter((one) => /^(?:text|hardBreak|inlineCard|emoji)$/.test(one.type))
    if (type === 'codeBlock') yield { words: '', codes: [inline.map(textOf).join('')] }
    else if (inline.length > 0) {
      yield {
        words: inline
          .map((one) => (isCode(one) || isLinkedCode(one) ? code : wordsIn(one)))
          .join(''),
        codes: inline.filter(isCode).map(textOf),
      }
    }
    pending.push(...content)
  }
}

function isCode({ marks = [] }: AnyNode): boolean {
  return marks.some(({ type }) => type === 'code')
}

function textOf({ type, text = '' }: AnyNode): string {
  return type === 'hardBreak' ? '\n' : text
}

/** Bold words are no syntax: `**slug:** a` is an author's list. */
function wordsIn(node: AnyNode): string {
  const isBold = node.marks?.some(({ type }) => type === 'strong') === true
  return (isBold ? '\u2060' : '') + textOf(node)
}

/** Hugo's escape for shortcodes that are to be shown. */
const shownShortcode = /(\{\{[<%])\/\*(.{0,1000}?)\*\/([>%]\}\})/gs
/** Quarto's escape is a third brace. */
const bracedShortcode = /\{(\{\{<.{0,1000}?>\}\})\}/gs

function codeOf(source: string): ReadonlySet<string> {
  const found = new Set<string>()
  const bare = source.replace(/\/\*|\*\//g, '')
  for (const text of [
    source,
    source.replace(shownShortcode, '$1$2$3').replace(bracedShortcode, '$1'),
    source.replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, ''),
    bare,
  ]) {
    for (const [block] of text.matchAll(otherCode))
      for (const line of block.split('\n')) found.add(firstLine(line))
    const { code, words } = parted(text)
    for (const line of code) found.add(firstLine(line))
    for (const paragraph of words.split(/\n\s*\n/))
      for (const [, , span = ''] of paragraph.matchAll(spans)) found.add(firstLine(span))
  }
  return found
}

const spans = /(`+)((?:(?!\1).)+?)\1/gs
const fenceMark = /^[\s>*+-]*(?:\d+[.)]\s+)?(`{3,}|~{3,})/

function parted(source: string): { readonly code: readonly string[]; readonly words: string } {
  const code: string[] = []
  const words: string[] = []
  let fence: string | undefined
  for (const line of source.split('\n')) {
    const [, mark] = fenceMark.exec(line) ?? []
    const isInside = fence !== undefined
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    if (isInside || mark !== undefined || /^(?:\s{4}|\t)/.test(line)) code.push(line)
    // Indented lines may belong to a list.
    if (!isInside && mark === undefined) words.push(line)
  }
  return { code, words: words.join('\n') }
}

const otherCode = new RegExp(
  [
    '<(pre|code|script|style)\\b[^<>]*>.*?</\\1>',
    '\\{%-?\\s*(capture|highlight|code|raw)\\b[^{}=]*%\\}.*?\\{%-?\\s*end\\2',
    '\\{\\{[<%]\\s*(highlight|tab|card)\\b.*?\\{\\{[<%]\\s*/\\s*\\3',
  ].join('|'),
  'gs',
)

function wordsOf(source: string): string {
  const body = source.replace(/^\s*(---|\+\+\+)\n.*?\n\1(?:\n|$)/s, '').replace(otherCode, '')
  const { words } = parted(body)
  return words
    .split('\n')
    .filter((line) => !/^(?:\s{4}|\t)/.test(line))
    .join('\n')
    .replace(spans, '')
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}

function firstLine(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return line.replace(/^[\s>]+/, '').trim()
}
