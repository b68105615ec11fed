/** The tools that read pages, their versions, and differences between versions. @module */
import { z } from 'zod'
import { viaNames } from '../../accounts/audit.ts'
import { visibleOnly } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { listVersions } from '../../wiki/pages/find-page.ts'
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
  limitOf,
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

export const historyTool: AgentTool = agentTool({
  name: 'get_history',
  title: 'List the versions of a page',
  description: `List the versions of a page, the newest first: number, author, date, message. ${contentWarning}`,
  input: z.strictObject({
    id,
    space: space.optional(),
    limit: limitOf(100, 20),
    before: z.int().min(1).optional(),
  }),
  output: z.strictObject({
    id,
    versions: z.array(
      z.strictObject({
        number: z.int(),
        author: z.string(),
        at: isoInstant,
        message: z.string(),
        via: z.enum(viaNames),
      }),
    ),
    next: z.int().optional().describe('Send it as `before` to go on.'),
  }),
  async run({ limit, before, ...named }, call) {
    const page = await findNamedPage(call, named)
    const rows = await listVersions(call.reader, page, { before, limit: limit + 1 })
    const versions = rows.slice(0, limit)
    const last = rows.length > limit ? versions.at(-1)?.number : undefined
    return {
      text: `${versions.length} versions of ${quoted(page.title)}${last === undefined ? '' : ', and more'}.`,
      data: {
        id: page.id,
        versions: versions.map(({ number, authorName, createdAt, commit, origin }) => ({
          number,
          author: authorName,
          at: createdAt.toISOString(),
          message: commit.message,
          via: origin.via,
        })),
        ...(last !== undefined && { next: last }),
      },
    }
  },
})

const maxDiffChars = 50_000

/**
 * Compares two documents as readers see them, line by line.
 * @param before ADF as JSON text, like `after`.
 */
export async function compareShown(
  { workers, publicUrl }: AgentCall,
  before: string,
  after: string,
): Promise<{ readonly markdown: string; readonly isCut: boolean }> {
  const { origin } = new URL(publicUrl())
  const parts = [before, after].map((adf) => Buffer.from(adf))
  const diff = visibleOnly(await workers.show('compare-markdown', { value: { origin }, parts }))
  const markdown = sliceWhole(diff, 0, maxDiffChars)
  return { markdown, isCut: markdown.length < diff.length }
}

const versionSchema = z.strictObject({
  version: z.int(),
  title: z.string(),
  labels: z.array(z.string()),
  author: z.string(),
  at: isoInstant,
})

export const compareTool: AgentTool = agentTool({
  name: 'compare_versions',
  title: 'Compare versions of a page',
  description: `Tell what changed from one version to another, as lines of Markdown with - and + before them. ${contentWarning}`,
  input: z.strictObject({
    id,
    space: space.optional(),
    from: z.int().min(1),
    to: z.int().min(1),
  }),
  output: z.strictObject({ id, from: versionSchema, to: versionSchema, isCut: z.boolean() }),
  async run({ from, to, ...named }, call) {
    const [before, after] = await Promise.all(
      [from, to].map((version) => findNamedPage(call, { ...named, version })),
    )
    if (before === undefined || after === undefined) throw new TypeError('both are found')
    const { markdown, isCut } = await compareShown(call, before.adf, after.adf)
    const how = markdown === '' ? 'the text is the same' : 'lines with - and + before them'
    return {
      text: `${quoted(after.title)}, version ${from} to ${to}: ${how}${isCut ? ', cut' : ''}.`,
      data: { id: after.id, from: versionFacts(before), to: versionFacts(after), isCut },
      page: { uri: addressesOf(call.publicUrl(), after).uri, markdown },
    }
  },
})

function versionFacts({ title, version }: PageWithBody) {
  const { number, authorName, createdAt, labels } = version
  const time = createdAt.toISOString()
  return { version: number, title, labels, author: authorName, at: time }
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
