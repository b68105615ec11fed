/** Every place of a document where content can appear, each filled with one payload. @module */
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'

export function documentWith(payload: string, part = { index: 0, of: 1 }): string {
  const chosen = places.filter((_, index) => index % part.of === part.index % part.of)
  const blocks = chosen.flatMap((place) => place(payload))
  return `${blocks.join('\n\n')}\n\n${reset}\n\n`
}

/** Closes what a payload may have left open, so that it does not hide the next one. */
const reset = '--> ?> ]]> </script></style></pre></textarea></title> -->'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
const bare = (text: string): string => text.replace(/[\s<>]/g, '')
const quoted = (text: string): string => oneLine(text).replaceAll('"', '\\"')

const places: readonly ((payload: string) => readonly string[])[] = [
  (payload) => [
    `[text](${payload})`,
    `[text](<${oneLine(payload)}>)`,
    `[text](${bare(payload)})`,
    `[text](u "${quoted(payload)}")`,
    `[text](u '${payload}')`,
    `![alt](<${oneLine(payload)}>)`,
    `![alt](${bare(payload)})`,
    `![${payload}](u "${quoted(payload)}")`,
    `[![${payload}](<${oneLine(payload)}>)](<${oneLine(payload)}>)`,
    `<${payload}> and <${bare(payload)}>`,
    `www.${payload} https://${payload} ${payload}@x.example`,
  ],
  (payload) => [
    `[${payload}][r1] ![${payload}][r1] [r2] ![r2]`,
    `[r1]: <${oneLine(payload)}> "${quoted(payload)}"`,
    `[r2]: ${payload}`,
    `[${payload}]: u`,
    `note[^n] and [^${bare(payload)}]`,
    `[^n]: ${payload}`,
    `[^${bare(payload)}]: ${payload}`,
  ],
  (payload) => [
    `text ${payload} text`,
    `**${payload}** *${payload}* ~~${payload}~~ \`${payload}\``,
    `# ${payload}`,
    `## text {#${bare(payload)}}`,
    `[link](#${bare(payload)}) [link](#${encodeURIComponent(payload.toWellFormed())})`,
    `${payload}\n===`,
    `- ${payload}\n- [ ] ${payload}\n- [x] text ${payload}`,
    `1. ${payload}\n\n   > ${payload}`,
    `> ${payload}`,
    `| ${payload} | a |\n| - | :-: |\n| ${payload} | \`${payload}\` |`,
    `term ${payload}\n\n: ${payload}`,
    `:${payload}: $${payload}$ $$${payload}$$ [[${payload}]] @${payload}`,
    `$$\n${payload}\n$$`,
  ],
  (payload) => [
    `~~~${oneLine(payload)}\n${payload}\n~~~`,
    `~~~js title="${oneLine(payload)}" ${oneLine(payload)}\ncode\n~~~`,
    `~~~ts:${bare(payload)}\ncode\n~~~`,
    `~~~html\n${payload}\n~~~`,
    `~~~js\n"${payload}"\n~~~`,
    `~~~math\n${payload}\n~~~`,
    `~~~mermaid\n${payload}\n~~~`,
    `~~~mermaid\ngraph TD\nA["${payload}"] --> B\nclick A "${payload}"\n~~~`,
    `    ${payload}`,
  ],
  (payload) => [
    `> [!NOTE] ${payload}\n> ${payload}`,
    `> [!tip]- ${payload}\n> ${payload}`,
    `> [!${payload}] text`,
    `:::note ${payload}\n${payload}\n:::`,
    `:::${payload}\ntext\n:::`,
    `!!! warning "${oneLine(payload)}"\n    ${payload}`,
    `<details><summary>${payload}</summary>\n\n${payload}\n\n</details>`,
  ],
  (payload) => [
    `text <a href="${payload}" title="${payload}" name="${payload}">${payload}</a>`,
    `text <a href='${payload}'>text</a> <a href=${bare(payload)}>text</a>`,
    `text <img src="${payload}" alt="${payload}" title="${payload}" width="${payload}">`,
    `text <span style="color:${payload};background-color:${payload}" ${payload}>text</span>`,
    `<p align="${payload}">${payload}</p>`,
    `<div id="${payload}" ${payload}>\n\n${payload}\n\n</div>`,
    `<h2 id='${payload}'>${payload}</h2>`,
    `<ol start="${payload}"><li>${payload}</li></ol>`,
    `<table><tr><td colspan="${payload}" width="${payload}">${payload}</td></tr></table>`,
    `<pre lang="${payload}"><code class="language-${payload}">${payload}</code></pre>`,
    `<dl><dt>${payload}</dt><dd>${payload}</dd></dl>`,
    `text <!-- ${payload} --> text`,
  ],
  adfBlocks,
  // Last, because it may swallow what follows.
  (payload) => [payload, `<div>${payload}</div>`, `- ${payload}\n\n  ${payload}`],
]

function adfBlocks(payload: string): string[] {
  const text = { type: 'text', text: payload }
  const paragraph = (...content: object[]): object => ({ type: 'paragraph', content })
  const marked = (mark: object): object => paragraph({ ...text, marks: [mark] })
  const candidates = [
    marked({ type: 'link', attrs: { href: payload, title: payload } }),
    marked({ type: 'annotation', attrs: { id: payload, annotationType: 'inlineComment' } }),
    paragraph({ type: 'status', attrs: { text: payload, color: 'red', style: payload } }),
    paragraph({ type: 'mention', attrs: { id: payload, text: payload, accessLevel: payload } }),
    paragraph({ type: 'emoji', attrs: { shortName: payload, id: payload, text: payload } }),
    paragraph({ type: 'date', attrs: { timestamp: payload } }),
    paragraph({ type: 'inlineCard', attrs: { url: payload } }),
    paragraph({ type: 'placeholder', attrs: { text: payload } }),
    paragraph({ type: 'mediaInline', attrs: { id: payload, collection: payload, alt: payload } }),
    paragraph({
      type: 'mediaInline',
      attrs: { type: 'image', id: payload, collection: '', alt: payload },
    }),
    { type: 'blockCard', attrs: { url: payload } },
    { type: 'embedCard', attrs: { url: payload, layout: 'center' } },
    { type: 'expand', attrs: { title: payload }, content: [paragraph(text)] },
    {
      type: 'panel',
      attrs: {
        panelType: 'custom',
        panelIcon: payload,
        panelIconText: payload,
        panelColor: payload,
      },
      content: [paragraph(text)],
    },
    { type: 'codeBlock', attrs: { language: payload }, content: [text] },
    {
      type: 'mediaSingle',
      attrs: { layout: 'center' },
      content: [{ type: 'media', attrs: { type: 'external', url: payload, alt: payload } }],
    },
    {
      type: 'mediaSingle',
      attrs: { layout: 'center' },
      content: [{ type: 'media', attrs: { type: 'file', id: payload, collection: payload } }],
    },
    ...['extension', 'bodiedExtension'].map((type) => ({
      type,
      attrs: {
        extensionType: payload,
        extensionKey: payload,
        text: payload,
        parameters: { macroParams: { [payload]: { value: payload } } },
      },
      ...(type === 'extension' ? {} : { content: [paragraph(text)] }),
    })),
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableCell', attrs: { background: payload }, content: [paragraph(text)] },
          ],
        },
      ],
    },
  ]
  return candidates.map((block) => `~~~adf\n${JSON.stringify(block)}\n~~~`).filter(isAccepted)
}

/** ADF's own rules refuse some addresses and dates, which never become a page. */
function isAccepted(markdown: string): boolean {
  try {
    markdownToAdf(markdown)
    return true
  } catch (error) {
    if (error instanceof MarkdownLimitError) return false
    throw error
  }
}
