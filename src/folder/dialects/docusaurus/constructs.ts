/** Constructs of Docusaurus. @module */
import { mdxConstructs } from '../mdx/constructs.ts'
import { withMarkedLines } from '../parts/make-parts.ts'
import type { LineOfCode } from '../parts/part.ts'
import type { CodeConstruct, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { componentTags, elementTags } from '../parts/tag-syntaxes.ts'
import { tagConstruct } from '../shared/tag-construct.ts'

const contents: TagConstruct = tagConstruct(componentTags, {
  name: 'table of contents',
  input: '<TOCInline toc={toc} />',
  becomes: '[TOC]',
  names: ['TOCInline', 'InlineToc', 'TableOfContents'],
  replace: () => ({ block: ['[TOC]'] }),
})

const cardList: TagConstruct = tagConstruct(componentTags, {
  name: 'list of the pages below',
  input: 'Some words.\n\n<DocCardList />',
  becomes: 'Some words.\n\n',
  names: ['DocCardList'],
  replace: () => ({ block: [] }),
})

const head: TagConstruct = {
  name: 'head of the page',
  input: '<head>\n  <meta name="robots" content="noindex" />\n</head>\n\nSome words.',
  becomes: '\n\nSome words.',
  syntax: elementTags,
  names: new Set(['head']),
  isPair: true,
  tag: () => ({ block: [] }),
}

const mark =
  /^\s*(?:(\/\/|\/\*)|#|<!--|--|%|rem|\{\/\*)\s*(?:[a-z]{1,20}-){1,4}(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/i

/** https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments */
const lineMarks: CodeConstruct = {
  name: 'mark of lines of code',
  input: '```js\nlet a = 1 // highlight-line\n// highlight-next-line\nlet b = 2\n```',
  becomes: '```js {2}\nlet a = 1 // highlight-line\nlet b = 2\n```',
  code(code) {
    if (code.type === 'span' || code.fence === '') return undefined
    const isMarkdown = /^(?:md|mdx|markdown)\b/.test(code.info.trim())
    const remainingLines: LineOfCode[] = []
    const markedRanges: { from: number; to: number }[] = []
    let isInRange = false
    let isNext = false
    for (const line of code.lines) {
      const kind = markIn(line.text, isMarkdown)
      if (kind === undefined) {
        remainingLines.push(line)
        if (isInRange || isNext) markLine(remainingLines.length, markedRanges)
        isNext = false
      } else if (kind === 'next-line') isNext = true
      else isInRange = kind === 'start'
    }
    if (remainingLines.length === code.lines.length) return undefined
    const ranges = markedRanges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    return [withMarkedLines({ ...code, lines: remainingLines }, ranges)]
  },
}

function markLine(line: number, ranges: { from: number; to: number }[]): void {
  const last = ranges.at(-1)
  if (last?.to === line - 1) last.to = line
  else ranges.push({ from: line, to: line })
}

/** Markdown code may show these comments as examples. */
function markIn(text: string, isMarkdown: boolean): string | undefined {
  if (text.length > 200) return undefined
  const [, isOfPrograms, kind] = mark.exec(text) ?? []
  return isMarkdown && isOfPrograms !== undefined ? undefined : kind?.toLowerCase()
}

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const mdxCode: CodeConstruct = {
  name: 'MDX that stands as code',
  input: '```mdx-code-block\n<Note>Some words.</Note>\n```',
  becomes: '> [!NOTE]\n> Some words.',
  code(code, context) {
    if (code.type === 'span' || !/^\s*mdx-code-block\b/.test(code.info)) return undefined
    const { lines, line } = code
    const texts = lines.map(({ text }) => text).join('\n')
    return [{ type: 'block', children: context.read(texts, lines[0]?.line ?? line), line }]
  },
}

export const docusaurusConstructs: readonly PartConstruct[] = [
  mdxCode,
  lineMarks,
  contents,
  cardList,
  ...mdxConstructs,
  head,
]
