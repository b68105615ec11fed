/** The table of what is code in each dialect. @module */
import { type CodeRules, plainRules, type TagRule } from '../convert/code/code-rules.ts'
import { type DialectName, dialectsOf } from './dialects.ts'

const liquidTags: TagRule = {
  opening: /^\{%-?\s*(?!end)[@a-z]/i,
  tag: /\{%-?\s*(end)?([@a-z][\w-]*)/gi,
}

/** What stands between them may be marked as raw, as it often holds templates itself: their end too. */
const highlightTags = {
  opening: /^\{%-?\s*highlight\s[^{}]*%\}\s*(?:\{%-?\s*raw\s*-?%\}\s*)?$/,
  closing: /^(?:\{%-?\s*endraw\s*-?%\}\s*)?\{%-?\s*endhighlight\s*-?%\}(?!\s*\{%-?\s*endraw)/,
}

/** What no page of any dialect keeps: components, frames and films, programs, forms. */
const replacedTags =
  /^<\/?(?:[A-Z]|[a-z]\w*-|(?:iframe|video|audio|svg|template|canvas|object|form|fieldset|input|button|select|option|label|progress|link|meta|base|noscript|embed)\b)/

/** Markdown is read below any tag, or behind it: the generator ends HTML where its element ends. */
const anyTag = /^<\/?[a-z]/i

/** How dialects differ from plain Markdown. */
const differences: Partial<Readonly<Record<DialectName, Partial<CodeRules>>>> = {
  mkdocs: {
    blocks: [/^!!! ?[a-z]/i, /^\?\?\?\+? *(?:[a-z"]|$)/i, /^===(?:!|\+|!\+|\+!)? +"/],
    tags: [{ opening: /^<[a-z][^<>]*\smarkdown[\s>=]/i }],
    markdownTags: [anyTag],
  },
  // MDX has no indented code, and reads Markdown in all its elements.
  mdx: { isIndentedCode: false, hasHtmlBlocks: false },
  docusaurus: { isIndentedCode: false, hasHtmlBlocks: false },
  // Elements become notes, and parts of pages.
  mdbook: { markdownTags: [/^<(?:div|p|span) class="|^<\/[a-z]/] },
  vitepress: { markdownTags: [/^<[a-z][^<>]*\s(?:v-pre|class=")|^<\/[a-z]/] },
  // What stands in components is indented, as deep as they are.
  mdc: { isIndentedCode: false },
  hugo: {
    tags: [
      {
        opening: /^\{\{[<%]\s*[a-z_]/i,
        tag: /\{\{[<%]\s*(\/)?\s*([a-z_][\w./-]*)/gi,
      },
    ],
    codeTags: [
      {
        opening: /^\{\{[<%]\s*highlight\s[^{}]*[>%]\}\}\s*$/,
        closing: /^\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/,
      },
    ],
  },
  gitbook: { tags: [liquidTags] },
  quarto: { markdownTags: [anyTag] },
  jekyll: {
    markdownTags: [anyTag],
    tags: [liquidTags],
    codeTags: [highlightTags],
  },
}

function rulesOf(names: readonly DialectName[]): CodeRules {
  const known = names.map((name) => differences[name] ?? {})
  return {
    blocks: [...plainRules.blocks, ...known.flatMap(({ blocks = [] }) => blocks)],
    tags: known.flatMap(({ tags = [] }) => tags),
    codeTags: known.flatMap(({ codeTags = [] }) => codeTags),
    isIndentedCode: known.every(({ isIndentedCode = true }) => isIndentedCode),
    hasHtmlBlocks: known.every(({ hasHtmlBlocks = true }) => hasHtmlBlocks),
    markdownTags: [replacedTags, ...known.flatMap(({ markdownTags = [] }) => markdownTags)],
  }
}

/** Tell what is code in a file. */
export function codeRulesOf(names: readonly DialectName[], path: string): CodeRules {
  return rulesOf(dialectsOf(names, path))
}
