/** GitBook's blocks with words: notes, tabs, steps, columns, prompts and code. @module */
import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { headingWords } from '../words.ts'
import { gitbookConstruct } from './notation.ts'

/** https://gitbook.com/docs/creating-content/blocks/hint */
export const gitbookHints: Construct = gitbookConstruct({
  name: 'hint, and the notes of Markdoc',
  written:
    '{% hint style="info" %}\nText\n{% endhint %}\n\n{% callout type="warning" title="Take care" %}\nText\n{% /callout %}',
  becomes: '> [!INFO]\n> Text\n\n> [!WARNING] Take care\n> Text',
  names: ['hint', 'admonition', 'callout', 'note'],
  replace: ({ named, content, line }) => ({
    block: alertAround(
      named.get('style') ?? named.get('type') ?? 'info',
      named.get('title') ?? named.get('name'),
      content,
      line,
    ),
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

/** A list has no headings. */
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

/** Read after all other tags, which are none between these. */
export const gitbookRaw: Construct = gitbookConstruct({
  name: 'text as it is written',
  written: 'Write {% raw %}`{{ name }}`{% endraw %}.',
  becomes: 'Write `{{ name }}`.',
  names: ['raw'],
  replace: ({ isBlock, content, sentence }) =>
    isBlock ? { block: content } : { inline: sentence },
})
