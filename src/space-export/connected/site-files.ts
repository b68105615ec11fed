/** The files of a page at its site, as an export names and reads them. @module */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind } from '../../confluence/confluence-error.ts'
import type { ConfluenceSite, RemoteAttachment, RemotePage } from '../../confluence/site.ts'
import type { Database } from '../../database/database.ts'
import type { SpaceConnection } from '../../delivery/connections/space-connection.ts'
import { listRecordedFiles, type RecordedFile } from '../../delivery/records/recorded-pages.ts'
import { UnreadablePartError } from '../export-entries.ts'
import type { PageOfSite, SiteBody } from './site-page-text.ts'

/** The site that an export reads, and what the store knows of it. */
export interface SiteOfExport {
  readonly database: Database
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
}

type Imported = NonNullable<SiteBody['imported']>

export interface FilesOfPage {
  readonly named: Pick<PageOfSite, 'files' | 'fileNames' | 'endings'>
  readonly byDigest: ReadonlyMap<string, RemoteAttachment>
  /** Names what is there in place of files that people put there under the same name. */
  replaced(imported: Imported): Imported
}

export const noFiles: FilesOfPage = {
  named: { files: [], fileNames: {}, endings: {} },
  byDigest: new Map(),
  replaced: (imported) => imported,
}

/** Files are told apart by the bytes that were sent, where the site still has those, or by what they are. */
export async function readSiteFiles(
  { id, body = '' }: RemotePage,
  imported: Imported | undefined,
  { database, connection, site }: SiteOfExport,
  patience: PatienceWithSite,
): Promise<FilesOfPage> {
  const text = `${body}${imported?.markdown ?? ''}`
  if (!/"media|ri:attachment|\/download\/attachments\/|attachment:/.test(text)) return noFiles
  const there = await askForPart(patience, () => site.listAttachments(id))
  const recorded = await listRecordedFiles(database, Number(connection.spaceId), id)
  const digests = new Map<string, string>()
  const byDigest = new Map<string, RemoteAttachment>()
  const named = { files: [], fileNames: {}, endings: {} } as {
    files: PageOfSite['files'][number][]
    fileNames: Record<string, string>
    endings: Record<string, string>
  }
  for (const file of there) {
    const known = recorded.find(({ attachmentId }) => attachmentId === file.id)
    const own = createHash('sha256')
      .update(`${file.id} ${file.fileId ?? file.path}`)
      .digest('hex')
    const sha256 = known !== undefined && isSameFile(known, file) ? known.sha256 : own
    if (known !== undefined) digests.set(known.sha256, sha256)
    byDigest.set(sha256, file)
    named.files.push({ sha256, name: file.name, fileId: file.fileId ?? file.name })
    named.endings[sha256] = endingOf(file)
    if (!file.mediaType.startsWith('image/')) named.fileNames[sha256] = file.name
  }
  return {
    named,
    byDigest,
    replaced: (sent) => ({
      ...sent,
      markdown: sent.markdown.replace(
        /(?<=attachment:)[0-9a-f]{64}/g,
        (sha256) => digests.get(sha256) ?? sha256,
      ),
    }),
  }
}

/** New bytes have another id on Cloud; on Data Center they are another version, with another comment. */
function isSameFile({ sha256, fileId }: RecordedFile, file: RemoteAttachment): boolean {
  if (fileId !== null) return file.fileId === fileId
  return file.comment === `sha256:${sha256}` || /[?&]version=1(?:&|$)/.test(file.path ?? '')
}

function endingOf({ name, mediaType }: RemoteAttachment): string {
  const [, ending] = /\.(\w{1,8})$/.exec(name) ?? []
  return ending?.toLowerCase() ?? /^image\/(\w+)/.exec(mediaType)?.[1] ?? 'bin'
}

/** Read the bytes of a file; undefined for one that no page has. */
export async function readSiteFile(
  file: RemoteAttachment | undefined,
  site: ConfluenceSite,
  patience: PatienceWithSite,
): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined
  const { path, name } = file
  if (path === undefined) throw new UnreadablePartError(`The site does not tell where ${name} is.`)
  return askForPart(patience, () => site.readFile(path))
}

/** A site that asks to be left alone for longer is taken for one that does not answer. */
const maxPatienceMs = 10 * 60_000
/** Then it answers nothing, and no further page is waited for. */
const maxLostInARow = 6
/** It does not answer, or something before it does. */
const awayKinds = ['unavailable', 'foreign'] as const

/** With a site that asks to be left alone for a while, or does not answer. */
export interface PatienceWithSite {
  readonly signal: AbortSignal
  lostInARow: number
}

/** Ask again once the site wants to be asked, however long that takes within reason. */
export async function patiently<Answer>(
  { signal }: PatienceWithSite,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const end = performance.now() + maxPatienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const delayMs = isOfKind(error, ...awayKinds) ? error.retryAfterMs : undefined
      if (delayMs === undefined || performance.now() + delayMs > end) throw error
      await wait(delayMs, undefined, { signal })
    }
  }
}

/** Ask for a part of the export: what fails with it alone is told, and the rest goes on. */
export async function askForPart<Answer>(
  patience: PatienceWithSite,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await patiently(patience, ask)
    patience.lostInARow = 0
    return answer
  } catch (error) {
    patience.lostInARow += isOfKind(error, ...awayKinds) ? 1 : 0
    const isOfAll = isOfKind(error, 'credential') || patience.lostInARow >= maxLostInARow
    const isOfPart = isOfKind(error, ...awayKinds, 'bad-request', 'not-found', 'removed')
    if (isOfAll || !isOfPart) throw error
    throw new UnreadablePartError(error.message, { cause: error })
  }
}
