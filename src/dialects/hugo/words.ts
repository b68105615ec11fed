/** Shortcodes that stand for words, links and comments. @module */
import { nameInWords, oneLine } from '../alert.ts'
import { linkDestination, videoAddress } from '../components/links.ts'
import type { Replacement } from '../replace-tags.ts'
import { argumentOf, type Shortcode, type ShortcodeRule } from '../shortcodes.ts'

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

/** What is shown from elsewhere becomes a link. */
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

/** Left out, as comments are. */
export const hugoComments: ShortcodeRule = {
  name: 'comment',
  written: 'Some {{% comment %}}not sure{{% /comment %}}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
}

/** Kubernetes says these headings in the language of the page. */
const headings: Readonly<Record<string, string>> = {
  whatsnext: 'What’s next',
  prerequisites: 'Before you begin',
  cleanup: 'Cleaning up',
  seealso: 'See also',
}

/** Of Hugo's own docs: what came or went with a version. */
const sinceNames = ['new-in', 'deprecated-in']

/** Of Kubernetes and of Hugo. */
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

function sinceVersion(shortcode: Shortcode): Replacement {
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
