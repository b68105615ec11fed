/**
 * Rows, columns, zones and images that stand between colons, `:::image source="a.png":::`, and tabs.
 * @module
 */
import { readAttributes } from '../attributes.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'

const names = 'row|column|zone|moniker|image|video|no-loc'
const tag = new RegExp(
  `^:::\\s?(?:(${names})(-end)?\\b((?:[^:\\n]|:(?!::))*):::|(zone|moniker)(-end)?(?![-\\w])([^:\\n]*)(?=\\n|$))`,
)

const syntax: TagSyntax = {
  start: /(?<!:):::(?!:)/g,
  readTag(source, at) {
    const [written, name, ends, said, open, closes, rest = ''] =
      tag.exec(source.slice(at, at + 2_000)) ?? []
    const known = name ?? open
    if (written === undefined || known === undefined) return undefined
    const kind = (ends ?? closes) ? 'close' : 'open'
    return { kind, name: known, attributes: (said ?? rest).trim(), end: at + written.length }
  },
}

/** https://learn.microsoft.com/contribute/content/markdown-reference */
export const docfxParts: Construct = {
  name: 'part between colons',
  written: ':::image type="content" source="images/logo.png" alt-text="Our logo":::',
  becomes: '![Our logo](images/logo.png)',
  sign: new RegExp(`:::\\s?(?:${names})\\b`),
  read: (lines) => replaceTags(lines, syntax, partOf),
}

function partOf({ kind, name, attributes, content, isBlock }: TagElement): Replacement {
  const { named } = readAttributes(attributes)
  const source = named.get('source')
  if (name === 'image' && source !== undefined && kind !== 'close') {
    const image = `![${(named.get('alt-text') ?? '').replace(/[[\]]/g, '\\$&')}](${linkDestination(source)})`
    if (content.length > 0) return { block: [image, '', ...content] }
    return isBlock ? { block: [image] } : { inline: image }
  }
  if (name === 'video' && source !== undefined) return { inline: `<${source}>` }
  if (name === 'no-loc') return { inline: named.get('text') ?? '' }
  if (kind !== 'pair') return undefined
  const zone = name === 'zone' ? named.get('pivot') : undefined
  return { block: zone === undefined ? content : [`**${zone}**`, '', ...content] }
}

/** Quotes that are videos or have a class. */
export const docfxQuotes: Construct = {
  name: 'video',
  written: '> [!VIDEO https://example.com/embed/a]',
  becomes: '> <https://example.com/embed/a>',
  sign: /\[!(?:VIDEO|div)\b/i,
  read: (lines) =>
    mapText(lines, (text) =>
      text
        .replace(/^([\s>]*)\[!VIDEO\s+([^\s\]]+)\]/i, '$1<$2>')
        .replace(/^([\s>]*>)\s*\[!div\b[^\]]*\]\s*$/i, '$1'),
    ),
}

/** https://dotnet.github.io/docfx/docs/links-and-cross-references.html */
export const docfxAddresses: Construct = {
  name: "address from the site's folder",
  written: '[the setup](~/guide/setup.md)',
  becomes: '[the setup](/guide/setup.md)',
  sign: /\]\(~\/|\]:\s*~\//,
  read: (lines: readonly Line[]) =>
    mapText(lines, (text) =>
      replaceMatches(text, /(\]\(|^\s{0,3}\[[^\]]+\]:\s*)~\//g, ([, before]) => `${before}/`),
    ),
}

const heading = /^ {0,3}#{1,6}\s+\[(.*)\]\(#tab\/[^()\s/]*(?:\/([^()\s]*))?\)\s*$/
const end = /^ {0,3}(?:\*{3,}|-{3,}|_{3,})\s*$/

/** https://dotnet.github.io/docfx/docs/markdown.html#tabs */
export const docfxTabs: Construct = {
  name: 'tabs',
  written: '# [npm](#tab/npm)\n\nUse **npm**.\n\n***',
  becomes: '\n<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>\n',
  sign: /\]\(#tab\//,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    let tab: { label: string; line: number; content: Line[] } | undefined
    const close = (): void => {
      if (tab === undefined) return
      const { label, line, content } = tab
      for (const one of detailsAround(label, withoutBlankEnds(content), { line, isTab: true }))
        out.push(one)
      tab = undefined
    }
    for (const [index, one] of lines.entries()) {
      const [, name, on] = (kinds[index] === 'text' && heading.exec(one.text)) || []
      // What a tab shows may depend on a choice among others.
      const label = name !== undefined && on ? `${name} (${on})` : name
      if (label !== undefined) {
        close()
        tab = { label, line: one.line, content: [] }
      } else if (tab !== undefined && kinds[index] === 'text' && end.test(one.text)) close()
      else (tab?.content ?? out).push(one)
    }
    close()
    return out
  },
}
