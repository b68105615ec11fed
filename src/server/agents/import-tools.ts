/** The tools that import a page, or show what an import would do. @module */
import { z } from 'zod'
import { foreseenAnswer, savedAnswer } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { SentFields } from '../../contract/import-request.ts'
import { contractLimits } from '../../contract/limits.ts'
import { dryRunAnswer, importAnswer } from '../../wiki/import/import-answer.ts'
import { type Imported, importByRequest } from '../../wiki/import/run-import.ts'
import {
  type AgentCall,
  type AgentTool,
  agentTool,
  contentWarning,
  id,
  quoted,
  space,
} from './agent-tool.ts'

const page = {
  space,
  parentId: id.describe('The page that it stands below.'),
  title: z.string().min(1).max(contractLimits.maxTitleLength),
  content: z.string().min(1).max(1_048_576).describe('The whole page, as Markdown.'),
  pageId: id.optional().describe('To rename or move this page.'),
  labels: z
    .array(z.string().max(contractLimits.maxLabelLength))
    .max(contractLimits.maxLabels)
    .optional()
    .describe('All of them; else they stay.'),
}

type AskedPage = z.output<z.ZodObject<typeof page>>

export const importTools: readonly AgentTool[] = [
  agentTool({
    name: 'preview_import',
    title: 'See what an import would do',
    description: `Tell what importing a page would do, and what of its Markdown would be lost. Writes nothing. ${contentWarning}`,
    input: z.strictObject(page),
    output: foreseenAnswer.omit({ adf: true }),
    needs: 'dry-run',
    async run(request, call) {
      const result = await importFor(call, request, { overwrite: true, dryRun: true })
      if (result.kind !== 'foreseen') throw new TypeError('a dry run is never saved')
      const { adf: _, ...foreseen } = result
      const answer = dryRunAnswer(foreseen, answering(call))
      return { text: `${answer.body}: ${quoted(request.title)}.`, data: { ...answer } }
    },
  }),
  agentTool({
    name: 'import_page',
    title: 'Create or update a page',
    description:
      'Create a page, or write a new version of it: all of its text. Look at it by preview_import first. expectedVersion is the version that you have read; 0 for a page that must not be there.',
    input: z.strictObject({
      ...page,
      expectedVersion: z.int().min(0),
      idempotencyKey: z
        .string()
        .min(1)
        .max(contractLimits.maxIdempotencyKeyLength)
        .optional()
        .describe('Sent again with the same import, it gives the first answer for 24 hours.'),
    }),
    output: savedAnswer.extend({ isReplayed: z.boolean() }),
    needs: 'import',
    async run({ expectedVersion, idempotencyKey, ...asked }, call) {
      const overwrite = expectedVersion > 0
      const result = await importFor(call, asked, {
        overwrite,
        ifMatch: overwrite ? `"${expectedVersion}"` : undefined,
        idempotencyKey,
      })
      if (result.kind === 'foreseen') throw new TypeError('no dry run was asked for')
      const isReplayed = result.kind === 'repeated'
      const details = {
        ...answering(call),
        ...(isReplayed && { requestId: result.requestId }),
        warnings: result.warnings,
      }
      const { answer } = importAnswer(result.outcome, result.page, details)
      return {
        text: `${answer.body}: ${quoted(asked.title)}.`,
        data: { ...answer, isReplayed },
      }
    },
  }),
]

function answering({ requestId, publicUrl }: AgentCall): { requestId: string; publicUrl: string } {
  return { requestId, publicUrl: publicUrl() }
}

async function importFor(
  call: AgentCall,
  { space: spaceId, title: pageTitle, ...fields }: AskedPage,
  how: {
    readonly overwrite: boolean
    readonly dryRun?: boolean
    readonly ifMatch?: string | undefined
    readonly idempotencyKey?: string | undefined
  },
): Promise<Imported> {
  const { importer, signal, clock, requestId } = call
  if (importer === undefined) throw new TypeError('this tool is for calls with an import token')
  const { overwrite, dryRun = false, ifMatch, idempotencyKey } = how
  if (!dryRun) call.countRequest('agentWriting', importer.apiTokenId)
  const body = Buffer.from(
    JSON.stringify({ ...fields, spaceId, pageTitle, overwrite, dryRun } satisfies SentFields),
  )
  const request = {
    body,
    ifMatch,
    idempotencyKeys: idempotencyKey === undefined ? [] : [idempotencyKey],
    signal,
  }
  const importing = importByRequest(call, request, {
    ...importer,
    via: 'mcp',
    requestId,
    startedAt: clock(),
    arrivedAtMs: performance.now(),
    progress: {},
  })
  return importing.catch((error: unknown) => {
    const isAdvice = error instanceof RequestError && error.status < 500
    throw isAdvice ? inWordsOfTools(error) : error
  })
}

/** Rewords the operation's advice for the arguments of tools. */
function inWordsOfTools(error: RequestError): RequestError {
  const { key, message, version } = error
  const advice =
    key === 'precondition-failed'
      ? `The page has ${version === undefined ? 'no version yet' : `version ${version}`}, which expectedVersion does not say; nothing was written. Read it by get_page first.`
      : message
          .replace(
            'Send overwrite: true to update it',
            'Read it by get_page, and send its version as expectedVersion to update it',
          )
          .replaceAll('pageTitle', 'title')
          .replaceAll('spaceId', 'space')
  return new RequestError(key, advice, { cause: error })
}
