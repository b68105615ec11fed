/** Puts folders into a preview of their space: all of an import, but that the space stays as it is. @module */
import { askPreview, previewEndpoint } from '../http-client/ask-preview.ts'
import { contractLimits } from '../importing/contract.ts'
import type { FolderEvent, FolderReport } from './folder-events.ts'
import type { FolderSettings } from './folder-options.ts'
import { runFolder } from './run/run-folder.ts'

/** What is told of a run on the page of its preview: one more of each than is listed, which says that there are more. */
const maxTold = 1_001

/**
 * Send folders into a preview. It shows them once all were sent; a run that is stopped leaves it as it was.
 * @param settings What, where to, and how.
 * @param name The name of the preview.
 * @throws {ImportError} When the service has no previews, or refuses this one.
 */
export async function previewFolder(settings: FolderSettings, name: string): Promise<FolderReport> {
  const { connection, spaceId, previewForMs: keepForMs, prune = false } = settings
  const { preview } = await askPreview(connection, name, 'begin', { spaceId, keepForMs })
  const told = listen(settings)
  // By a host token pages would be trashed, and not in a preview.
  const { hostToken: _, confirmPrune: __, ...others } = settings
  const { report } = await runFolder({
    ...others,
    connection: { ...connection, endpoint: previewEndpoint(connection.endpoint, name) },
    previewUrl: preview.url,
    onEvent: told.onEvent,
  })
  if (report.stoppedBy === undefined) {
    const { gone, staying } = partPages(report.withoutFile, prune)
    await askPreview(connection, name, 'show', { spaceId, gone, staying, ...told.report() })
  }
  return { ...report, preview: { name, url: preview.url } }
}

/**
 * Part pages without a file into those that go and those that stay, and say of each why.
 * @param pages The pages.
 * @param prune Whether any is to go.
 */
function partPages(pages: FolderReport['withoutFile'], prune: boolean) {
  const most = contractLimits.maxReservedPages
  const gone: { pageId: string; version: number }[] = []
  const staying: { file: string; pageId: string; why: string }[] = []
  for (const { file, pageId, version, staysBecause } of pages) {
    const mayGo = prune && version !== undefined && staysBecause === undefined
    if (mayGo && gone.length < most) {
      gone.push({ pageId, version })
    } else {
      const room = mayGo ? `a preview lets ${most} pages go` : 'nothing lets it go without --prune'
      staying.push({ file, pageId, why: staysBecause ?? room })
    }
  }
  return { gone, staying }
}

/** Collect what the page of the preview tells as well. */
function listen({ onEvent }: FolderSettings) {
  const warnings: object[] = []
  const failures = new Map<string, object>()
  return {
    onEvent(event: FolderEvent): void {
      onEvent?.(event)
      if (event.type === 'warning' && warnings.length < maxTold) {
        const { file, line, code, severity, message } = event
        warnings.push({ file, line, code, severity, message })
      } else if (event.type === 'page' && event.message !== undefined) {
        failures.set(event.file, { file: event.file, message: event.message })
      }
    },
    report: () => ({ warnings, failures: [...failures.values()].slice(0, maxTold) }),
  }
}
