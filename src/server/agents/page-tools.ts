/** The tool that reads a page. @module */
import { z } from 'zod'
import { visibleOnly } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import type { PageWithBody } from '../../wiki/pages/page.ts'
import { listAncestors } from '../../wiki/pages/pages-around.ts'
import { writtenMarkdown } from '../reader/markdown-answer.ts'
import {
  type AgentCall,
  type AgentTool,
  addressesOf,
  agentTool,
  contentWarning,
  findNamedPage,
  id,
  isoInstant,
  quoted,
  space,
} from './agent-tool.ts'

const maxChars = 100_000

export const pageTool: AgentTool = agentTool({
  name: 'get_page',
  title: 'Read a page',
  description: `Read a page as Markdown: as people see it, or its source to change it. ${contentWarning}`,
  input: z.strictObject({
    id: id.optional(),
    space: space.optional(),
    title: z.string().max(255).optional().describe('The whole title, with the space.'),
    version: z.int().min(1).optional(),
    form: z.enum(['shown', 'source']).default('shown').describe('`source` is what was imported.'),
    section: z.string().min(1).max(500).optional().describe('Only what stands below this heading.'),
    offset: z.int().min(0).default(0),
    maxChars: z.int().min(1).max(maxChars).default(20_000),
  }),
  output: z.strictObject({
    id,
    title: z.string(),
    space: z.string(),
    path: z.array(z.string()).describe('The pages above it, from the top; none in Confluence.'),
    version: z.int(),
    author: z.string(),
    updatedAt: isoInstant,
    labels: z.array(z.string()),
    url: z.string(),
    totalChars: z.int(),
    nextOffset: z.int().optional().describe('Where the rest begins.'),
    hidden: z.int().describe('How many comments, and signs that nobody sees, were left out.'),
  }),
  async run({ form, section, offset, maxChars: length, ...named }, call) {
    const page = await findNamedPage(call, named)
    const { text, hidden } = await readText(page, { form, section }, call)
    const part = sliceWhole(text, offset, offset + length)
    const end = offset + part.length
    const { uri, url } = addressesOf(call.publicUrl(), page)
    const ancestors = await listAncestors(call.reader, page)
    const nextOffset = end < text.length ? end : undefined
    return {
      text: `${quoted(page.title)}, version ${page.version.number}: characters ${offset} to ${end} of ${text.length}.`,
      data: {
        id: page.id,
        title: page.title,
        space: page.spaceKey,
        path: ancestors.map(({ title }) => title),
        version: page.version.number,
        author: page.version.authorName,
        updatedAt: page.version.createdAt.toISOString(),
        labels: page.version.labels,
        url,
        totalChars: text.length,
        ...(nextOffset !== undefined && { nextOffset }),
        hidden,
      },
      page: { uri, markdown: part },
    }
  },
})

async function readText(
  page: PageWithBody,
  { form, section }: { readonly form: 'shown' | 'source'; readonly section?: string | undefined },
  call: AgentCall,
): Promise<{ readonly text: string; readonly hidden: number }> {
  const { markdown, adf } = page
  if (form === 'source') {
    if (section !== undefined) {
      throw new RequestError('bad-request', 'A section is read shown: leave form or section out.')
    }
    const asSent = { text: markdown, spaceKey: page.spaceKey, keepsReferences: true }
    return { text: await writtenMarkdown(asSent, call), hidden: 0 }
  }
  const fullText = await visibleMarkdown(page, call, section)
  if (section !== undefined && fullText === '') {
    throw new RequestError('not-found', 'The page has no such heading. Read it without section.')
  }
  const text = visibleOnly(fullText)
  // Comments in code blocks are visible, so they do not count.
  const comments = countComments(markdown) - countComments(adf)
  return { text, hidden: Math.max(0, comments) + [...fullText].length - [...text].length }
}

function countComments(text: string): number {
  return text.split('<!--').length - 1
}

/**
 * Reads a page by its address `markport://spaces/KEY/pages/ID`.
 * @throws {RequestError} `not-found`, also for pages that may not be read.
 */
export async function readNamedPage(
  call: AgentCall,
  { key, id: pageId }: { readonly key: string; readonly id: string },
): Promise<string> {
  const page = await findNamedPage(call, { id: pageId, space: key })
  if (page.spaceKey !== key) throw new RequestError('not-found', 'There is no such page.')
  return sliceWhole(visibleOnly(await visibleMarkdown(page, call)), 0, maxChars)
}

/** Without comments and other hidden parts of the source. */
function visibleMarkdown(
  { adf, spaceKey }: { adf: string; spaceKey: string },
  { workers, publicUrl }: AgentCall,
  section?: string,
): Promise<string> {
  const { origin } = new URL(publicUrl())
  return workers.show('write-markdown', {
    value: { origin, spaceKey, isMade: true, section },
    parts: [Buffer.from(adf)],
  })
}

/** Never splits a surrogate pair. */
function sliceWhole(text: string, start: number, end: number): string {
  const isHalf = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return text.slice(start, isHalf && end - 1 > start ? end - 1 : end)
}
