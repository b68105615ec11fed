/** GitBook: `.gitbook.yaml`, or the older `book.json`, and its constructs. @module */
import { resolve } from 'node:path'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { readYamlFields } from '../../navigation/yaml-value.ts'
import { settingsOf } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { jekyllBlocks, liquidRaw, liquidSyntax, otherTags } from '../jekyll/tags.ts'
import { summary } from '../mdbook/mdbook.ts'
import { makeAlert, makeCode, makeLink, makeStrong } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { PartConstruct, Replacement, TagConstruct } from '../parts/part-construct.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { liquidTags } from '../shared/code.ts'
import { signOfIcon } from '../shared/icons.ts'
import { includedAt } from '../shared/included-files.ts'
import { firstValue, type ReadTag, type ReadTagRule, tagConstruct } from '../shared/tags.ts'
import { asContent, asStep, asTab } from '../shared/usual-tags.ts'

/** https://gitbook.com/docs/getting-started/git-sync/content-configuration */
export const gitbook: Generator = {
  configNames: ['.gitbook.yaml', '.gitbook.yml', 'book.json'],
  // A file that begins with a list is a configuration of another tool.
  configSign: /^(?!\s*\[)/,
  ownFolders: ['.gitbook'],
  navigationFiles: [summary],
  textSign: /\{% ?(?:hint|tabs|content-ref|embed|code|stepper)\b/,
  read(text, folder) {
    const root = settingsOf(readYamlFields(text))('root') ?? '.'
    return { rootFolders: [resolve(folder, root.replace(/^\/+/, '') || '.')] }
  },
}

/** Tags with an end. */
const blocks: readonly ReadTagRule[] = [
  /** https://gitbook.com/docs/creating-content/blocks/hint */
  {
    name: 'hint',
    input: '{% hint style="info" %}\nText\n{% endhint %}',
    becomes: '> [!INFO]\n> Text',
    names: ['hint'],
    replace: ({ pairs, content, line }) => ({
      block: [makeAlert(pairs.get('style') ?? 'info', pairs.get('title'), content, line)],
    }),
  },
  /** https://gitbook.com/docs/creating-content/blocks/tabs */
  {
    name: 'tabs',
    input: '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
    becomes: '<details name=tabs><summary>One</summary>\n\nText\n\n</details>',
    names: ['tab'],
    replace: asTab,
  },
  /** https://gitbook.com/docs/creating-content/blocks/stepper */
  {
    name: 'steps: a numbered list',
    input: '{% stepper %}\n{% step %}\n### First\nText\n{% endstep %}\n{% endstepper %}',
    becomes: '1. ### First\n   Text',
    names: ['step'],
    replace: asStep,
  },
  /** https://gitbook.com/docs/creating-content/blocks/columns */
  {
    name: 'group of columns, tabs or steps',
    input: '{% columns %}\n{% column width="50%" %}\nText\n{% endcolumn %}\n{% endcolumns %}',
    becomes: 'Text',
    names: ['columns', 'column', 'tabs', 'stepper'],
    replace: asContent,
  },
  /** https://gitbook.com/docs/creating-content/blocks/code-block */
  {
    name: 'code with a title',
    input: '{% code title="a.js" lineNumbers="true" %}\n```js\na()\n```\n{% endcode %}',
    becomes: '**a.js**\n\n```js\na()\n```',
    names: ['code'],
    replace(block) {
      const title = firstValue(block, 'title')
      return { block: [title && makeStrong(title), block.content] }
    },
  },
  /** https://gitbook.com/docs/creating-content/blocks/page-link */
  {
    name: 'page that is referred to',
    input:
      '{% content-ref url="guide/setup.md" %}\n[setup.md](guide/setup.md)\n{% endcontent-ref %}',
    becomes: '[setup.md](guide/setup.md)',
    names: ['content-ref'],
    replace({ pairs, content }) {
      const url = pairs.get('url') ?? ''
      return content.some(isLink) ? { block: [content] } : linkTo(url, url, content)
    },
  },
]

function isLink(part: Part): boolean {
  if (part.type === 'text') return part.text.includes('](')
  return part.type === 'link' || (part.type === 'raw' && /^<a\s/.test(part.text))
}

/** Tags that need no end. */
const singles: readonly ReadTagRule[] = [
  /** https://gitbook.com/docs/creating-content/reusable-content */
  {
    name: 'part that pages share',
    input: '{% include "guide/setup.md" %}',
    becomes: '# Setup\n\nSet up.',
    names: ['include'],
    replace(include, context) {
      const { attributes, words } = include
      const [address] = words
      if (address === undefined || !attributes.startsWith('"')) return undefined
      return includedAt(include, { address, rebase: true }, context)
    },
  },
  /** https://gitbook.com/docs/creating-content/blocks/embed-a-url */
  {
    name: 'page of the web that is embedded',
    input: '{% embed url="https://example.com/a" %}\nA video\n{% endembed %}',
    becomes: '[A video](https://example.com/a)',
    names: ['embed', '@github-files/github-code-block', '@figma/embed', '@arcade/embed'],
    replace: (block) => reference(block, 'url'),
  },
  /** https://gitbook.com/docs/creating-content/blocks/insert-files */
  {
    name: 'file',
    input: '{% file src="images/logo.png" %}\nThe logo\n{% endfile %}',
    becomes: '[The logo](images/logo.png)',
    names: ['file'],
    replace: (block) => reference(block, 'src'),
  },
  /** https://gitbook.com/docs/integrations/mermaid */
  {
    name: 'diagram',
    input: '{% @mermaid/diagram content="graph TD\n  A-->B" %}',
    becomes: '```mermaid\ngraph TD\n  A-->B\n```',
    names: ['@mermaid/diagram'],
    replace({ pairs, words, line }) {
      const content = (pairs.get('content') ?? '').replaceAll('\\n', '\n')
      if (content.trim() === '' || words.length > 0) return undefined
      return { block: [makeCode('mermaid', content.split(/\r?\n/), line)] }
    },
  },
]

function reference({ pairs, words, content }: ReadTag, key: string): Replacement {
  const address = pairs.get(key) ?? words[0]
  if (address === undefined || address === '') return undefined
  const fallback = key === 'src' ? address.slice(address.lastIndexOf('/') + 1) : address
  return linkTo(address, pairs.get('caption') || fallback, content)
}

function linkTo(address: string, words: string, content: readonly Part[]): Replacement {
  const isLabel = content.length > 0 && content.every(isWord)
  if (isLabel) return { block: [makeLink(address, content)] }
  return { block: [makeLink(address, words.replace(/[[\]]/g, '\\$&')), content] }
}

function isWord(part: Part): boolean {
  return part.type === 'span' || (part.type === 'text' && !/[[\]]/.test(part.text))
}

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
const icons: TagConstruct = {
  name: 'icon: a sign if it has a meaning, else nothing',
  input: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ |  Leaf |',
  syntax: elementTags,
  names: new Set(['i']),
  tag({ kind, attributes, source, before }) {
    const [, name] = /\bfa-([a-z\d-]+)/.exec(attributes) ?? []
    const isIcon = kind === 'pair' && /^(?::[\w-]*:)?$/.test(source)
    if (name === undefined || !isIcon) return undefined
    return { inline: signOfIcon(name) ?? (before.endsWith('[') ? name : '') }
  },
}

export const gitbookConstructs: readonly PartConstruct[] = [
  ...blocks.map((rule) => tagConstruct(liquidSyntax, { ...rule, isPair: true })),
  ...singles.map((rule) => tagConstruct(liquidSyntax, rule)),
  icons,
  liquidRaw[0],
  jekyllBlocks,
  // An integration without an address has no content, so it stays visible.
  otherTags(({ name, pairs }) => name.startsWith('@') && !pairs.has('url')),
]

export const gitbookCode: Partial<CodeRules> = { tags: [liquidTags] }
