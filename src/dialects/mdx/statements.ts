/**
 * What MDX says to programs alone: comments, names of headings, statements, and files that are imported.
 * @module
 */
import { endOfBraces, literalOf, readComponentAttributes } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { readIncludes } from '../includes.ts'
import { kindOf, type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks, siteAddress } from '../rebase-links.ts'
import { replaceTags } from '../replace-tags.ts'
import { open } from '../sealed-code.ts'
import type { TagSyntax } from '../tags.ts'
import { findStatements, importedNames, type JavaScriptStatement } from './javascript.ts'

const maxLength = 10_000

const syntax: TagSyntax = {
  start: /\{\s{0,20}\/\*/g,
  readTag(source, at) {
    const [comment] = /^\{\s*\/\*.*?\*\/\s*\}/s.exec(source.slice(at, at + maxLength)) ?? []
    if (comment === undefined) return undefined
    return { kind: 'single', name: '', attributes: '', end: at + comment.length }
  },
}

export const mdxComments: Construct = {
  name: 'comment',
  written: 'Some {/* not sure */}words.',
  becomes: 'Some words.',
  sign: /\{\s{0,20}\/\*/,
  read: (lines) =>
    replaceTags(lines, syntax, ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' })),
}

const nameOfHeading =
  /^([\s>]*#{1,6}\s.*\S)\s*(?:\{\s*\/\*\s*([\w.:-]+)\s*\*\/\s*\}|\[#([\w.:-]+)\])\s*$/

/** As in react.dev, Nextra and Fumadocs; runs before other comments are removed. */
export const mdxHeadingNames: Construct = {
  name: 'name of a heading',
  written: '## A heading {/*a-name*/}\n\n## Another [#name]',
  becomes: '## A heading {#a-name}\n\n## Another {#name}',
  sign: /\{\s{0,20}\/\*|\[#/,
  read: (lines) =>
    mapText(lines, (text) =>
      /[}\]]\s*$/.test(text) ? text.replace(nameOfHeading, '$1 {#$2$3}') : text,
    ),
}

export const mdxStatements: Construct = {
  name: 'statement of JavaScript',
  written: "import Chart from './chart.js'\n\nSome words.",
  becomes: 'Some words.',
  sign: /^(?:import|export)\b/m,
  read: (lines) => without(lines, findStatements(lines)),
}

function without(
  lines: readonly Line[],
  statements: readonly JavaScriptStatement[],
): readonly Line[] {
  if (statements.length === 0) return lines
  const left = new Set<number>()
  for (const [from, to] of statements) {
    for (let index = from; index < to; index += 1) left.add(index)
    // Remove the blank line below when nothing stands above.
    const isFirst = from === 0 || left.has(from - 1)
    if (isFirst && open(lines[to]?.text ?? '').trim() === '') left.add(to)
  }
  return lines.filter((_, index) => !left.has(index))
}

export const mdxExports: Construct = {
  name: 'statement of JavaScript that holds Markdown',
  written: 'export const more = `\n~~~js\nlet a = 1\n~~~`\n\nSome words.',
  becomes: 'Some words.',
  sign: /^export\b/m,
  read(lines, context) {
    const programs = findStatements(lines).filter(([from]) => isExport(lines[from] as Line))
    const isMarkdown = ([from, to]: JavaScriptStatement): boolean =>
      lines.slice(from, to).some(({ text }) => kindOf(text) !== 'text')
    if (!programs.some(isMarkdown)) return lines
    const rest = without(lines, programs)
    const anew = context.linesOf(rest.map(({ text }) => open(text)).join('\n'))
    return anew.map(({ text }, index) => ({ text, line: (rest[index] as Line).line }))
  },
}

function isExport({ text }: Line): boolean {
  return text.startsWith('export')
}

const use = /^(\s*)<([A-Z]\w*)(\s[^<>]*)?(?:\/>|>\s*<\/\2>)\s*$/

/** https://docusaurus.io/docs/markdown-features/react#importing-markdown */
export const mdxPartials: Construct = {
  name: 'Markdown that is imported',
  written: "import Setup from './guide/setup.md'\n\n<Setup />",
  becomes: '# Setup\n\nSet up.',
  sign: /\bimport\s+[A-Z]\w*\s+from\s*["'][^"'\n]+\.mdx?["']|^[ \t>]*<[A-Z]\w*[\s/>]/m,
  read(lines, context) {
    const imports = new Map<string, string>()
    return readIncludes(lines, context, {
      find: (text) => {
        for (const [imported, from] of text.startsWith('import') ? importedNames(text) : []) {
          if (/\.mdx?$/.test(from)) imports.set(imported, from)
        }
        const [, before = '', name = '', given = ''] = use.exec(text) ?? []
        const address = imports.get(name) ?? context.componentFile(name)
        if (address === undefined || !/\.mdx?$/.test(address)) return undefined
        return {
          address: siteAddress(address),
          before,
          after: '',
          choose: (file) => filled(withoutBlankEnds(rebaseLinks(file, context)), given),
        }
      },
    })
  },
}

const property = /\{\s*(?:props\.)?(\w{1,100})\s*\}/g

/** Replace `{props.name}` in the imported file by the attributes of the tag. */
function filled(lines: readonly Line[], given: string): readonly Line[] {
  const { words } = readComponentAttributes(given)
  if (words.size === 0) return lines
  const read = (line: string): string =>
    replaceMatches(line, property, ([found, name = '']) => words.get(name) ?? found)
  return mapText(lines, read)
}

const maxExpression = 2_000

const expressionSyntax: TagSyntax = {
  start: /(?<!\\)\{\s{0,20}["']/g,
  readTag(source, at) {
    const text = source.slice(at, at + maxExpression)
    const end = endOfBraces(text, 0)
    if (end === -1) return undefined
    return { kind: 'single', name: '', attributes: text.slice(1, end - 1), end: at + end }
  },
}

const template = /(?<!\\)\{\s{0,20}(\uf4a0[^\uf4a0-\uf4a2]*\uf4a1)\s{0,20}\}/g

/** A variable or a call; formulas have other characters before their braces. */
const variable = /(?<![\\$\w}^{])\{\s*([A-Za-z_]\w*(?:\.\w+)*(?:\([^(){}]{0,200}\))?)\s*\}(?!\})/g

/** Other expressions stay as written, and are reported in `.mdx` files. */
export const mdxExpressions: Construct = {
  name: 'words as an expression',
  written: "A{' '}sentence {`of words`}.",
  becomes: 'A sentence of words.',
  sign: /\{/,
  read(lines, context) {
    const unquoted = mapText(lines, (text) =>
      text.replace(template, (found, words: string) => literalOf(words) ?? found),
    )
    const read = replaceTags(unquoted, expressionSyntax, ({ attributes }) => {
      const words = literalOf(attributes)
      return words === undefined ? undefined : { inline: words }
    })
    if (!/\.mdx$/i.test(context.path)) return read
    let isNoticed = false
    return mapText(read, (text, line) => {
      if (isNoticed || !text.includes('{')) return text
      return replaceMatches(text, variable, ([found]) => {
        if (!isNoticed) context.notice('syntax-shown', '{ … }', line)
        isNoticed = true
        return found
      })
    })
  },
}
