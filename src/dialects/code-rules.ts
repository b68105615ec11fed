/** The table of what is code in each dialect. @module */
import { type CodeRules, plainRules } from '../convert/code/code-rules.ts'
import { type DialectName, dialectsOf } from './dialects.ts'

/** How dialects differ from plain Markdown. */
const differences: Partial<Readonly<Record<DialectName, Partial<CodeRules>>>> = {
  mkdocs: {
    blocks: [/^!!! ?[a-z]/i, /^\?\?\?\+? *(?:[a-z"]|$)/i, /^===(?:!|\+|!\+|\+!)? +"/],
    tags: [/^<[a-z][^<>]*\smarkdown[\s>=]/i],
  },
  // MDX has no indented code, and reads Markdown in all its elements.
  mdx: { isIndentedCode: false, hasHtmlBlocks: false },
  docusaurus: { isIndentedCode: false, hasHtmlBlocks: false },
  hugo: { tags: [/^\{\{[<%]\s*[a-z]/i] },
  gitbook: { tags: [/^\{%-?\s*(?!end)[@a-z]/i] },
  jekyll: { tags: [/^\{%-?\s*(?!end)[a-z]/i] },
}

/**
 * Find what is code in a file.
 * @param names The dialects that it is read in.
 */
function rulesOf(names: readonly DialectName[]): CodeRules {
  const known = names.map((name) => differences[name] ?? {})
  return {
    blocks: [...plainRules.blocks, ...known.flatMap(({ blocks = [] }) => blocks)],
    tags: known.flatMap(({ tags = [] }) => tags),
    isIndentedCode: known.every(({ isIndentedCode = true }) => isIndentedCode),
    hasHtmlBlocks: known.every(({ hasHtmlBlocks = true }) => hasHtmlBlocks),
  }
}

/**
 * Find what is code in a file.
 * @param names The dialects of its tree.
 * @param path The file.
 */
export function codeRulesOf(names: readonly DialectName[], path: string): CodeRules {
  return rulesOf(dialectsOf(names, path))
}
