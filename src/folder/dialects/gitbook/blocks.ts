/** GitBook's blocks. @module */
import { githubSlug } from '../../../convert/adf/heading-names.ts'
import {
  makeAlert,
  makeCode,
  makeLink,
  makeSpan,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Part, type PartRow, partsOfRows, rowsOf, stack } from '../parts/part.ts'
import type { Replacement, TagConstruct } from '../parts/part-construct.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import { writtenText } from '../parts/write-parts.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { type ShortcodeRule, type ShortcodeTag, shortcodeTags } from '../shared/shortcodes.ts'
import { gitbookTags } from './tags.ts'

function gitbookConstruct(rule: ShortcodeRule): TagConstruct {
  return shortcodeTags(gitbookTags, { isPair: true, ...rule })
}

/** https://gitbook.com/docs/creating-content/blocks/hint */
const hints = gitbookConstruct({
  name: 'hint',
  input: '{% hint style="info" %}\nText\n{% endhint %}',
  becomes: '> [!INFO]\n> Text',
  names: ['hint'],
  replace: ({ pairs, content, line }) => ({
    block: [makeAlert(pairs.get('style') ?? 'info', pairs.get('title'), content, line)],
  }),
})

/** https://gitbook.com/docs/creating-content/blocks/tabs */
const tabs = gitbookConstruct({
  name: 'tabs',
  input: '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
  becomes: '<details name=tabs><summary>One</summary>\n\nText\n\n</details>',
  names: ['tabs', 'tab'],
  replace({ name, pairs, content, line, position }) {
    if (name === 'tabs') return { block: [content] }
    return { block: [makeTab(pairs.get('title') ?? `Tab ${position + 1}`, content, line)] }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/stepper */
const steps = gitbookConstruct({
  name: 'steps: a numbered list',
  input: '{% stepper %}\n{% step %}\n### First\nText\n{% endstep %}\n{% endstepper %}',
  becomes: '1. <a id="first"></a>**First**\n\n   Text',
  names: ['stepper', 'step'],
  replace({ name, content, position, line }) {
    if (name === 'stepper') return { block: [content] }
    const children = withoutHeading(content, line)
    return { block: [{ type: 'item', marker: `${position + 1}. `, children, line }] }
  },
})

/** A list cannot hold headings: the title becomes strong text with an anchor. */
function withoutHeading(content: readonly Part[], line: number): readonly Part[] {
  const [first, ...others] = rowsOf(content, line) as [PartRow, ...PartRow[]]
  const sentence = new Sentence(first.parts, false)
  const { text } = sentence
  const { 0: marks = '' } = /^#{1,6}\s+/.exec(text) ?? []
  const words = sentence.slice(marks.length, text.replace(/\s+(?:#+\s*)?$/, '').length)
  if (marks === '' || words.length === 0) return content
  const place = makeAnchor(githubSlug(writtenText(words)))
  return stack([[...place, ...makeStrong(words)], partsOfRows(withoutBlanksAbove(others))], line)
}

function withoutBlanksAbove(rows: readonly PartRow[]): readonly PartRow[] {
  const from = rows.findIndex((row) => rowText(row).trim() !== '')
  return from === -1 ? [] : rows.slice(from)
}

/** https://gitbook.com/docs/creating-content/blocks/columns */
const columns = gitbookConstruct({
  name: 'columns: one below the other',
  input: '{% columns %}\n{% column width="50%" %}\nText\n{% endcolumn %}\n{% endcolumns %}',
  becomes: 'Text',
  names: ['columns', 'column'],
  replace: ({ content }) => ({ block: [content] }),
})

function titledBlock(title: string | undefined, content: readonly Part[]): Replacement {
  return { block: [title?.trim() ? makeStrong(title.trim()) : undefined, content] }
}

/** https://gitbook.com/docs/creating-content/blocks/code-block */
const code = gitbookConstruct({
  name: 'code with a title',
  input: '{% code title="a.js" lineNumbers="true" %}\n```js\na()\n```\n{% endcode %}',
  becomes: '**a.js**\n\n```js\na()\n```',
  names: ['code'],
  replace: ({ pairs, content }) => titledBlock(pairs.get('title'), content),
})

/** https://gitbook.com/docs/creating-content/blocks/page-link */
const contentRefs = gitbookConstruct({
  name: 'page that is referred to',
  input: '{% content-ref url="guide/setup.md" %}\n[setup.md](guide/setup.md)\n{% endcontent-ref %}',
  becomes: '[setup.md](guide/setup.md)',
  names: ['content-ref'],
  replace({ pairs, content }) {
    const url = pairs.get('url') ?? ''
    return content.some(isLink) ? { block: [content] } : linkTo(url, url, content)
  },
})

function isLink(part: Part): boolean {
  if (part.type === 'text') return part.text.includes('](')
  return part.type === 'link' || (part.type === 'raw' && /^<a\s/.test(part.text))
}

/** https://gitbook.com/docs/creating-content/blocks/embed-a-url */
const embeds = gitbookConstruct({
  name: 'page of the web that is embedded',
  input: '{% embed url="https://example.com/a" %}\nA video\n{% endembed %}',
  becomes: '[A video](https://example.com/a)',
  names: ['embed', '@github-files/github-code-block', '@figma/embed', '@arcade/embed'],
  isPair: false,
  replace: (block) => reference(block, 'url'),
})

/** https://gitbook.com/docs/creating-content/blocks/insert-files */
const files = gitbookConstruct({
  name: 'file',
  input: '{% file src="images/logo.png" %}\nThe logo\n{% endfile %}',
  becomes: '[The logo](images/logo.png)',
  names: ['file'],
  isPair: false,
  replace: (block) => reference(block, 'src'),
})

function reference({ pairs, words, content }: ShortcodeTag, key: string): Replacement {
  const address = pairs.get(key) ?? words[0]
  if (address === undefined || address === '') return undefined
  const fallback = key === 'src' ? address.slice(address.lastIndexOf('/') + 1) : address
  return linkTo(address, pairs.get('caption') || fallback, content)
}

function linkTo(address: string, words: string, content: readonly Part[]): Replacement {
  const isLabel = content.length > 0 && content.every(isWord)
  if (isLabel) return { block: [makeLink(address, content)] }
  return { block: [makeLink(address, words.replace(/[[\]]/g, '\\$&')), content] }
}

function isWord(part: Part): boolean {
  return part.type === 'span' || (part.type === 'text' && !/[[\]]/.test(part.text))
}

/** https://gitbook.com/docs/integrations/mermaid */
const diagrams = gitbookConstruct({
  name: 'diagram',
  input: '{% @mermaid/diagram content="graph TD\n  A-->B" %}',
  becomes: '```mermaid\ngraph TD\n  A-->B\n```',
  names: ['@mermaid/diagram'],
  isPair: false,
  replace({ pairs, words, line }) {
    const content = (pairs.get('content') ?? '').replaceAll('\\n', '\n')
    if (content.trim() === '' || words.length > 0) return undefined
    return { block: [makeCode('mermaid', content.split(/\r?\n/), line)] }
  },
})

/** https://gitbook.com/docs/api-references/openapi/insert-api-reference-in-your-docs */
const interfaces = gitbookConstruct({
  name: 'operation of an interface',
  input:
    '{% openapi-operation path="/boats" method="get" %}\n[Boats](https://example.com/a.yaml)\n{% endopenapi-operation %}',
  becomes: '**GET** `/boats`\n\n[Boats](https://example.com/a.yaml)',
  names: ['openapi', 'openapi-operation', 'openapi-schemas', 'swagger'],
  replace: ({ pairs, content }) => {
    const method = pairs.get('method') ?? ''
    const path = (pairs.get('baseUrl') ?? '') + (pairs.get('path') ?? pairs.get('schemas') ?? '')
    const head = joinWithSpaces([
      method === '' ? [] : makeStrong(method.toUpperCase()),
      path === '' ? [] : [makeSpan(path)],
    ])
    return { block: [head, pairs.get('summary'), content] }
  },
})

function joinWithSpaces(groups: readonly (readonly Part[])[]): readonly Part[] {
  const filledGroups = groups.filter((group) => group.length > 0)
  return filledGroups.flatMap((group, index) => (index === 0 ? group : [makeText(' '), ...group]))
}

export const gitbookBlocks: readonly TagConstruct[] = [
  hints,
  tabs,
  steps,
  columns,
  interfaces,
  code,
  contentRefs,
  embeds,
  files,
  diagrams,
]
