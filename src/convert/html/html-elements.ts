/** The HTML elements that are converted; tags of all others are shown as text. @module */

export interface HtmlElementRule {
  readonly kind: 'block' | 'inline' | 'void'
  /** Open elements that this start tag closes, because HTML lets authors omit their end tags. */
  readonly ends: readonly string[]
}

const names: Readonly<Record<HtmlElementRule['kind'], string>> = {
  block: `address article aside blockquote body caption center colgroup dd details div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html legend li main nav ol p pre search
    section summary table tbody td tfoot th thead tr ul`,
  inline: `a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark nobr
    output picture q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var`,
  void: 'br col hr img source wbr',
}

const bodyEnds = 'p td th tr thead tbody tfoot'
/** Elements whose end tag may be left out. */
const ends: Readonly<Record<string, string>> = {
  dd: 'p dt dd',
  dt: 'p dt dd',
  li: 'p li',
  p: 'p',
  tbody: bodyEnds,
  td: 'p td th',
  tfoot: bodyEnds,
  th: 'p td th',
  thead: bodyEnds,
  tr: 'p td th tr',
}

const elements: ReadonlyMap<string, HtmlElementRule> = new Map(
  (['block', 'inline', 'void'] as const).flatMap((kind) =>
    names[kind]
      .split(/\s+/)
      .map((name) => [name, { kind, ends: ends[name]?.split(' ') ?? [] }] as const),
  ),
)

/** Find how an element is converted. */
export function findElementRule(name: string): HtmlElementRule | undefined {
  return elements.get(name)
}
