/** The HTML elements that are converted; tags of all others are shown as text. @module */

import { mathElements } from './mathml.ts'

export interface HtmlElementRule {
  readonly kind: 'block' | 'inline' | 'void'
  /** Open elements that this start tag closes, because HTML lets authors omit their end tags. */
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
/** Parts of `ruby`. */
const reading: HtmlElementRule = {
  kind: 'inline',
  ends: ['rb', 'rp', 'rt', 'rtc'],
  hasOptionalEnd: true,
}

const elements: ReadonlyMap<string, HtmlElementRule> = new Map(
  Object.entries({
    a: inline,
    abbr: inline,
    acronym: inline,
    address: block,
    article: block,
    aside: block,
    b: inline,
    bdi: inline,
    bdo: inline,
    big: inline,
    blockquote: block,
    br: empty,
    button: inline,
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
    fieldset: block,
    figcaption: block,
    figure: block,
    font: inline,
    footer: block,
    form: block,
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
    label: inline,
    legend: block,
    li: ending('p', 'li'),
    main: block,
    mark: inline,
    nav: block,
    nobr: inline,
    ol: block,
    output: inline,
    p: ending('p'),
    picture: inline,
    pre: block,
    q: inline,
    rb: reading,
    rp: reading,
    rt: reading,
    rtc: reading,
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
    ...Object.fromEntries(mathElements.map((name) => [name, inline])),
  }),
)

/** Find how an element is converted. */
export function findElementRule(name: string): HtmlElementRule | undefined {
  return elements.get(name)
}
