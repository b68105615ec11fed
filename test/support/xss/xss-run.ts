/** Imports payloads through the real operation and reads the pages in a real browser. @module */
import type { Browser } from 'playwright-core'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import type { TestServer } from '../service/test-server.ts'
import { xssPayloads } from './xss-payloads.ts'
import { type Watcher, watchPages } from './xss-watch.ts'

function documentWith(payload: string, part: { index: number; of: number }): string {
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

export interface XssRun {
  readonly browser: Browser
  readonly server: TestServer
  readonly payloads: number
  readonly parts: number
  readonly onPage?: (report: XssReport) => void
}

export interface XssReport {
  payloads: number
  pages: number
  elements: number
  links: number
  readonly incidents: string[]
}

/** Far below the service's limits, so that a browser can lay it out at once. */
const pageLength = 50_000
const titleLength = 255

export async function runXss({
  browser,
  server,
  payloads: count,
  parts,
  onPage = () => {},
}: XssRun): Promise<XssReport> {
  const watchers = [await watchPages(browser, false), await watchPages(browser, true)]
  const report: XssReport = { payloads: 0, pages: 0, elements: 0, links: 0, incidents: [] }
  const payloads = xssPayloads(count)
  let content = ''
  for (const [index, payload] of payloads.entries()) {
    content += documentWith(payload, { index, of: parts })
    report.payloads += 1
    if (content.length < pageLength && index < payloads.length - 1) continue
    const url = await importPage(server, titleOf(payload, index), content)
    await visitBoth(watchers, url, report)
    onPage(report)
    content = ''
  }
  await visitTitles(server, payloads, watchers, report)
  for (const watcher of watchers) await watcher.close()
  return report
}

async function importPage(server: TestServer, pageTitle: string, content: string): Promise<string> {
  const { status, json } = await server.post({ pageTitle, content })
  if (status !== 201) throw new Error(`${status} ${json.body}`)
  return json.page.url
}

/** The service refuses control characters in a title. */
function titleOf(payload: string, index: number): string {
  return `${payload} ${index}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').slice(-titleLength)
}

async function visitBoth(
  watchers: readonly Watcher[],
  url: string,
  report: XssReport,
): Promise<void> {
  report.pages += 1
  for (const watcher of watchers) {
    const { incidents, elements, links } = await watcher.visit(url)
    report.elements += elements
    report.links += links
    report.incidents.push(...incidents.map((incident) => `${url} ${incident}`))
  }
}

const titlePages = 100

async function visitTitles(
  server: TestServer,
  payloads: readonly string[],
  watchers: readonly Watcher[],
  report: XssReport,
): Promise<void> {
  const step = Math.max(1, Math.floor(payloads.length / titlePages))
  const chosen = payloads.filter((_, index) => index % step === 0)
  const urls = await Promise.all(
    chosen.map((payload, index) => importPage(server, titleOf(payload, -index - 1), 'text')),
  )
  const { key, homepageId } = server.space
  await visitBoth(watchers, `${server.url}/wiki/spaces/${key}/pages/${homepageId}`, report)
  for (const url of urls.slice(0, 10)) await visitBoth(watchers, url, report)
}
