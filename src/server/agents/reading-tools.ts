/** The tools that read: spaces, search, tree and pages. @module */
import { z } from 'zod'
import { visibleOnly } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { isLabel, toLabels } from '../../contract/titles-and-labels.ts'
import { listReadableSpaces } from '../../wiki/import/spaces.ts'
import type { PageWithBody } from '../../wiki/pages/page.ts'
import { listAncestors, listChildren, recordedTop } from '../../wiki/pages/pages-around.ts'
import { writtenMarkdown } from '../reader/markdown-answer.ts'
import { plainText } from '../reader/search.ts'
import {
  type AgentCall,
  type AgentTool,
  addressOf,
  agentTool,
  contentWarning,
  findNamedPage,
  findNamedSpace,
  id,
  isoInstant,
  limitOf,
  listCursor,
  next,
  quoted,
  readCursor,
  space,
} from './agent-tool.ts'

const maxChars = 100_000

export const readingTools: readonly AgentTool[] = [
  agentTool({
    name: 'list_spaces',
    title: 'List spaces',
    description: `List the spaces of the wiki that you may read, by key. ${contentWarning}`,
    input: z.strictObject({
      query: z
        .string()
        .max(255)
        .optional()
        .describe('A part of the name, or the start of the key.'),
      limit: limitOf(100, 50),
      cursor: listCursor,
    }),
    output: z.strictObject({
      spaces: z.array(
        z.strictObject({
          id,
          key: z.string(),
          name: z.string(),
          homepageId: z.string().optional(),
        }),
      ),
      next,
    }),
    async run({ query, limit, cursor: after }, { reader }) {
      const part = { matching: query, after, limit: limit + 1 }
      const rows = await listReadableSpaces(reader, part)
      const spaces = rows.slice(0, limit)
      const more = rows.length > limit ? spaces.at(-1)?.key : undefined
      return {
        text: `${spaces.length} spaces${more === undefined ? '' : ', and more'}.`,
        data: {
          spaces: spaces.map(({ id: spaceId, key, name, importParentId: homepageId }) => ({
            id: spaceId,
            key,
            name,
            homepageId,
          })),
          ...(more && { next: more }),
        },
      }
    },
  }),
  agentTool({
    name: 'search_pages',
    title: 'Search pages',
    description: `Find pages that have all of some words in their title and text, with the sections that have them. ${contentWarning}`,
    input: z.strictObject({
      query: z.string().min(1).max(500),
      space: space.optional(),
      label: z.string().max(255).optional().describe('Only pages with this label.'),
      limit: limitOf(50, 10),
      cursor: listCursor,
    }),
    output: z.strictObject({
      total: z.int(),
      pages: z.array(
        z.strictObject({
          id,
          title: z.string(),
          space: z.string(),
          path: z.array(z.string()).describe('The pages above it, from the top.'),
          url: z.string(),
          version: z.int(),
          updatedAt: isoInstant,
          excerpt: z.string(),
          sections: z.array(z.strictObject({ heading: z.string(), excerpt: z.string() })),
        }),
      ),
      next,
    }),
    async run({ query, space: key, label: labelText, limit, cursor: after }, call) {
      const [label] = toLabels(labelText === undefined ? [] : [labelText])
      if (label !== undefined && !isLabel(label)) {
        throw new RequestError('bad-request', 'label must be of letters, digits and -_+/.')
      }
      const { hits, total, instead, next } = await call.search(call.reader, query, {
        spaceId: key === undefined ? undefined : (await findNamedSpace(call, key)).id,
        label,
        offset: readCursor(after) ?? 0,
        limit,
      })
      return {
        text: `${total} pages found${instead === undefined ? '' : ` for ${quoted(instead)} instead`}${next === undefined ? '' : ', and more to go on with'}.`,
        data: {
          total,
          pages: hits.map((hit) => ({
            id: hit.pageId,
            title: plainText(hit.title),
            space: hit.spaceKey,
            path: hit.path,
            url: addressOf(call, { ...hit, id: hit.pageId }),
            version: hit.version,
            updatedAt: hit.updatedAt.toISOString(),
            excerpt: plainText(hit.excerpt),
            sections: hit.places.map(({ heading, excerpt }) => ({
              heading: plainText(heading),
              excerpt: plainText(excerpt),
            })),
          })),
          ...(next !== undefined && { next: String(next) }),
        },
      }
    },
  }),
  agentTool({
    name: 'get_page',
    title: 'Read a page',
    description: `Read a page as Markdown: as people see it, or its source to change it. ${contentWarning}`,
    input: z.strictObject({
      id: id.optional(),
      space: space.optional(),
      title: z.string().max(255).optional().describe('The whole title, with the space.'),
      version: z.int().min(1).optional(),
      form: z.enum(['shown', 'source']).default('shown').describe('`source` is what was imported.'),
      section: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .describe('Only what stands below this heading.'),
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
          url: addressOf(call, page),
          totalChars: text.length,
          ...(nextOffset !== undefined && { nextOffset }),
          hidden,
        },
        page: { uri: `markport://spaces/${page.spaceKey}/pages/${page.id}`, markdown: part },
      }
    },
  }),
  agentTool({
    name: 'list_children',
    title: 'List pages below a page',
    description: `List the pages below a page, or below the homepage of a space, in their order. ${contentWarning}`,
    input: z.strictObject({
      id: id.optional(),
      space: space.optional().describe('Without an id: below its homepage.'),
      limit: limitOf(200, 100),
      cursor: listCursor,
    }),
    output: z.strictObject({
      parentId: z.string(),
      pages: z.array(z.strictObject({ id, title: z.string(), url: z.string() })),
      next,
    }),
    async run({ id: pageId, space: key, limit, cursor }, call) {
      const page = await parentNamed(call, pageId, key)
      const last = readCursor(cursor)
      const after = last === undefined ? undefined : String(last)
      const { pages, next } = await listChildren(call.reader, page, { after, limit })
      return {
        text: `${pages.length} pages${next === undefined ? '' : ', and more'}.`,
        data: {
          parentId: page.id,
          pages: pages.map((child) => ({
            id: child.id,
            title: child.pageTitle,
            url: addressOf(call, { ...child, spaceKey: page.spaceKey }),
          })),
          ...(next && { next }),
        },
      }
    },
  }),
]

/** Finds the parent that a call names; without an id, the top of the space. */
async function parentNamed(call: AgentCall, id?: string, key?: string) {
  const space = key === undefined ? undefined : await findNamedSpace(call, key)
  // The homepage of a connected space may not be recorded.
  if (id === undefined && space !== undefined && space.importParentId !== space.homepageId) {
    return recordedTop(space)
  }
  return findNamedPage(call, { id: id ?? space?.homepageId, space: key })
}

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

/** The Markdown without comments and other hidden parts. */
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

/** Slices a text without splitting a surrogate pair. */
function sliceWhole(text: string, start: number, end: number): string {
  const isHalf = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return text.slice(start, isHalf && end - 1 > start ? end - 1 : end)
}
