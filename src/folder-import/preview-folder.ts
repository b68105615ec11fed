/** Puts folders into a preview of their space: all of an import, but that the space stays as it is. @module */
import { askPreview, previewEndpoint } from '../http-client/ask-preview.ts'
import { contractLimits } from '../importing/contract.ts'
import type { FolderEvent, FolderReport, PageWithoutFile } from './folder-events.ts'
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
  const shown = { ...report, preview: { name, url: preview.url } }
  if (report.stoppedBy !== undefined) return shown
  const withoutFile = report.withoutFile.map(fateOf(prune))
  const gone = withoutFile.flatMap(({ became, pageId, version }) =>
    became === undefined || version === undefined ? [] : [{ pageId, version }],
  )
  const staying = withoutFile.flatMap(({ became, file, pageId, staysBecause }) =>
    became === undefined ? [{ file, pageId, why: staysBecause ?? unpruned }] : [],
  )
  await askPreview(connection, name, 'show', { spaceId, gone, staying, ...told.report() })
  return { ...shown, withoutFile }
}

const unpruned = 'nothing lets it go without --prune'

/** Make what tells of pages without a file, one after the other, whether they go from the preview. */
function fateOf(prune: boolean): (page: PageWithoutFile) => PageWithoutFile {
  const most = contractLimits.maxReservedPages
  let gone = 0
  return (page) => {
    if (!prune || page.version === undefined || page.staysBecause !== undefined) return page
    gone += 1
    return gone > most
      ? { ...page, staysBecause: `a preview lets ${most} pages go` }
      : { ...page, became: 'gone' }
  }
}

/** Collect what the page of the preview tells as well. */
function listen({ onEvent }: FolderSettings) {
  const fresh: object[] = []
  const known: object[] = []
  const failures = new Map<string, object>()
  return {
    onEvent(event: FolderEvent): void {
      onEvent?.(event)
      if (event.type === 'warning') {
        const { file, line, code, severity, message, isNew = true } = event
        const told = isNew ? fresh : known
        if (told.length < maxTold) told.push({ file, line, code, severity, message, isNew })
      } else if (event.type === 'page' && event.message !== undefined) {
        failures.set(event.file, { file: event.file, message: event.message })
      }
    },
    report: () => ({
      warnings: [...fresh, ...known].slice(0, maxTold),
      failures: [...failures.values()].slice(0, maxTold),
    }),
  }
}
