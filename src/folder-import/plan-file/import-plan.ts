/** A look before a leap: what an import would do, as a file keeps it. @module */
import type { AnswerPage } from '../../importing/contract.ts'
import type { FolderReport, PageOutlook, PageResult, PageWithoutFile } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'

/** What would become of the page of one file. */
export interface PlannedPage
  extends PageOutlook,
    Pick<PageResult, 'title' | 'outcome' | 'message' | 'key' | 'adopts'> {
  /** The file as seen from the folder that the tree starts at; a folder without a README ends with `/`. */
  readonly file: string
  /** What it would stand below: a file in the same way, or the id of a page. */
  readonly below: string
  /** Of all that is sent but for the addresses of pages; absent where the file could not be read. */
  readonly digest?: string
  /** The page that is there, as it is. */
  readonly page?: ThePage
  /** The last import of the folder wrote the page as it is. */
  readonly isOurs?: boolean
}

type ThePage = Pick<AnswerPage, 'id' | 'version' | 'title' | 'parentId' | 'url'>

/** What an import goes by that a look at it went by as well. */
export type PlannedOptions = Pick<
  FolderSettings,
  'overwrite' | 'frontPage' | 'resend' | 'keepTitleHeading'
> & { readonly prune: boolean; readonly archive: boolean }

/** The file of a plan; it holds no credential. */
export interface ImportPlan {
  readonly version: 1
  /** In ISO 8601. */
  readonly madeAt: string
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly options: PlannedOptions
  readonly counts: FolderReport['counts']
  /** Requests that Confluence would be sent. */
  readonly requests?: number
  /** Parents before children. */
  readonly pages: readonly PlannedPage[]
  /** Pages that would be taken away, and those that would stay though no file stands for them. */
  readonly withoutFile: readonly PageWithoutFile[]
}

/**
 * Tell what an import goes by.
 * @param settings Its settings.
 */
export function plannedOptions({
  overwrite,
  frontPage,
  resend,
  keepTitleHeading,
  prune = false,
  archive = false,
}: FolderSettings): PlannedOptions {
  return { overwrite, frontPage, resend, keepTitleHeading, prune, archive }
}

/**
 * Tell where an import goes.
 * @param settings Its settings.
 */
export function plannedTarget({
  connection,
  spaceId: space,
  parentId: parent,
}: FolderSettings): Pick<ImportPlan, 'endpoint' | 'space' | 'parent'> {
  const url = new URL(connection.endpoint)
  return { endpoint: `${url.origin}${url.pathname}`, space, parent }
}

/** Leave out what else an answer says. */
export function pickPage({ id, version, title, parentId, url }: AnswerPage): ThePage {
  return { id, version, title, parentId, url }
}
