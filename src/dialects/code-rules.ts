/** Rules by dialect for what is code. @module */
import { type CodeRules, plainRules, type TagRule } from '../convert/code/code-rules.ts'
import { type DialectName, dialectsOf } from './dialects.ts'

const liquidTags: TagRule = {
  opening: /^\{%-?\s*(?!end)[@a-z]/i,
  tag: /\{%-?\s*(end)?([@a-z][\w-]*)/gi,
}

/** The content is often wrapped in `raw` tags because it holds templates; their end matches too. */
const highlightTags = {
  opening: /^\{%-?\s*highlight\s[^{}]*%\}\s*(?:\{%-?\s*raw\s*-?%\}\s*)?$/,
  closing: /^(?:\{%-?\s*endraw\s*-?%\}\s*)?\{%-?\s*endhighlight\s*-?%\}(?!\s*\{%-?\s*endraw)/,
}

/** Tags that become something else or vanish: components, frames, videos, scripts, forms. */
const replacedTags =
  /^<\/?(?:[A-Z]|[a-z]\w*-|(?:iframe|video|audio|svg|template|canvas|object|form|fieldset|input|button|select|option|label|progress|link|meta|base|noscript|embed)\b)/

/** Generators that read Markdown behind any tag end HTML where its element ends. */
const anyTag = /^<\/?[a-z]/i

/** Each dialect's differences from plain Markdown. */
const differences: Partial<Readonly<Record<DialectName, Partial<CodeRules>>>> = {
  mkdocs: {
    blocks: [/^!!! ?[a-z]/i, /^\?\?\?\+? *(?:[a-z"]|$)/i, /^===(?:!|\+|!\+|\+!)? +"/],
    tags: [{ opening: /^<[a-z][^<>]*\smarkdown[\s>=]/i }],
    markdownTags: [anyTag],
  },
  // MDX has no indented code, and reads Markdown in all elements.
  mdx: { isIndentedCode: false, hasHtmlBlocks: false },
  docusaurus: { isIndentedCode: false, hasHtmlBlocks: false },
  // These elements become notes and sections.
  mdbook: { markdownTags: [/^<(?:div|p|span) class="|^<\/[a-z]/] },
  vitepress: { markdownTags: [/^<[a-z][^<>]*\s(?:v-pre|class=")|^<\/[a-z]/] },
  // The content of components is indented with them.
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
  quarto: { markdownTags: [anyTag], hasBracedInfo: true },
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
    hasBracedInfo: known.some(({ hasBracedInfo = false }) => hasBracedInfo),
    hasHtmlBlocks: known.every(({ hasHtmlBlocks = true }) => hasHtmlBlocks),
    markdownTags: [replacedTags, ...known.flatMap(({ markdownTags = [] }) => markdownTags)],
  }
}

/** Give the code rules for a file. */
export function codeRulesOf(names: readonly DialectName[], path: string): CodeRules {
  return rulesOf(dialectsOf(names, path))
}
