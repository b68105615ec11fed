/**
 * ADF written in a few signs, of which any text is a document: `<panel>` opens a node and `</>` closes
 * it, `{strong}` begins and ends a mark, `{#1}` a comment; all else is text.
 * @module
 */

interface WrittenNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: WrittenNode[]
  readonly text?: string
  readonly marks?: readonly object[]
}

const piece = /<(\w+)>|<\/>|\{([\w#]+)\}|[^<{]+|./gs
/** Deeper bodies are refused before anything else. */
const maxDepth = 80
/** What carried ever more marks would be longer than what was written. */
const maxMarks = 4

/** What types need to be read at all. */
const attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  heading: { level: 2 },
  codeBlock: { language: 'js' },
  panel: { panelType: 'note' },
  expand: { title: 'More' },
  orderedList: { order: 3 },
  taskList: { localId: 'l' },
  taskItem: { localId: 't', state: 'DONE' },
  media: { type: 'external', url: 'https://a.invalid/b.png', alt: 'c' },
  mediaInline: { type: 'image', id: 'https://a.invalid/b.png', collection: '', alt: 'c' },
  mediaSingle: { layout: 'center' },
  tableCell: { colspan: 1, colwidth: [100] },
  emoji: { shortName: ':a:', text: 'b' },
  mention: { id: '1', text: '@a' },
  date: { timestamp: '0' },
  status: { text: 'a', color: 'red' },
  inlineCard: { url: 'https://a.invalid/' },
  extension: { extensionType: 'com.atlassian.confluence.macro.core', extensionKey: 'toc' },
  inlineExtension: {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'anchor',
    parameters: { macroParams: { '': { value: 'a' } } },
  },
}

/** Pieces of this language. */
export const adfTokens: readonly string[] = [
  ...[
    'paragraph',
    'bulletList',
    'listItem',
    'blockquote',
    'table',
    'tableRow',
    'rule',
    'hardBreak',
  ],
  ...Object.keys(attributes),
].map((type) => `<${type}>`)

export const markTokens: readonly string[] = [
  ...['{strong}', '{em}', '{code}', '{link}', '{#№}', '{#1}', '</>', '</></>'],
  ...['a ', 'b№ ', 'c\n', '<paragraph>a b</>', '<paragraph>{#№}c№{#№}</>', '*_`[<|#'],
  '<paragraph>one two three {#№}four five{#№} six seven eight nine</><paragraph>ten</>',
  '<paragraph>one two {#1}word{#1} three four</><paragraph>five word six</><paragraph>word</>',
]

/** Write a document as JSON. */
export function writtenAdf(text: string): string {
  const content: WrittenNode[] = []
  const open: WrittenNode[][] = [content]
  const marks = new Set<string>()
  for (const [whole, type, mark] of text.matchAll(piece)) {
    const parent = open.at(-1) as WrittenNode[]
    if (type !== undefined) {
      const own: WrittenNode[] = []
      const attrs = Object.hasOwn(attributes, type) ? { attrs: attributes[type] } : {}
      parent.push({ type, ...attrs, content: own } as WrittenNode)
      if (open.length < maxDepth) open.push(own)
    } else if (whole === '</>') {
      if (open.length > 1) open.pop()
    } else if (mark === undefined) {
      parent.push({ type: 'text', text: whole, marks: Array.from(marks, markOf) })
    } else if (!marks.delete(mark) && marks.size < maxMarks) marks.add(mark)
  }
  return JSON.stringify({ version: 1, type: 'doc', content })
}

function markOf(name: string): object {
  if (name.startsWith('#'))
    return { type: 'annotation', attrs: { id: name, annotationType: 'inlineComment' } }
  return name === 'link' ? { type: 'link', attrs: { href: 'https://a.invalid/' } } : { type: name }
}
