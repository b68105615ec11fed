/** The HTML elements that are converted: one row each. Tags of all others are shown as text. @module */
import type { AdfMark } from '../../adf/mark-rules.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { HtmlElement } from './html-tree.ts'

export interface HtmlElementRule {
  readonly kind: 'block' | 'inline' | 'void'
  /** Open elements that its start tag ends, as their end tags may be left out. */
  readonly ends?: readonly string[]
  readonly hasOptionalEnd?: boolean
}

const block: HtmlElementRule = { kind: 'block' }
const inline: HtmlElementRule = { kind: 'inline' }
const empty: HtmlElementRule = { kind: 'void' }
const ending = (...ends: readonly string[]): HtmlElementRule => ({
  kind: 'block',
  ends,
  hasOptionalEnd: true,
})

const elements: ReadonlyMap<string, HtmlElementRule> = new Map(
  Object.entries({
    a: inline,
    abbr: inline,
    address: block,
    article: block,
    aside: block,
    b: inline,
    bdi: inline,
    bdo: inline,
    big: inline,
    blockquote: block,
    br: empty,
    caption: block,
    center: block,
    cite: inline,
    code: inline,
    col: empty,
    colgroup: block,
    data: inline,
    dd: ending('p', 'dt', 'dd'),
    del: inline,
    details: block,
    dfn: inline,
    div: block,
    dl: block,
    dt: ending('p', 'dt', 'dd'),
    em: inline,
    figcaption: block,
    figure: block,
    font: inline,
    footer: block,
    h1: block,
    h2: block,
    h3: block,
    h4: block,
    h5: block,
    h6: block,
    header: block,
    hgroup: block,
    hr: { kind: 'void' },
    i: inline,
    img: empty,
    ins: inline,
    kbd: inline,
    li: ending('p', 'li'),
    main: block,
    mark: inline,
    nav: block,
    ol: block,
    output: inline,
    p: ending('p'),
    picture: inline,
    pre: block,
    q: inline,
    rp: inline,
    rt: inline,
    ruby: inline,
    s: inline,
    samp: inline,
    search: block,
    section: block,
    small: inline,
    source: empty,
    span: inline,
    strike: inline,
    strong: inline,
    sub: inline,
    summary: block,
    sup: inline,
    table: block,
    tbody: ending('p', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot'),
    td: ending('p', 'td', 'th'),
    tfoot: ending('p', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot'),
    th: ending('p', 'td', 'th'),
    thead: ending('p', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot'),
    time: inline,
    tr: ending('p', 'td', 'th', 'tr'),
    tt: inline,
    u: inline,
    ul: block,
    var: inline,
    wbr: empty,
  }),
)

/** Find how an element is converted. */
export function findElementRule(name: string): HtmlElementRule | undefined {
  return elements.get(name)
}

export type Align = 'left' | 'center' | 'right'

/** Read how an element aligns its content. */
export function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center'
  if (attributes.isEmpty) return undefined
  const [, styled] = /text-align:\s*([a-z]+)/i.exec(attributes.get('style') ?? '') ?? []
  const word = (attributes.get('align') ?? styled ?? '').toLowerCase()
  if (word === 'end') return 'right'
  return word === 'left' || word === 'center' || word === 'right' ? word : undefined
}

/** Align blocks; ADF has no mark for the left, which is where text stands anyway. */
export function alignBlocks(blocks: readonly LooseNode[], align: Align | undefined): LooseNode[] {
  if (align === undefined) return [...blocks]
  return blocks.map((block): LooseNode => {
    if (block.type === 'mediaSingle') {
      return { ...block, attrs: { ...block.attrs, layout: imageLayouts[align] } }
    }
    if (block.marks !== undefined) return block
    const content = block.content?.map((child) =>
      child.type === 'mediaSingle' ? (alignBlocks([child], align)[0] as LooseNode) : child,
    )
    const aligned = content === undefined ? block : { ...block, content }
    if (block.type !== 'paragraph' && block.type !== 'heading') return block
    if (align === 'left') return aligned
    return { ...aligned, marks: [alignmentMark(align)] }
  })
}

const imageLayouts = { left: 'align-start', center: 'center', right: 'align-end' } as const

/** Make the mark of aligned text. */
export function alignmentMark(align: 'center' | 'right'): AdfMark {
  return { type: 'alignment', attrs: { align: align === 'center' ? 'center' : 'end' } }
}
