/** What Zola knows beyond Markdown, with the shortcodes of themes that many use. @module */
import type { Construct } from '../construct.ts'
import { hugoFigures, hugoNotes, hugoTabs } from '../hugo/blocks.ts'
import { hugoCode, hugoDiagrams } from '../hugo/code.ts'
import { escapeConstruct } from '../hugo/notation.ts'
import { hugoButtons, hugoCards, hugoDetails, hugoGroups } from '../hugo/parts.ts'
import { hugoEmbeds } from '../hugo/words.ts'
import { mapText, replaceMatches } from '../line.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { otherShortcodes } from '../other-shortcodes.ts'
import { ownShortcodes } from '../own-shortcodes.ts'
import { pagePrograms } from '../page-programs.ts'
import { fillTemplate } from '../plain-template.ts'
import { embeds } from '../shared-constructs.ts'
import { type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'
import { zolaNotation } from './notation.ts'

/** Shortcodes that themes of Hugo have as well, as Zola writes them. */
const shortcodes: readonly (readonly [ShortcodeRule, written: string])[] = [
  [hugoCode, '{% highlight(lang="go") %}\nfunc main() {}\n{% end %}'],
  [hugoDiagrams, '{% mermaid() %}\ngraph LR\n{% end %}'],
  [hugoFigures, '{{ figure(src="images/logo.png", alt="Logo", caption="Ours", width=200) }}'],
  [hugoEmbeds, '{{ youtube(id="dQw4w9WgXcQ") }}'],
  [hugoButtons, '{{ button(href="guide/setup.md", text="Begin") }}'],
  [hugoTabs, '{% tabs() %}\n{% tab(name="npm") %}\nUse **npm**.\n{% end %}\n{% end %}'],
  [hugoNotes, '{% alert(type="warning", title="Take care") %}\nIt is **hot**.\n{% end %}'],
  [hugoDetails, '{% details(summary="Why?") %}\nBecause.\n{% end %}'],
  [hugoCards, '{{ card(title="Setup", link="guide/setup.md", subtitle="How to begin.") }}'],
  [hugoGroups, '{% columns() %}\nSome words.\n{% end %}'],
]

/** https://www.getzola.org/documentation/content/linking/#internal-links */
const addresses: Construct = {
  name: "address from the site's content",
  written: '[the setup](@/guide/setup.md#first)',
  becomes: '[the setup](/guide/setup.md#first)',
  sign: /@\//,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(
        text,
        /(\]\(<?|^\s{0,3}\[[^\]]{1,500}\]:\s{0,100}<?|\b(?:href|src)=["'])@\//g,
        ([, before]) => `${before}/`,
      ),
    ),
}

/** https://www.getzola.org/documentation/content/shortcodes/#writing-a-shortcode */
const ownTemplates: Construct = ownShortcodes(
  {
    written: '{% spoken(by="Ada") %}\nSome words.\n{% end %}',
    becomes: '**Ada:**\n\nSome words.',
    sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
    filesOf: (name) => ['md', 'html'].map((ending) => `/templates/shortcodes/${name}.${ending}`),
    fill: (template, { named }, body) =>
      fillTemplate(
        template,
        new Map([...named, ...(body === undefined ? [] : [['body', body] as const])]),
      ),
  },
  zolaNotation,
)

export const zolaConstructs: readonly Construct[] = [
  addresses,
  ...shortcodes.map(([rule, written]) => shortcodeConstruct({ ...rule, written }, zolaNotation)),
  ownTemplates,
  otherShortcodes(
    {
      written: '{% aside(title="More") %}\nSome words.\n{% end %}',
      sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
      show: (name) => `{{ ${name}() }}`,
    },
    zolaNotation,
  ),
  embeds,
  pagePrograms,
  mkdocsAttributeLists,
  escapeConstruct({
    written: 'Write {{/* note() */}} here.',
    becomes: 'Write &#123;{ note() }} here.',
    sign: /\{[{%]\/\*/,
    inCode: { written: '`{{/* note() */}}`', becomes: '`{{ note() }}`' },
    escaped: /(\{[{%])\/\*(.{0,1000}?)\*\/([%}]\})/g,
  }),
]
