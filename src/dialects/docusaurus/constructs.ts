/** Constructs of Docusaurus. @module */
import { withMarkedLines } from '../code-block.ts'
import { type FencedBlock, mapFencedBlocks, openedLine } from '../code-lines.ts'
import { componentConstruct, elementSyntax } from '../components/component-tags.ts'
import type { Construct } from '../construct.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'
import { mdxConstructs } from '../mdx/constructs.ts'
import { siteAddress } from '../rebase-links.ts'
import { replaceTags } from '../replace-tags.ts'

const contents: Construct = componentConstruct({
  name: 'table of contents',
  written: '<TOCInline toc={toc} />',
  becomes: '[TOC]',
  names: ['TOCInline', 'InlineToc', 'TableOfContents'],
  replace: () => ({ block: ['[TOC]'] }),
})

const cardList: Construct = componentConstruct({
  name: 'list of the pages below',
  written: 'Some words.\n\n<DocCardList />',
  becomes: 'Some words.\n\n',
  names: ['DocCardList'],
  replace: () => ({ block: [] }),
})

const head: Construct = {
  name: 'head of the page',
  written: '<head>\n  <meta name="robots" content="noindex" />\n</head>\n\nSome words.',
  becomes: '\n\nSome words.',
  sign: /<head>/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name }) =>
      kind === 'pair' && name === 'head' ? { block: [] } : undefined,
    ),
}

/** https://docusaurus.io/docs/markdown-features/links and its alias for the site's folder. */
const addresses: Construct = {
  name: "address from the site's folder",
  written: '[the setup](@site/docs/setup.md)',
  becomes: '[the setup](/docs/setup.md)',
  sign: /@(?:site|docs)\//,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(
        text,
        /(\]\(<?|^\s{0,3}\[[^\]]+\]:\s*<?|\b(?:href|src|to)=["'])@(?:site|docs)\//g,
        ([, before]) => `${before}${siteAddress('@site/')}`,
      ),
    ),
}

const mark =
  /^\s*(?:(\/\/|\/\*)|#|<!--|--|%|rem|\{\/\*)\s*(?:[a-z]{1,20}-){1,4}(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/i

/** https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments */
const lineMarks: Construct = {
  name: 'mark of lines of code',
  written: '```js\n// highlight-next-line\nlet a = 1\n```',
  becomes: '```js {1}\nlet a = 1\n```',
  sign: /-(?:next-line|start|end)\b/i,
  inCode: {
    written: '```js\nlet a = 1 // highlight-line\n// highlight-next-line\nlet b = 2\n```',
    becomes: '```js {2}\nlet a = 1 // highlight-line\nlet b = 2\n```',
  },
  read: (lines) => mapFencedBlocks(lines, withoutMarks),
}

function withoutMarks({ info, opening, code, closing }: FencedBlock): readonly Line[] {
  const isMarkdown = /^(?:md|mdx|markdown)\b/.test(info)
  const left: Line[] = []
  const marked: { from: number; to: number }[] = []
  let isInRange = false
  let isNext = false
  for (const one of code) {
    const kind = markIn(openedLine(one.text)?.content ?? '', isMarkdown)
    if (kind === undefined) {
      left.push(one)
      if (isInRange || isNext) markLine(left.length, marked)
      isNext = false
    } else if (kind === 'next-line') isNext = true
    else isInRange = kind === 'start'
  }
  const ranges = marked.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  return [withMarkedLines(opening, ranges), ...left, ...closing]
}

function markLine(line: number, ranges: { from: number; to: number }[]): void {
  const last = ranges.at(-1)
  if (last?.to === line - 1) last.to = line
  else ranges.push({ from: line, to: line })
}

/** Markdown examples show such comments. */
function markIn(text: string, isMarkdown: boolean): string | undefined {
  if (text.length > 200) return undefined
  const [, isOfPrograms, kind] = mark.exec(text) ?? []
  return isMarkdown && isOfPrograms !== undefined ? undefined : kind?.toLowerCase()
}

/** https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const mdxCode: Construct = {
  name: 'MDX that stands as code',
  written: '```mdx-code-block\n<Note>Some words.</Note>\n```',
  becomes: '> [!NOTE]\n> Some words.',
  sign: /[`~]{3}\s*mdx-code-block\b/,
  inCode: { written: '```mdx-code-block\nSome words.\n```', becomes: 'Some words.' },
  read: (lines, context) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      if (!/^mdx-code-block\b/.test(info)) {
        return [opening, ...code, ...closing]
      }
      const texts = code.map(({ text }) => openedLine(text)?.content ?? '')
      const { prefix = '' } = openedLine(code[0]?.text ?? '') ?? {}
      return context.linesOf(texts.join('\n')).map(({ text }, index) => ({
        text: prefix.slice(0, -1) + text,
        line: (code[index] ?? opening).line,
      }))
    }),
}

export const docusaurusConstructs: readonly Construct[] = [
  mdxCode,
  lineMarks,
  contents,
  cardList,
  addresses,
  ...mdxConstructs,
  // Included files may contain a head.
  head,
]
