/** Constructs of MDX. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import {
  componentCode,
  componentCodeGroup,
  componentCodeTitles,
  componentCommands,
} from '../components/code-components.ts'
import {
  componentCards,
  componentFrame,
  componentImages,
  componentIncludedFiles,
  componentLinks,
  componentVideos,
} from '../components/links.ts'
import {
  componentAccordions,
  componentFields,
  componentFileTrees,
  componentNotes,
  componentSteps,
  componentTabs,
  otherComponents,
} from '../components/parts.ts'
import { makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { componentTags, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { containerParts } from '../shared/containers.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { mdxElements, mdxInnerHtml } from './html-elements.ts'
import {
  mdxAnnotations,
  mdxBracketNames,
  mdxComments,
  mdxExpressions,
  mdxHeadingNames,
  mdxPartials,
  mdxStatements,
} from './statements.ts'

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const mdxSiteComponents: TagConstruct = {
  name: 'component that the site gives to all pages, where it is plain',
  input: '<Spoken by="Ada">\n\nSome words.\n\n</Spoken>',
  becomes: '<div><b>Ada</b>\n\nSome words.\n\n</div>',
  syntax: componentTags,
  tag({ name, kind, attributes, content, children, isBlock, line }, context) {
    const address = kind === 'pair' || kind === 'single' ? context.componentFile(name) : undefined
    if (address === undefined || /\.mdx?$/.test(address)) return undefined
    const source = context.readInclude(address, line, true)?.text ?? ''
    const end = { type: 'break', line } as const
    const slotContent = isBlock ? [end, end, ...content, end, end] : children
    const output = fillComponent(source, readTagAttributes(attributes).words, slotContent)
    if (output === undefined || !context.take(source.length, line)) return undefined
    return isBlock ? { block: [output] } : { inline: output }
  },
}

/** Longer components count as programs. */
const maxLength = 20_000
const comments = /\/\*(?:[^*]|\*(?!\/))*\*\/|^[ \t]*\/\/.*$/gm
const begin = /(?:\breturn\b|=>)\s*\(?\s*(?=<)/g
const program = /\b(?:const|let|var|if|use[A-Z]\w*)\b(?!\s+\w+\s*=\s*(?:\(|\w+\s*=>|function\b))/
const invisible =
  /\s(?:className|class|style|key|role|aria-\w+)=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g
const valueInTag = /=\{\s*(?:props\.)?([a-z]\w*)\s*\}/g
const valueInText = /\{\s*(?:props\.)?([a-z]\w*)\s*\}/g

/** @returns Undefined if the component is a program. */
function fillComponent(
  source: string,
  words: ReadonlyMap<string, string>,
  children: readonly Part[],
): readonly Part[] | undefined {
  if (source.length > maxLength) return undefined
  const code = source.replace(comments, '').replace(/^import\b.*$/gm, '')
  const [start, ...others] = code.matchAll(begin)
  if (start === undefined || others.length > 0) return undefined
  const from = start.index + start[0].length
  const end = code.lastIndexOf('>') + 1
  if (program.test(code.slice(0, from)) || /[^\s);}]/.test(tailOf(code, end))) return undefined
  const html = code
    .slice(from, end)
    .replace(/<\/?>/g, '')
    .replace(invisible, '')
    .replace(
      valueInTag,
      (_, name: string) => `="${(words.get(name) ?? '').replaceAll('"', '&quot;')}"`,
    )
  const parts = html.split(valueInText)
  const isPlain = parts.every((part, index) => index % 2 === 1 || !/\{|<\/?[A-Z]/.test(part))
  if (!isPlain) return undefined
  return parts.flatMap((part, index): readonly Part[] => {
    if (index % 2 === 1) return part === 'children' ? children : [makeText(words.get(part) ?? '')]
    const markup = part.replace(/(>|^)\s*\n\s*|\s*\n\s*(?=<|$)/g, '$1').replace(/\s*\n\s*/g, ' ')
    return [{ type: 'raw', text: markup }]
  })
}

function tailOf(code: string, end: number): string {
  return code.slice(end).replace(/\bexport\s+default\s+\w+/, '')
}

export const mdxConstructs: readonly PartConstruct[] = [
  mdxPartials,
  componentIncludedFiles,
  mdxHeadingNames,
  mdxBracketNames,
  mdxAnnotations,
  mdxComments,
  mdxInnerHtml,
  componentCode,
  componentCodeTitles,
  mdxElements,
  embeds,
  pagePrograms,
  otherAlerts,
  componentImages,
  mdxStatements,
  componentFrame,
  componentLinks,
  componentVideos,
  componentCodeGroup,
  componentCommands,
  componentTabs,
  componentNotes,
  componentCards,
  componentSteps,
  componentAccordions,
  componentFields,
  componentFileTrees,
  mdxSiteComponents,
  ...containerParts,
  otherComponents,
  mdxExpressions,
]

/** MDX has no indented code, and reads Markdown in all elements. */
export const mdxCode: Partial<CodeRules> = { isIndentedCode: false, hasHtmlBlocks: false }
