/** The tools that import: a look at what would become of a page, and the import itself. @module */
import { z } from 'zod'
import { dryRunAnswer, importAnswer } from '../importing/import-answer.ts'
import { noApiToken } from '../importing/ledger/entry.ts'
import { type Imported, runImport } from '../importing/run-import.ts'
import { readIfMatch } from '../importing/version-condition.ts'
import { type AgentCall, type AgentTool, agentTool, quoted } from './agent-tool.ts'
import { spaceNamed } from './find-pages.ts'

const page = {
  space: z.string().min(1).max(255).describe('The key of the space, or its id.'),
  parentId: z
    .string()
    .regex(/^[0-9]{1,16}$/)
    .describe('The page that it stands below.'),
  title: z.string().min(1).max(255),
  content: z.string().min(1).max(1_048_576).describe('The whole page, as Markdown.'),
  pageId: z
    .string()
    .regex(/^[0-9]{1,16}$/)
    .optional()
    .describe('To rename or move this page.'),
  labels: z.array(z.string().max(255)).max(100).optional().describe('All of them; else they stay.'),
}

type AskedPage = z.output<z.ZodObject<typeof page>>

const previewTool = agentTool({
  name: 'preview_import',
  title: 'See what an import would do',
  description:
    'Tell what importing a page would do, and what of its Markdown would be lost. Writes nothing.',
  input: z.strictObject(page),
  async run(asked, call) {
    const imported = await importFor(call, asked, { overwrite: true, dryRun: true })
    if (imported.kind !== 'foreseen') throw new TypeError('a dry run is never saved')
    const { adf: _, ...foreseen } = imported
    const answer = dryRunAnswer(foreseen, answering(call))
    return { text: `${answer.body}: ${quoted(asked.title)}.`, data: { ...answer } }
  },
})

const importTool = agentTool({
  name: 'import_page',
  title: 'Create or update a page',
  description:
    'Create a page, or write a new version of it: all of its text. Look at it by preview_import first. expectedVersion is the version that you have read; 0 for a page that must not be there.',
  input: z.strictObject({ ...page, expectedVersion: z.int().min(0) }),
  needsWrite: true,
  async run({ expectedVersion, ...asked }, call) {
    const overwrite = expectedVersion > 0
    const imported = await importFor(call, asked, {
      overwrite,
      ifMatch: overwrite ? `"${expectedVersion}"` : undefined,
    })
    if (imported.kind !== 'saved') throw new TypeError('an import without a key is saved')
    const rest = { ...answering(call), warnings: imported.warnings }
    const { answer } = importAnswer(imported.outcome, imported.page, rest)
    return { text: `${answer.body}: ${quoted(asked.title)}.`, data: { ...answer } }
  },
})

/** All of them, in the order in which agents see them. */
export const importTools: readonly AgentTool[] = [previewTool, importTool]

function answering({ requestId, publicUrl }: AgentCall): { requestId: string; publicUrl: string } {
  return { requestId, publicUrl: publicUrl() }
}

/** The import that everybody makes, for the owner of the token and its spaces. */
async function importFor(
  call: AgentCall,
  { space: key, title: pageTitle, ...fields }: AskedPage,
  how: { overwrite: boolean; dryRun?: boolean; ifMatch?: string | undefined },
): Promise<Imported> {
  const { holder, requestId, address, signal, workers, importGate, clock } = call
  const { id: spaceId } = await spaceNamed(call, key)
  const { overwrite, dryRun = false, ifMatch } = how
  const body = Buffer.from(JSON.stringify({ ...fields, spaceId, pageTitle, overwrite, dryRun }))
  return importGate.hold({ key: `user ${holder.userId}`, signal }, () =>
    runImport(call, workers.prepareImport(body, { isHashed: false }, signal), {
      userId: holder.userId,
      spaceIds: holder.spaceIds,
      apiTokenId: noApiToken,
      via: 'mcp',
      tokenName: holder.tokenName,
      address,
      isCreateOnly: false,
      requestId,
      startedAt: clock(),
      arrivedAtMs: performance.now(),
      progress: { isRecorded: false },
      run: undefined,
      ifMatch: readIfMatch(ifMatch),
      hasLeft: () => signal.aborted,
      idempotencyOf: () => undefined,
    }),
  )
}
