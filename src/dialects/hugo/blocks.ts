/** Hugo's notes, tabs and figures, and those of popular themes. @module */
import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { codeBlockAround } from '../code-block.ts'
import { mapCode, mapCodeBlocks } from '../code-lines.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { linkDestination, oneLine } from '../parts/words.ts'
import {
  argumentOf,
  type Shortcode,
  type ShortcodeNotation,
  type ShortcodeRule,
} from '../shortcodes.ts'
import type { WrittenTag } from '../tags.ts'
import { imageEnding } from '../unknown-parts.ts'

const general = ['alert', 'notice', 'callout', 'hint', 'admonition', 'pageinfo', 'box']
const kinds = [
  ...['note', 'tip', 'warning', 'caution', 'important', 'danger', 'info', 'success', 'error'],
  'attention',
]
const kindNames = ['type', 'color', 'style', 'context', 'level']

export const hugoNotes: ShortcodeRule = {
  name: 'note',
  written: '{{% alert title="Take care" color="warning" %}}\nIt is **hot**.\n{{% /alert %}}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace(shortcode) {
    const { kind, name, content, line } = shortcode
    const isGeneral = general.includes(name)
    const alert = isGeneral ? (argumentOf(shortcode, kindNames, 0) ?? 'note') : name
    const title = argumentOf(shortcode, ['title', 'header'], isGeneral ? 1 : 0)
    if (kind === 'pair') return { block: alertAround(alert, title, content, line) }
    const words = wordsOfSingle(shortcode)
    if (words === undefined) return undefined
    return { block: alertAround(alert, undefined, [{ text: words, line }], line) }
  },
}

function wordsOfSingle(shortcode: Shortcode): string | undefined {
  return kinds.includes(shortcode.name)
    ? argumentOf(shortcode, ['text', 'content', 'title'], 0)
    : argumentOf(shortcode, ['text', 'content'])
}

const groups = ['tabs', 'tabpane', 'codetabs', 'tabset', 'code-tabs']
const labelNames = ['name', 'header', 'title', 'label', 'tabName']

export const hugoTabs: ShortcodeRule = {
  name: 'tabs',
  written: '{{< tabs >}}\n{{% tab "npm" %}}\nUse **npm**.\n{{% /tab %}}\n{{< /tabs >}}',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [...groups, 'tab', 'codetab'],
  replace(shortcode) {
    const { kind, name, line } = shortcode
    if (groups.includes(name))
      return kind === 'pair' ? { block: shortcode.content } : { inline: '' }
    const label = labelOf(shortcode)
    if (kind !== 'pair') return { block: [`**${label}**`] }
    return { block: detailsAround(label, contentOf(shortcode), { line, isTab: true }) }
  },
}

function labelOf(shortcode: Shortcode): string {
  const { parent, position } = shortcode
  const listed = parent?.attributes().named.get('items')?.split(',')[position]?.trim()
  const label = argumentOf(shortcode, labelNames, 0)?.replaceAll('**', '')
  return label ?? listed ?? `Tab ${position + 1}`
}

/** A `tabpane` holds code unless it says otherwise. */
function contentOf(shortcode: Shortcode): readonly Line[] {
  const { name, parent, content, line } = shortcode
  const language = argumentOf(shortcode, ['lang', 'codelang'])
  const pane = parent?.name === 'tabpane' ? parent.attributes().named : undefined
  const isText =
    argumentOf(shortcode, ['text']) === 'true' || (pane?.get('text') ?? 'false') === 'true'
  const holdsCode = language !== undefined || pane !== undefined || name === 'codetab'
  if (isText || !holdsCode || kindsOf(content).includes('fence')) return content
  const isNamedSo = pane?.get('langEqualsHeader') === 'true'
  const other = pane?.get('lang') ?? (isNamedSo ? labelOf(shortcode) : '')
  return codeBlockAround(language ?? other, content, line)
}

/** https://gohugo.io/shortcodes/figure/ */
export const hugoFigures: ShortcodeRule = {
  name: 'figure',
  written: '{{< figure src="images/logo.png" alt="Logo" caption="Ours" width="200" >}}',
  becomes: '![Logo](images/logo.png "Ours"){width=200}',
  names: ['figure', 'img', 'image', 'picture', 'imgproc'],
  replace(shortcode, context) {
    const { kind, name, isBlock, content } = shortcode
    const said = argumentOf(shortcode, ['src', 'image', 'url', 'file'], 0)
    if (said === undefined) return undefined
    const source = name === 'imgproc' ? resourceOf(said, context) : said
    if (kind === 'pair') {
      return name === 'imgproc'
        ? { block: [`![](${linkDestination(source)})`, '', ...content] }
        : undefined
    }
    const alt = oneLine(argumentOf(shortcode, ['alt']) ?? '').replace(/[[\]]/g, '\\$&')
    const words = ['title', 'caption', 'attr'].flatMap((one) => argumentOf(shortcode, [one]) ?? [])
    const caption = oneLine(words.join(': ')).replaceAll('"', '\\"')
    const title = caption === '' ? '' : ` "${caption}"`
    const width = /^\d+(?=(?:px)?$)/.exec(argumentOf(shortcode, ['width']) ?? '')?.[0]
    const size = width === undefined ? '' : `{width=${width}}`
    const image = `![${alt}](${linkDestination(source)}${title})${size}`
    const link = argumentOf(shortcode, ['link', 'href'])
    const shown = link === undefined ? image : `[${image}](${linkDestination(link)})`
    return isBlock ? { block: [shown] } : { inline: shown }
  },
}

const imageEndings = ['', '.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg']

/**
 * Docsy finds an image of the page by its name:
 * https://www.docsy.dev/docs/content/shortcodes/#imgproc
 */
function resourceOf(name: string, { findFile }: ReadingContext): string {
  const found = imageEndings.map((ending) => findFile(name + ending))
  return found.find((one) => one !== undefined && imageEnding.test(one)) ?? name
}

const tag =
  /^\{\{([<%])\s*(?:(\/)\s*)?([A-Za-z_][\w./-]*)((?:[^>%"`{]|\{(?!\{)|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*?)(\/?)\s*\1?[>%]\}\}/

/** Longer shortcodes are left alone. */
const maxLength = 3_000

/** https://gohugo.io/content-management/shortcodes/#notation */
export const hugoNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{\\{[<%]\\s{0,100}(?:${names})[\\s/>%]`),
  readAttributes,
  tags: {
    start: /\{\{[<%]/g,
    readTag(source, at): WrittenTag | undefined {
      const [written, , closes, name = '', attributes = '', single] =
        tag.exec(source.slice(at, at + maxLength)) ?? []
      if (written === undefined) return undefined
      const kind = closes ? 'close' : single ? 'single' : 'open'
      return { kind, name, attributes: attributes.trim(), end: at + written.length }
    },
  },
}

type EscapeRule = Pick<Construct, 'written' | 'becomes' | 'sign' | 'inCode'> & {
  /** Groups: the opening marks, the content, the closing marks; with the flag `g`. */
  readonly escaped: RegExp
}

/** https://gohugo.io/content-management/shortcodes/ */
export const hugoEscapes: Construct = escapeConstruct({
  written: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  sign: /\{\{[<%]\/\*/,
  inCode: { written: '`{{</* note */>}}`', becomes: '`{{< note >}}`' },
  escaped: /(\{\{[<%])\/\*((?:(?!\{\{[<%]\/\*).){0,1000}?)\*\/([>%]\}\})/gs,
})

/** Make a construct for escaped shortcodes. It runs last, and its output matches no shortcode. */
export function escapeConstruct({ escaped, ...texts }: EscapeRule): Construct {
  return {
    name: 'shortcode that is shown',
    ...texts,
    read(lines) {
      const inText = mapText(lines, (text) =>
        replaceMatches(text, escaped, (found) => `&#123;${bare(found).slice(1)}`),
      )
      const inSpans = mapCode(inText, (code, kind) =>
        kind === 'span' ? replaceMatches(code, escaped, bare) : code,
      )
      return mapCodeBlocks(inSpans, (code) => replaceMatches(code, escaped, bare))
    },
  }
}

function bare([, open, words, close]: readonly string[]): string {
  return `${open}${words}${close}`
}
