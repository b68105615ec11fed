/** Code blocks, with the language and the title of their info string. @module */
import { markedLinesId } from '../adf/local-ids.ts'
import { readCodeInfo } from '../code-info.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import type { AdfWriter } from '../writer/adf-writer.ts'
import { jsonOfBlock, jsonOfText } from '../writer/json.ts'
import { boldMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import { writeAdf } from './adf-block.ts'
import type { MarkdownConstruct } from './construct.ts'

export const code: MarkdownConstruct = {
  docs: [
    [
      'fenced or indented code',
      '`codeBlock` with its language, as the writer named it: the first word that can be one, as in `{.python}` or `{r, echo=FALSE}`; Confluence gets its own name for it. Lines that are marked, as by `{1,3-4}` or `hl_lines="2"`, are seen in the wiki\'s own pages, and as put in or taken out where `ins={2}` or `del={3}` say so. What says how code looks, or is told to tools, is left out',
      '`code-info-dropped` for words that are neither',
    ],
    ['title of a code block: `title="a"`, `filename=a`, `[a.ts]`, `ts:a.ts`', 'bold line above it'],
    [
      '` ```adf `: ADF as JSON, a document, a list of blocks or one block',
      'inserted as it is; invalid ADF is refused',
    ],
  ],
  examples: {
    '```js title="b.js"\na\n```': 'paragraph("b.js" strong), codeBlock js("a")',
    '```adf\n{"type":"rule"}\n```': 'rule',
  },
  blocks: {
    code(id, conversion) {
      const { nodes, warnings, writer } = conversion
      const line = nodes.lineOf(id)
      const value = nodes.valueOf(id)
      if (isAdf(id, nodes)) {
        writeAdf(value, line, conversion)
        return
      }
      const lang = nodes.langOf(id)
      const meta = nodes.metaOf(id)
      const info = meta === '' ? lang : `${lang} ${meta}`
      if (lang === 'math') warnings.add('math-shown', line)
      const { language, title, marked, hasMore } = readCodeInfo(info)
      if (hasMore) warnings.add('code-info-dropped', line)
      // ADF's code blocks have no title, so it becomes a line above.
      if (title !== '') {
        const sentence = conversion.startSentence()
        sentence.text(title, boldMarks)
        writeParagraph(sentence, line, writer)
      }
      const localId = marked === '' ? undefined : markedLinesId(marked, line)
      writeCodeBlock(value, { language, localId }, line, writer)
    },
  },
}

/** Tell whether a code block is ADF that somebody wrote. */
export function isAdf(id: number, nodes: ParsedNodes): boolean {
  return nodes.typeOf(id) === 'code' && nodes.langOf(id) === 'adf' && nodes.metaOf(id) === ''
}

interface CodeAttributes {
  readonly language: string | undefined
  readonly localId?: string | undefined
}

export function writeCodeBlock(
  words: string,
  { language, localId }: CodeAttributes,
  line: number,
  writer: AdfWriter,
): void {
  const hasAttributes = language !== undefined || localId !== undefined
  const attrs = hasAttributes ? JSON.stringify({ language, localId }) : ''
  const content = words === '' ? '' : jsonOfText(words)
  writer.block('codeBlock', line, jsonOfBlock('codeBlock', attrs, content), words)
}
