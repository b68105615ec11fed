/** Hugo's shortcodes for cards, tables, buttons, values and references. @module */
import { codeBlockAround } from '../code-block.ts'
import { mapCode } from '../code-lines.ts'
import { videoAddress } from '../components/links.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { type Line, mapText } from '../line.ts'
import { pageVariable } from '../page-variable.ts'
import { linkDestination, nameInWords, oneLine } from '../parts/words.ts'
import type { LineReplacement } from '../replace-tags.ts'
import { argumentOf, type Shortcode, type ShortcodeRule } from '../shortcodes.ts'

/** https://gohugo.io/shortcodes/details/ */
export const hugoDetails: ShortcodeRule = {
  name: 'part that opens',
  written: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  isPair: true,
  replace(shortcode) {
    const { content, line } = shortcode
    const label = argumentOf(shortcode, ['summary', 'title', 'header', 'label'], 0) ?? ''
    return { block: detailsAround(label, content, { line }) }
  },
}

export const hugoCards: ShortcodeRule = {
  name: 'card',
  written: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace: cardOf,
}

/** Put the title of a card above its text; undefined when it has neither. */
function cardOf(shortcode: Shortcode): { readonly block: readonly (Line | string)[] } | undefined {
  const said = (names: readonly string[]): string[] =>
    names.flatMap((name) => argumentOf(shortcode, [name]) ?? [])
  const [shown, ...others] = [...said(['title', 'header', 'heading']), ...said(['caption'])]
  const link = argumentOf(shortcode, ['link', 'href', 'url'])
  const words = [...others, ...said(['subtitle', 'description', 'footer'])]
  const { content, line, named } = shortcode
  if (shown === undefined && link === undefined && words.length === 0 && content.length === 0) {
    return undefined
  }
  const name = shown?.replaceAll('**', '') ?? link
  const linked = link === undefined ? name : `[${name}](${linkDestination(link)})`
  const head = linked === undefined ? [] : [`**${linked}**`]
  const isCode = named.get('code') === 'true'
  const shownContent = isCode
    ? codeBlockAround(argumentOf(shortcode, ['lang']) ?? '', content, line)
    : content
  return { block: [...head, ...words.flatMap((one) => ['', one]), '', ...shownContent] }
}

export const hugoGroups: ShortcodeRule = {
  name: 'group of cards or columns',
  written: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: ['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
  isPair: true,
  replace: ({ content }) => ({ block: content }),
}

export const hugoTables: ShortcodeRule = {
  name: 'table with a caption',
  written: '{{< table caption="Sizes" >}}\n| a |\n|---|\n| 1 |\n{{< /table >}}',
  becomes: '**Sizes**\n\n| a |\n|---|\n| 1 |',
  names: ['table'],
  isPair: true,
  replace(shortcode) {
    const caption = argumentOf(shortcode, ['caption', 'title'])
    const head = caption === undefined ? [] : [`**${oneLine(caption)}**`, '']
    return { block: [...head, ...shortcode.content] }
  },
}

export const hugoButtons: ShortcodeRule = {
  name: 'button',
  written: '{{< button href="guide/setup.md" >}}Begin{{< /button >}}',
  becomes: '[Begin](guide/setup.md)',
  names: ['button', 'link', 'btn'],
  replace(shortcode, context) {
    const page = argumentOf(shortcode, ['relref', 'ref'])
    const href = argumentOf(shortcode, ['href', 'url', 'link', 'to'])
    const address = page === undefined ? href : referenceTo(page, context)
    const words = shortcode.content.map(({ text }) => text).join(' ')
    const label = oneLine(words) || argumentOf(shortcode, ['text', 'title', 'label'])
    if (address === undefined || label === undefined) return undefined
    return { inline: `[${label}](${linkDestination(address)})` }
  },
}

const shortcode =
  /\{\{[<%]\s{0,100}(_?param|skew|latest-version|latest-semver)((?:\s+(?:"[^"{}\n]{0,100}"|[\w.-]{1,100})){0,4})\s{0,100}\/?[>%]\}\}/g

/** https://gohugo.io/shortcodes/param/ Hugo also replaces these in code. */
export const hugoValues: Construct = {
  name: 'value of the site or of the page',
  written: 'Version {{< param "version" >}}.',
  becomes: 'Version v1.2.',
  sign: /\{\{[<%]\s{0,100}(?:_?param|skew|latest-(?:version|semver))\b/,
  inCode: { written: '`v{{< param "version" >}}`', becomes: '`vv1.2`' },
  read(lines, context) {
    const valued = (text: string, otherwise: (written: string) => string): string =>
      text.replace(
        shortcode,
        (written, name: string, said: string) =>
          valueAsked(name, said, lines, context) ?? otherwise(written),
      )
    const inWords = mapText(lines, (text, line) =>
      valued(text, (written) => {
        context.leaveOut(written, line)
        return ''
      }),
    )
    return mapCode(inWords, (text) => valued(text, (written) => written))
  },
}

function valueAsked(
  name: string,
  said: string,
  lines: readonly Line[],
  context: DialectContext,
): string | undefined {
  const words = Array.from(said.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
  const [first, count] = words
  if (name.endsWith('param')) {
    if (!first) return undefined
    const own = pageVariable(lines, first) ?? context.inherited(first)
    const value = own ?? context.variable(`params.${first}`)
    // Docsy fills the numbered places in the value with the other arguments.
    return name === 'param'
      ? value
      : value?.replace(/\{(\d)\}/g, (written, place: string) => words[Number(place)] ?? written)
  }
  const version = context.variable('params.version')
  if (name === 'latest-version') return version
  if (first === 'currentPatchVersion') {
    return context.variable('params.fullversion')?.replace(/^v/, '')
  }
  return version && skewed(name === 'latest-semver' ? 'currentVersion' : first, version, count)
}

const steps: Readonly<Record<string, number>> = {
  currentVersion: 0,
  latestVersion: 0,
  nextMinorVersion: 1,
  prevMinorVersion: -1,
}

function skewed(what = '', version: string, count: string | undefined): string | undefined {
  const [, major, minor] = /^v?(\d{1,6})\.(\d{1,6})/.exec(version) ?? []
  const isAdded =
    /^(?:current|latest)VersionAddMinor$/.test(what) && /^-?\d{1,3}$/.test(count ?? '')
  const step = isAdded ? Number(count) : Object.hasOwn(steps, what) ? steps[what] : undefined
  return major === undefined || step === undefined
    ? undefined
    : `${major}.${Math.max(0, Number(minor) + step)}`
}

/** https://gohugo.io/shortcodes/ref/ */
export const hugoReferences: ShortcodeRule = {
  name: 'address of a page',
  written: '[Setup]({{< relref "guide/setup.md#first" >}})',
  becomes: '[Setup](guide/setup.md#first)',
  names: ['ref', 'relref'],
  replace(shortcode, context) {
    const path = argumentOf(shortcode, ['path'], 0)
    return path === undefined ? undefined : { inline: referenceTo(path, context) }
  },
}

/**
 * Find the page that a path means.
 * @param path With or without ending, and with an anchor.
 * @returns The address for a link; from the site's root when there is no such page.
 */
function referenceTo(path: string, context: DialectContext): string {
  const [page = '', anchor] = path.split('#')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  if (page === '') return fragment
  const name = page.replace(/^\/+|\/+$/g, '')
  const found = context.findFile(name)
  return (found ?? (page.startsWith('.') ? page : `/${name}`)) + fragment
}

const addresses: Readonly<Record<string, (shortcode: Shortcode) => string | undefined>> = {
  youtube: ({ named, words }) => videoOf('youtube', named.get('id') ?? words[0]),
  vimeo: ({ named, words }) => videoOf('vimeo', named.get('id') ?? words[0]),
  gist: ({ words }) =>
    words.length < 2 ? undefined : `https://gist.github.com/${words[0]}/${words[1]}`,
  tweet: postOf,
  x: postOf,
  iframe: ({ named, words }) => named.get('src') ?? words[0],
  swaggerui: ({ named }) => named.get('src'),
  redoc: ({ words }) => words[0],
  instagram: ({ words }) =>
    words[0] === undefined ? undefined : `https://www.instagram.com/p/${words[0]}/`,
}

function videoOf(site: 'youtube' | 'vimeo', id: string | undefined): string | undefined {
  return id === undefined ? undefined : videoAddress(site, id)
}

function postOf({ named, words }: Shortcode): string | undefined {
  const id = named.get('id') ?? words[0]
  return id === undefined ? undefined : `https://x.com/${named.get('user') ?? 'i'}/status/${id}`
}

export const hugoEmbeds: ShortcodeRule = {
  name: 'video, post or gist',
  written: '{{< youtube dQw4w9WgXcQ >}}',
  becomes: '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
  names: Object.keys(addresses),
  replace(shortcode) {
    const address = addresses[shortcode.name]?.(shortcode)
    if (address === undefined || shortcode.kind === 'pair') return undefined
    const title = argumentOf(shortcode, ['title', 'caption'])
    const isWeb = /^https?:[^\s<>]+$/.test(address)
    if (title === undefined && isWeb) return { inline: `<${address}>` }
    return { inline: `[${oneLine(title ?? address)}](${linkDestination(address)})` }
  },
}

export const hugoComments: ShortcodeRule = {
  name: 'comment',
  written: 'Some {{% comment %}}not sure{{% /comment %}}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
}

const headings: Readonly<Record<string, string>> = {
  whatsnext: 'What’s next',
  prerequisites: 'Before you begin',
  cleanup: 'Cleaning up',
  seealso: 'See also',
}

const sinceNames = ['new-in', 'deprecated-in']

export const hugoWords: ShortcodeRule = {
  name: 'word of a glossary, heading by its name',
  written: '## {{% heading "whatsnext" %}}\n\nA {{< glossary_tooltip text="pod" term_id="pod" >}}.',
  becomes: '## What’s next\n\nA pod.',
  names: ['glossary_tooltip', 'heading', 'feature-state', 'icon', 'toc', ...sinceNames],
  replace(shortcode) {
    const { name, isBlock } = shortcode
    if (name === 'icon') return { inline: '' }
    if (name === 'toc') return isBlock ? { block: ['[TOC]'] } : undefined
    if (name === 'feature-state') return featureState(shortcode)
    if (sinceNames.includes(name)) return sinceVersion(shortcode)
    const words = argumentOf(shortcode, ['text', 'term_id'], 0)
    if (words === undefined) return undefined
    if (name === 'glossary_tooltip') return { inline: words }
    return { inline: headings[words] ?? nameInWords(words) }
  },
}

function sinceVersion(shortcode: Shortcode): LineReplacement {
  const { kind, name, content } = shortcode
  const version = argumentOf(shortcode, ['version'], 0)
  if (version === undefined) return undefined
  const words = `**${nameInWords(name)} ${version}**`
  return kind === 'pair' ? { block: [words, '', ...content] } : { inline: words }
}

function featureState(shortcode: Shortcode): { block: readonly string[] } | undefined {
  const state = argumentOf(shortcode, ['state', 'feature_gate_name'])
  if (state === undefined) return undefined
  const version = argumentOf(shortcode, ['for_k8s_version'])
  return { block: [`**Feature state:** ${version ? `Kubernetes ${version}, ` : ''}${state}`] }
}
