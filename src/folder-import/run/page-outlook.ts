/** What a dry run finds of a page at its wiki, beside what would become of it. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage } from '../../http-client/import-page.ts'
import { requestPages } from '../../http-client/request-reservations.ts'
import type { AnswerPage } from '../../importing/contract.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageOutlook } from '../folder-events.ts'
import type { FolderRun } from './folder-run.ts'
import type { PlacedPage } from './placed-page.ts'
import { fieldsOf } from './send-page.ts'

export function outlookOf(
  { state, rivals }: FolderRun,
  { node, parentId }: PlacedPage,
  { page, foreseen, outcome }: ImportedPage,
): PageOutlook {
  if (foreseen === undefined) return {}
  const { title, edited, detaches, files: sends, requests } = foreseen
  const isHomepage = state.homepageTitle(node) !== undefined
  const isMoved = page !== undefined && page.parentId !== parentId && !isHomepage
  const mayBeSuffixed = outcome === 'created' && foreseen.titleClash === 'suffix'
  const rival = mayBeSuffixed ? rivals.get(node) : undefined
  return {
    ...(title !== node.title && !isHomepage && { titleThere: title }),
    ...(page !== undefined && page.title !== title && { renamedFrom: page.title }),
    ...(isMoved && { movedFrom: page.parentId }),
    ...(edited && { edited }),
    ...(detaches && { detaches }),
    ...(sends && { sends }),
    ...(requests !== undefined && { requests }),
    ...(rival && {
      remark: `${rival.path} wants this title as well: one of them gets it with that of the page above.`,
    }),
  }
}

/**
 * Look up known pages in batches.
 * @throws {ImportError} When the service cannot tell.
 */
export async function lookAtKnown(run: FolderRun): Promise<void> {
  const { manifest, moved, plan, seen, service, settings } = run
  const ids = plan.tree.nodes.flatMap((node) => {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    return entry === undefined || !(entry.isElsewhere || settings.planFile) ? [] : [entry.pageId]
  })
  if (ids.length === 0 || !(await service.reservesPages())) return
  const found = await requestPages(settings.connection, settings.spaceId, ids)
  for (const id of ids) seen.set(id, 'gone')
  for (const page of found) seen.set(page.id, page)
}

interface SeenPage {
  readonly outlook: PageOutlook
  readonly there?: AnswerPage
}

/**
 * Look at an unchanged page. The service is asked only if its version is not that of the last
 * import.
 */
export async function lookAtUnsent(
  run: FolderRun,
  { node, parentId, before }: PlacedPage,
  built: BuiltPage,
): Promise<SeenPage> {
  const { seen, settings } = run
  const there = seen.get(before?.entry.pageId ?? '')
  if (there === undefined) return { outlook: {} }
  if (there === 'gone') return { outlook: { remark: gone } }
  if (there.version === before?.entry.version) return { outlook: {}, there }
  const fields = { ...fieldsOf(run, { node, parentId }, built), overwrite: true, pageId: there.id }
  try {
    const { page = there, foreseen } = await importPage(settings.connection, fields)
    const edited = foreseen?.edited
    return { outlook: edited ? { edited } : { remark: versionOf(there) }, there: page }
  } catch (error) {
    if (!(error instanceof ImportError) || !ofPage.has(error.key)) throw error
    return { outlook: { remark: error.message }, there }
  }
}

/** The page is not sent, so these refusals are only reported. */
const ofPage: ReadonlySet<string> = new Set([
  ...['edited-elsewhere', 'comments-would-detach', 'already-exists', 'bad-request', 'not-found'],
])

const gone = 'The page is not there any more. To make it anew, import with --resend.'

function versionOf({ version }: AnswerPage): string {
  return `The page has version ${version}, which no import of this folder made.`
}
