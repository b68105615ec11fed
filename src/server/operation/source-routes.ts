/** Routes about sources: their pages, edits since the last import, and closing a run. @module */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ClosingAnswer, EditsAnswer, SourceAnswer } from '../../contract/answers.ts'
import { RequestError, wrongField } from '../../contract/errors.ts'
import { contractLimits } from '../../contract/limits.ts'
import { requestWarnings } from '../../wiki/import/import-answer.ts'
import { answerOfWiki } from '../../wiki/import/import-place.ts'
import { checkTokenSource } from '../../wiki/import/target-wiki.ts'
import { answering, type ImportScope } from './import-route.ts'

export const sourceRoute = answering<SourceAnswer>(async (c, { wikis }) => {
  const { spaceId, name, after: cursor } = await readQuery(c, 'sourceQuery')
  const after = readCursor(cursor, name)
  const limit = contractLimits.maxSourcePages
  const request = { ...sourceOf(c, spaceId, name), after, limit: limit + 1 }
  const rows = await answerOfWiki(wikis, (wiki) => wiki.listSource?.(request))
  const pages = rows.slice(0, limit)
  const next = rows.length > limit ? sourceCursor(pages.at(-1)?.pageId ?? '', name) : null
  return { body: 'Success: The pages of the source', key: 'source', pages, next }
})

export const sourceEditsRoute = answering<EditsAnswer>(async (c, { wikis }) => {
  const { spaceId, name, path } = await readQuery(c, 'sourceEditsQuery')
  const request = { ...sourceOf(c, spaceId, name), path }
  const edits = await answerOfWiki(wikis, (wiki) => wiki.findSourceEdits?.(request))
  return { body: 'Success: What was edited since the last import', key: 'edits', ...edits }
})

export const sourceClosingRoute = answering<ClosingAnswer>(async (c, { workers, wikis }) => {
  const holder = c.get('holder')
  const sent = await workers.readRequest('closing', c.get('body'), c.req.raw.signal)
  const { spaceId, ...closing } = sent.fields
  const { dryRun, name } = closing
  if ((holder.isCreateOnly || holder.isPreviewOnly) && !dryRun) throw mayNotClose()
  const actor = {
    name: holder.userName,
    address: c.env.incoming.socket.remoteAddress ?? '',
    origin: { via: 'import' as const, tokenName: holder.tokenName },
  }
  const request = { ...closing, ...sourceOf(c, spaceId, name), actor }
  const result = await answerOfWiki(wikis, (wiki) => wiki.closeSource?.(request))
  return {
    body: dryRun ? 'Success: Dry run, the run would be closed' : 'Success: The run is closed',
    key: dryRun ? 'dry-run' : 'closed',
    ...result,
    ...requestWarnings(sent.unknownFields),
  }
})

function mayNotClose(): RequestError {
  return new RequestError(
    'forbidden',
    'This API token may only create or preview pages, so it ends no run. Send dryRun: true, or use a token that may update pages.',
  )
}

/** @throws {RequestError} `forbidden` for a token limited to other sources. */
function sourceOf(c: Context<ImportScope>, spaceIdOrKey: string, name: string) {
  const holder = c.get('holder')
  checkTokenSource(holder, name)
  const { userId, spaceIds } = holder
  return { spaceIdOrKey, name, writer: { userId, spaceIds } }
}

type Queries = Pick<
  typeof import('../../contract/source-request.ts'),
  'sourceQuery' | 'sourceEditsQuery'
>

/** @throws {RequestError} `bad-request`. */
async function readQuery<Name extends keyof Queries>(c: Context<ImportScope>, name: Name) {
  // Loaded on demand, to keep the schemas out of the start of the service.
  const { checkQuery } = await import('../../contract/check-request.ts')
  const queries: Queries = await import('../../contract/source-request.ts')
  return checkQuery(queries[name], c.req.queries())
}

/** The `after` parameter of a source's list: the next part begins behind this page. */
function sourceCursor(pageId: string, name: string): string {
  const digest = createHash('sha256').update(`${pageId} ${name}`).digest('base64url')
  return `${pageId}-${digest.slice(0, 12)}`
}

/** @throws {RequestError} `bad-request`, also for a cursor of another source. */
function readCursor(after: string | undefined, name: string): number {
  if (after === undefined) return 0
  const [pageId = ''] = after.split('-', 1)
  if (/^[0-9]{1,16}$/.test(pageId) && after === sourceCursor(pageId, name)) return Number(pageId)
  throw wrongField('after', 'after must be what next said in the answer before.')
}
