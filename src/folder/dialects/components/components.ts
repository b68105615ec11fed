/** Components as in React and Vue, by the names that documentation sites give them. @module */
import { isLook } from '../../../convert/code-info.ts'
import { importsOf } from '../mdx/statements.ts'
import { codeInfo, makeCode, makeSpan, makeStrong, makeText } from '../parts/make-parts.ts'
import type {
  CodeConstruct,
  Context,
  PartConstruct,
  TagConstruct,
} from '../parts/part-construct.ts'
import { componentTags, elementTags, literalOf, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { codeGroup, codeInTag, isFenced } from '../shared/code.ts'
import { firstValue, leaveTag, type ReadTag, seenAttributes, tagConstruct } from '../shared/tags.ts'
import {
  asCard,
  asContent,
  asDetails,
  asStep,
  asTab,
  asVideo,
  imageOf,
  linkOf,
  noteOf,
} from '../shared/usual-tags.ts'

const componentLinks: TagConstruct = tagConstruct(componentTags, {
  name: 'link as a component',
  input: 'See <Link to="guide/setup.md">the setup</Link>.',
  becomes: 'See [the setup](guide/setup.md).',
  names: ['Link', 'A', 'Anchor', 'NavLink', 'NextLink', 'LinkButton', 'Button', 'RouterLink'],
  replace: linkOf(),
})

const componentVideos: TagConstruct = tagConstruct(componentTags, {
  name: 'video',
  input: '<YouTube id="dQw4w9WgXcQ" title="A song" />',
  becomes: '[A song](https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
  names: 'YouTube Youtube YouTubeVideo LiteYouTubeEmbed Vimeo Video VideoPlayer'.split(' '),
  replace: asVideo,
})

const componentImages: TagConstruct = tagConstruct(componentTags, {
  name: 'image as a component',
  input: '<Image src="images/logo.png" alt="Our logo" />',
  becomes: '![Our logo](images/logo.png)',
  names: ['Image', 'Img', 'ThemedImage', 'ZoomImage', 'Picture'],
  replace(tag, context) {
    const source = sourceOf(tag, context)
    return source === undefined ? undefined : imageOf(tag, source)
  },
})

function sourceOf(tag: ReadTag, context: Context): string | undefined {
  const { expressions } = tag
  const expression = ['src', 'img', 'sources'].find((name) => expressions.has(name))
  return (
    firstValue(tag, 'src', 'img', 'light', 'url') ??
    (expression && addressIn(expressions.get(expression) as string, context))
  )
}

/** Find the file that an expression names, as in `require('./a.png').default` or an import. */
export function addressIn(expression: string, context: Context): string | undefined {
  const [, address] = /["'`]([^"'`$\n]{1,1000}\.\w{2,5})["'`]/.exec(expression) ?? []
  return address ?? importsOf(context).get(expression.replace(/\.(?:src|default)$/, ''))
}

const componentCards: TagConstruct = tagConstruct(componentTags, {
  name: 'card',
  input: '<Card title="Setup" href="guide/setup.md">\n  How to begin.\n</Card>',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['Card', 'Cards.Card', 'LinkCard'],
  replace: asCard,
})

const componentGroups: TagConstruct = tagConstruct(componentTags, {
  name: 'group of cards, tabs, steps or columns',
  input: '<CardGroup cols={2}>\n\nSome words.\n\n</CardGroup>',
  becomes: 'Some words.',
  names: [
    ...['CardGroup', 'Cards', 'CardGrid', 'CardList', 'Columns', 'Column', 'Row', 'Col', 'Grid'],
    ...['AccordionGroup', 'Accordions', 'AccordionList', 'Steps', 'Stepper'],
    ...['Tabs', 'TabGroup', 'TabView'],
  ],
  replace: asContent,
})

const componentAccordions: TagConstruct = tagConstruct(componentTags, {
  name: 'foldable part',
  input: '<Accordion title="Why?">\n  Because.\n</Accordion>',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: [
    ...['Accordion', 'AccordionItem', 'Details', 'Expandable', 'Collapse', 'Collapsible'],
    ...['Toggle', 'Dropdown', 'ExpansionPanel', 'Spoiler'],
  ],
  isPair: true,
  replace: asDetails,
})

const componentTabs: TagConstruct = tagConstruct(componentTags, {
  name: 'tabs',
  input: '<Tabs>\n  <TabItem value="npm" label="npm">\n\n  Use **npm**.\n\n  </TabItem>\n</Tabs>',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: ['TabItem', 'Fragment', 'Tab', 'Tabs.Tab', 'TabPanel', 'TabPane', 'TabView.Tab'],
  isPair: true,
  replace(tag, context) {
    // In Astro, tabs may be slots of a component such as `<PackageTabs>`.
    const isOther = tag.name === 'Fragment' && !/Tab/.test(tag.parent?.name ?? '')
    return isOther ? undefined : asTab(tag, context)
  },
})

const componentSteps: TagConstruct = tagConstruct(componentTags, {
  name: 'steps',
  input: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
  becomes: '1. **Install**\n\n   Run it.',
  names: ['Step', 'Steps.Step'],
  replace: asStep,
})

const generalNotes = ['Callout', 'Admonition', 'Aside', 'Alert', 'Banner', 'Notice']

export const componentNotes: TagConstruct = tagConstruct(componentTags, {
  name: 'note',
  input: '<Callout type="warning" title="Take care">\n  It is **hot**.\n</Callout>',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [
    ...generalNotes,
    ...['Note', 'Tip', 'Info', 'Warning', 'Caution', 'Danger', 'Important', 'Hint', 'Success'],
    ...['Check', 'Error', 'Example', 'Deprecated', 'Pitfall'],
  ],
  replace: noteOf(generalNotes, ({ name }) => `<${name}>`),
})

const componentFields: TagConstruct = tagConstruct(componentTags, {
  name: 'field of an API',
  input: '<ParamField path="id" type="string" required>\n  The name.\n</ParamField>',
  becomes: '**`id`** string, required\n\nThe name.',
  names: ['ParamField', 'ResponseField', 'Property', 'PropertyDefinition'],
  replace(tag) {
    const { pairs, content } = tag
    const name = firstValue(tag, 'name', 'path', 'query', 'body', 'header')
    if (name === undefined) return undefined
    const initial = firstValue(tag, 'default')
    const details = [
      firstValue(tag, 'type'),
      pairs.has('required') && pairs.get('required') !== 'false' ? 'required' : undefined,
      pairs.has('deprecated') ? 'deprecated' : undefined,
      initial === undefined ? undefined : `default ${initial}`,
    ].filter((detail) => detail !== undefined)
    const detailParts = details.length === 0 ? [] : [makeText(` ${details.join(', ')}`)]
    return { block: [[...makeStrong([makeSpan(name)]), ...detailParts], content] }
  },
})

const componentFileTrees: TagConstruct = tagConstruct(componentTags, {
  name: 'file or folder of a tree',
  input:
    '<FileTree>\n  <Folder name="docs">\n    <File name="setup.md" />\n  </Folder>\n</FileTree>',
  becomes: '- `docs`\n  - `setup.md`',
  names: ['Folder', 'File', 'FileTree.Folder', 'FileTree.File', 'Tree.Folder', 'Tree.File'],
  replace(tag) {
    const { content, line } = tag
    const fileName = firstValue(tag, 'name', 'label')
    if (fileName === undefined) return undefined
    const below = content.length === 0 ? [] : [{ type: 'break', line } as const, ...content]
    const children = [makeSpan(fileName), ...below]
    return { inline: { type: 'item', marker: '- ', children, line, isTight: true } }
  },
})

const wordless = new Set(['', 'Icon', 'Spacer', 'Separator', 'Divider', 'Head', 'DocCardList'])

/** Icons that carry a meaning, mostly in tables. */
const signs = new Map([
  ...['check', 'checkicon', 'yes'].map((name) => [name, '✓'] as const),
  ...['cross', 'crossicon', 'x', 'xicon', 'no'].map((name) => [name, '✗'] as const),
])

export const otherComponents: TagConstruct = {
  name: 'any other component',
  input: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  syntax: [componentTags, elementTags],
  tag(tag, context) {
    const { name, kind, attributes, syntax } = tag
    // HTML has no hyphens in the names of its own elements, so these are components.
    if (syntax === elementTags && !name.includes('-')) return undefined
    if (kind === 'open' || kind === 'close') {
      // A bare name such as `<your-name>` may be a placeholder, which must stay visible.
      const isComponent = syntax === componentTags || (kind === 'open' && attributes === '')
      return isComponent ? undefined : { inline: '' }
    }
    const values = readTagAttributes(attributes)
    const html = values.pairs.get('set:html')
    const content = html === undefined ? tag.content : context.read(html, tag.line)
    const children = html === undefined ? tag.children : content
    const readTag = { ...tag, ...values, content, children }
    const isSilent = content.length === 0 && firstValue(readTag, ...seenAttributes) === undefined
    const sign = signs.get(name.toLowerCase())
    if (kind === 'single' && isSilent && sign !== undefined) return { inline: sign }
    const reporting = wordless.has(name) ? { ...context, leaveOut: () => {} } : context
    return leaveTag(readTag, `<${name}>`, reporting)
  },
}

const componentCode: TagConstruct = tagConstruct(componentTags, {
  name: 'block of code as a component',
  input: '<CodeBlock language="js" title="a.js">{`let a = 1`}</CodeBlock>',
  becomes: '```js title="a.js"\nlet a = 1\n```',
  names: ['CodeBlock', 'Code', 'Snippet'],
  replace(tag, context) {
    const { kind, content, line } = tag
    if (kind === 'pair' && content.some(isFenced)) return { block: [content] }
    const code = codeIn(tag, context)
    if (code === undefined) return undefined
    const title = firstValue(tag, 'title', 'filename')
    const language = firstValue(tag, 'language', 'lang') ?? ''
    const lines = code.replace(/^\n/, '').split('\n')
    while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
    return { block: [makeCode(codeInfo(language, title), lines, line)] }
  },
})

function codeIn(tag: ReadTag, context: Context): string | undefined {
  const { name, kind, pairs, expressions, source } = tag
  const [, braceContent] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
  const expression =
    kind === 'pair' ? braceContent : (expressions.get('code') ?? expressions.get('text'))
  // Components with other names may hold prose, so only a code expression counts.
  if (kind === 'pair' && expression === undefined)
    return name === 'CodeBlock' ? codeInTag(tag).join('\n') : undefined
  if (expression === undefined) return pairs.get('code') ?? pairs.get('text')
  return literalOf(expression) ?? importedCode(expression, tag, context)
}

function importedCode(name: string, { line }: ReadTag, context: Context): string | undefined {
  const importAddress = importsOf(context).get(name) ?? ''
  const [, loaderPath, raw] = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/.exec(importAddress) ?? []
  const address = loaderPath ?? raw
  return address && context.includeCode({ address }, line)
}

/** A title is a file name or begins with a capital: https://www.mintlify.com/docs/create/code */
const componentCodeTitles: CodeConstruct = {
  name: 'title of a block of code',
  input: '```json Our settings\n{}\n```\n\n```json a.json {1}\n{}\n```',
  becomes: '```json title="Our settings"\n{}\n```\n\n```json title="a.json" {1}\n{}\n```',
  code(code) {
    if (code.type === 'span') return undefined
    const [, language = '', title = '', rest = ''] = titledInfo.exec(code.info.trim()) ?? []
    const words = title.split(/\s+/).filter((word) => word !== '' && !isLook(word))
    const isTitle = /\p{Lu}|\.\w/u.test(words.join(' ')) && !hasTitle.test(rest)
    if (!isTitle) return undefined
    return [{ ...code, info: `${codeInfo(language, words.join(' '))} ${rest}`.trimEnd() }]
  },
}

const titledInfo = /^([\w+#-]+)\s+([^\s"'={}/][^"'={}]*?)(?=\s(?:[\w-]+=|[{"'/])|$)\s*(.*)$/
const hasTitle = /\b(?:title|filename)=/

const componentCodeGroup: TagConstruct = tagConstruct(componentTags, {
  name: 'group of code',
  input: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  isPair: true,
  replace: ({ content }) => ({ block: [codeGroup(content)] }),
})

/** Components that mean the same in Vue and in React. VitePress reads these alone. */
export const plainComponents: readonly PartConstruct[] = [
  componentCodeGroup,
  componentImages,
  componentLinks,
  componentVideos,
]

export const componentConstructs: readonly PartConstruct[] = [
  componentCode,
  componentCodeTitles,
  ...plainComponents,
  componentGroups,
  componentTabs,
  componentCards,
  componentSteps,
  componentAccordions,
  componentFields,
  componentFileTrees,
]
