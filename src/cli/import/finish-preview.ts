/** `--apply-preview` and `--end-preview` of an import: what becomes of a preview that was sent. @module */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../base/visible-text.ts'
import type { OptionValues } from '../../config/config.ts'
import { askPreview } from '../../http-client/ask-preview.ts'
import { findEndpoint } from '../../http-client/find-endpoint.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { PreviewAnswer } from '../../importing/contract-answers.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { printResult } from '../output.ts'
import { readImportTarget } from './import-target.ts'
import { readImportToken } from './import-token.ts'

/**
 * Apply or end a preview.
 * @param asked What is to become of which preview, and the configuration that was named.
 * @throws {CommandError} When it could not be, or the space has changed.
 */
export async function finishPreview(
  command: Command,
  asked: {
    readonly action: 'apply' | 'end'
    readonly name: string
    readonly config: string | undefined
  },
  context: CliContext,
): Promise<void> {
  const target = readImportTarget(command, context, { base: resolve(), config: asked.config })
  const { values } = target
  const { endpoint, space } = readPlace(values)
  const token = readImportToken(target.tokenFile('tokenFile'), context.env)
  const isJson = values.json ?? false
  await target.confirm(isJson)
  const patience = { timeoutMs: values.timeout as number }
  try {
    const found = await findEndpoint(endpoint, patience)
    const connection = { ...patience, endpoint: found, token }
    const answer = await askPreview(connection, asked.name, asked.action, { spaceId: space })
    tell(answer, isJson, context)
  } catch (error) {
    throw error instanceof ImportError ? new CommandError(error.message) : error
  }
}

function tell(answer: PreviewAnswer, isJson: boolean, context: CliContext): void {
  const { key, preview, counts, changes = [] } = answer
  const json = { key, ...preview, ...(counts && { counts }), ...(counts ? {} : { changes }) }
  printResult(context, isJson, json, () => [
    ...changes.map(({ title, pageId, message }) => `${title} (${pageId}): ${message}`),
    ...Object.entries(counts ?? {})
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${outcome.padEnd(9)}  ${counted(count, 'page')}`),
    ...(changes.length === 0 ? [answer.body] : []),
  ])
  if (changes.length > 0) {
    throw new CommandError(`${answer.body.replace(/^Error: /, '')} It is at ${preview.url}.`)
  }
}

function readPlace({ endpoint, space }: OptionValues): { endpoint: string; space: string } {
  if (endpoint === undefined || space === undefined) {
    throw new UsageError(
      '--endpoint and --space must be given, as flag, as variable or in markport.json.',
    )
  }
  return { endpoint, space }
}
