/** GitBook's tags and blocks. @module */
import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { around, type LineInclusion, readIncludes } from '../includes.ts'
import type { Line } from '../line.ts'
import { textOfLines } from '../lines-of.ts'
import { linkDestination, oneLine } from '../parts/words.ts'
import { rebaseLinks } from '../rebase-links.ts'
import {
  type Shortcode,
  type ShortcodeNotation,
  type ShortcodeRule,
  shortcodeConstruct,
} from '../shortcodes.ts'
import { headingWords } from '../words.ts'

export const gitbookNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{%-?\\s*(?:${names})\\b`),
  readAttributes,
  tags: {
    start: /\{%/g,
    readTag(source, at) {
      edge.lastIndex = at + 2
      const end = edge.exec(source)
      if (end === null || end[0] === '{%') return undefined
      const written = source.slice(at, edge.lastIndex)
      const [, isEnd, name, attributes = ''] = tag.exec(insideOf(written)) ?? []
      const quotes = attributes.replaceAll('\\"', '').split('"').length - 1
      if (name === undefined || quotes % 2 === 1) return undefined
      return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + written.length }
    },
    isCode: (name) => name === 'raw',
  },
}

/** https://gitbook.com/docs/creating-content/blocks/hint */
export const gitbookHints: Construct = gitbookConstruct({
  name: 'hint',
  written: '{% hint style="info" %}\nText\n{% endhint %}',
  becomes: '> [!INFO]\n> Text',
  names: ['hint'],
  replace: ({ named, content, line }) => ({
    block: alertAround(named.get('style') ?? 'info', named.get('title'), content, line),
  }),
})

/** https://gitbook.com/docs/creating-content/blocks/tabs */
export const gitbookTabs: Construct = gitbookConstruct({
  name: 'tabs',
  written: '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
  becomes: '<details name=tabs><summary>One</summary>\n\nText\n\n</details>',
  names: ['tabs', 'tab'],
  replace({ name, named, content, line, position }) {
    if (name === 'tabs') return { block: content }
    return {
      block: detailsAround(named.get('title') ?? `Tab ${position + 1}`, content, {
        line,
        isTab: true,
      }),
    }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/stepper */
export const gitbookSteps: Construct = gitbookConstruct({
  name: 'steps: a numbered list',
  written: '{% stepper %}\n{% step %}\n### First\nText\n{% endstep %}\n{% endstepper %}',
  becomes: '1. **First**\n\n   Text',
  names: ['stepper', 'step'],
  replace({ name, content, position }) {
    if (name === 'stepper') return { block: content }
    const number = `${position + 1}. `
    const indent = ' '.repeat(number.length)
    const [first, ...others] = withoutHeading(content)
    if (first === undefined) return { block: [] }
    const indented = others.map((one) => ({ ...one, text: (indent + one.text).trimEnd() }))
    return { block: [{ ...first, text: number + first.text }, ...indented] }
  },
})

function withoutHeading([first, ...others]: readonly Line[]): readonly Line[] {
  if (first === undefined) return []
  const words = headingWords(first.text)
  if (!words) return [first, ...others]
  const title = { ...first, text: `**${words}**` }
  return others[0]?.text.trim() ? [title, { ...first, text: '' }, ...others] : [title, ...others]
}

/** https://gitbook.com/docs/creating-content/blocks/columns */
export const gitbookColumns: Construct = gitbookConstruct({
  name: 'columns: one below the other',
  written: '{% columns %}\n{% column width="50%" %}\nText\n{% endcolumn %}\n{% endcolumns %}',
  becomes: 'Text',
  names: ['columns', 'column'],
  replace: ({ content }) => ({ block: content }),
})

/** https://gitbook.com/docs/creating-content/blocks/updates */
export const gitbookUpdates: Construct = gitbookConstruct({
  name: 'updates with their dates',
  written:
    '{% updates format="full" %}\n{% update date="2026-01-31" %}\nText\n{% endupdate %}\n{% endupdates %}',
  becomes: '**2026-01-31**\n\nText',
  names: ['updates', 'update'],
  replace({ named, content }) {
    const said = [named.get('date'), named.get('tags')].filter((words) => words).join(' · ')
    return { block: titled(said, content) }
  },
})

function titled(title: string | undefined, content: readonly Line[]): readonly (Line | string)[] {
  return title ? [`**${title}**`, '', ...content] : content
}

/** https://gitbook.com/docs/creating-content/blocks/prompt */
export const gitbookPrompts: Construct = gitbookConstruct({
  name: 'prompt; content that is used again',
  written: '{% prompt description="A prompt" icon="sail" %}\nText\n{% endprompt %}',
  becomes: '**A prompt**\n\nText',
  names: ['prompt', 'reusable-content'],
  replace: ({ named, content }) => ({ block: titled(named.get('description')?.trim(), content) }),
})

/** https://gitbook.com/docs/creating-content/blocks/code-block */
export const gitbookCode: Construct = gitbookConstruct({
  name: 'code with a title',
  written: '{% code title="a.js" lineNumbers="true" %}\n```js\na()\n```\n{% endcode %}',
  becomes: '**a.js**\n\n```js\na()\n```',
  names: ['code'],
  replace: ({ named, content }) => ({ block: titled(named.get('title')?.trim(), content) }),
})

export const gitbookRaw: Construct = gitbookConstruct({
  name: 'text as it is written',
  written: 'Write {% raw %}`{{ name }}`{% endraw %}.',
  becomes: 'Write `{{ name }}`.',
  names: ['raw'],
  replace: ({ isBlock, content, sentence }) =>
    isBlock ? { block: content } : { inline: sentence },
})

const edge = /\{%|%\}/g
const tag = /^(end)?\s*(@?[a-z][\w/-]*)(.*)$/is

export function gitbookConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct({ isPair: true, ...rule }, gitbookNotation)
}

function insideOf(written: string): string {
  return written.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim()
}

/** https://gitbook.com/docs/creating-content/blocks/page-link */
export const gitbookContentRefs: Construct = gitbookConstruct({
  name: 'page that is referred to',
  written:
    '{% content-ref url="guide/setup.md" %}\n[setup.md](guide/setup.md)\n{% endcontent-ref %}',
  becomes: '[setup.md](guide/setup.md)',
  names: ['content-ref'],
  replace({ named, content }) {
    const url = named.get('url') ?? ''
    return { block: /\]\(|<a\s/.test(textOfLines(content)) ? content : linkTo(url, url, content) }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/embed-a-url */
export const gitbookEmbeds: Construct = gitbookConstruct({
  name: 'page of the web that is embedded',
  written: '{% embed url="https://example.com/a" %}\nA video\n{% endembed %}',
  becomes: '[A video](https://example.com/a)',
  names: ['embed', '@github-files/github-code-block', '@figma/embed', '@arcade/embed'],
  isPair: false,
  replace: (block) => reference(block, 'url'),
})

/** https://gitbook.com/docs/creating-content/blocks/insert-files */
export const gitbookFiles: Construct = gitbookConstruct({
  name: 'file',
  written: '{% file src="images/logo.png" %}\nThe logo\n{% endfile %}',
  becomes: '[The logo](images/logo.png)',
  names: ['file'],
  isPair: false,
  replace: (block) => reference(block, 'src'),
})

function reference(
  { named, words, content }: Shortcode,
  key: string,
): { block: readonly (Line | string)[] } {
  const address = named.get(key) ?? words[0] ?? ''
  const caption = named.get('caption') ?? ''
  const fallback = key === 'src' ? address.slice(address.lastIndexOf('/') + 1) : address
  return { block: linkTo(address, caption || fallback, content) }
}

function linkTo(
  address: string,
  words: string,
  content: readonly Line[],
): readonly (Line | string)[] {
  const caption = textOfLines(content)
  const isLabel = caption.trim() !== '' && content.length === 1 && !/[[\]]/.test(caption)
  const link = `[${isLabel ? oneLine(caption) : words.replace(/[[\]]/g, '\\$&')}](${linkDestination(address)})`
  return isLabel || content.length === 0 ? [link] : [link, '', ...content]
}

/** https://gitbook.com/docs/creating-content/reusable-content */
export const gitbookIncludedFiles: Construct = {
  name: 'part that pages share',
  written: '{% include "guide/setup.md" %}',
  becomes: '# Setup\n\nSet up.',
  sign: /\{%-?\s*include\s/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => (text.includes('{%') ? findInclude(text, context) : undefined),
    }),
}

const directive = /\{%-?\s*include\s+"([^"%]{1,500})"(?:\s[^{}%]{0,500})?\s*-?%\}/

function findInclude(text: string, context: ReadingContext): LineInclusion | undefined {
  const found = directive.exec(text)
  if (found === null) return undefined
  const [, address = ''] = found
  return {
    address,
    ...around(found),
    choose: (file) => rebaseLinks(file, context),
  }
}
