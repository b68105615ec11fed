/**
 * Imports a folder from a browser like the command line does, and streams the events
 * of the run back. The browser sends the folder for the dry run and again for the import, so the
 * server keeps nothing between the two.
 * @module
 */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { Context } from 'hono'
import { RequestError, toRequestError } from '../../../contract/errors.ts'
import type { FolderEvent } from '../../../folder/folder-events.ts'
import { parseId } from '../../../store/ids.ts'
import { refusalOf } from '../../../wiki/import/decide.ts'
import { findPages } from '../../../wiki/import/import-place.ts'
import { RunError } from '../../folder-runs/bounded-process.ts'
import { importInProcess } from '../../folder-runs/import-process.ts'
import { folderLimits, receiveFolder, type SentFolder } from '../../folder-runs/receive-folder.ts'
import { makeRunPlace, removeRunPlace } from '../../folder-runs/run-access.ts'
import { logFailure } from '../../http/error-answer.ts'
import { letArriveSlowly } from '../../http/http-server.ts'
import { dropBody } from '../../http/limit-body.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { viewerOf, type WebScope } from '../pages.ts'
import { formProblem } from './form-problem.ts'

const maxRunMs = 15 * 60_000
/** Proxies and our own server close silent connections. */
const beatMs = 10_000
const stallMs = 60_000
const maxSourceLength = 200

/** Maximum time of an upload and its import. */
export const maxFolderMs: number = folderLimits.maxMs + maxRunMs

export async function takeFolder(
  c: Context<WebScope>,
  dependencies: ServiceParts,
): Promise<Response> {
  const { incoming } = c.env
  const { signal } = c.req.raw
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  letArriveSlowly(incoming)
  const caller = { key: `user ${viewerOf(c).userId}`, signal }
  const importing = dependencies.folderGate.hold(caller, async () => {
    const place = await makeRunPlace()
    try {
      const upload = await receiveFolder(incoming, signal)
      const run = await prepareRun(c, upload, dependencies)
      try {
        const folder = join(place, run.folderName)
        // Mark the folder as a repository, so that the import finds no other one around it.
        await mkdir(join(folder, '.git'), { recursive: true })
        await upload.unpack(folder)
        const lines = new PassThrough()
        resolve(c.body(Readable.toWeb(lines) as ReadableStream, 200, headers))
        await streamRun(lines, { ...run, place, folder }, signal, (error) =>
          logFailure(dependencies.log, c.get('requestId'), error),
        )
      } finally {
        run.close()
      }
    } finally {
      await removeRunPlace(place)
    }
  })
  importing.catch(reject)
  try {
    return await promise
  } catch (error) {
    // Browsers read an error only after they have sent everything.
    await dropBody(incoming, folderLimits.maxBytes)
    throw error
  }
}

const headers = {
  'Content-Type': 'application/x-ndjson',
  'Cache-Control': 'no-store',
  // Keep proxies from buffering the lines.
  'X-Accel-Buffering': 'no',
}

interface PreparedRun {
  readonly spaceId: string
  readonly parentId: string
  readonly folderName: string
  readonly options: readonly string[]
  readonly endpoint: string
  readonly token: string
  close(): void
}

/** @throws {RequestError} When the user may not import there. */
async function prepareRun(
  c: Context<WebScope>,
  { head }: SentFolder,
  { wikis, ids, tokens, openImports }: ServiceParts,
): Promise<PreparedRun> {
  const { userId } = viewerOf(c)
  const text = (name: string): string => (typeof head[name] === 'string' ? head[name] : '')
  const [spaceId, parentId, source] = [text('spaceId'), text('parentId'), text('source').trim()]
  if (source === '' || source.length > maxSourceLength || /[\u0000-\u001f]/.test(source)) {
    const rule = `Give the source a name of at most ${maxSourceLength} characters.`
    throw new RequestError('bad-request', rule)
  }
  const space = parseId(spaceId)
  const request = { spaceId, findPages: [parentId] }
  const [parent] = space === undefined ? [] : await findPages(wikis, request, { userId })
  if (space === undefined || parent === undefined) {
    throw refusalOf('not-found')
  }
  const token = await tokens.begin({
    id: await ids.nextId(),
    name: 'folder-upload',
    userId,
    spaceId: space,
    isAdministration: false,
  })
  const imports = await openImports()
  return {
    spaceId,
    parentId,
    folderName: folderName(text('name')),
    options: [
      `--source=${source}`,
      ...(head.isDryRun === false ? [] : ['--dry-run']),
      ...(head.prune === true ? ['--prune', '--yes'] : []),
    ],
    endpoint: imports.endpoint,
    token: token.text,
    close() {
      token.close()
      imports.close()
    },
  }
}

/** The folder's name becomes a missing title; unusual names are replaced. */
function folderName(name: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u.test(name) ? name : 'files'
}

interface RunningImport extends PreparedRun {
  readonly place: string
  readonly folder: string
}

interface FailedRun {
  readonly type: 'failed'
  readonly message: string
}

/**
 * Rewords a message of `markport import` for the form. Advice to use an option becomes advice to
 * change the form's field; where the form has no such field, the advice is cut off.
 */
function wordForBrowsers(message: string): string {
  return message
    .replace(/Name another source with --source, .*$/, 'Give the source another name.')
    .replace('Check --space, --parent and --endpoint.', 'Choose another place.')
    .replace(/ \(--[a-z-]+\)/, '')
    .replace(/[.:;] (?:[^.:]* )?--[a-z][a-z-]*[^.]*\.(?: .*)?$/, '.')
}

/** Streams events as JSON lines; a failed run ends with `failed`. */
async function streamRun(
  lines: PassThrough,
  { place, folder, options, ...target }: RunningImport,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const callerGone = new AbortController()
  lines.once('close', () => callerGone.abort())
  // A client may leave at any time.
  lines.on('error', () => {})
  const abortSignal = AbortSignal.any([signal, callerGone.signal])
  const send = async (event: FolderEvent | FailedRun): Promise<void> => {
    const line = JSON.stringify(event, (name, value) =>
      name === 'message' || name === 'stoppedBy' ? wordForBrowsers(value) : value,
    )
    // Hide the path of the temporary folder.
    if (lines.write(`${line.replaceAll(`${place}/`, '')}\n`)) return
    const stalled = AbortSignal.timeout(stallMs)
    await once(lines, 'drain', { signal: AbortSignal.any([abortSignal, stalled]) }).catch(
      (error) => {
        lines.destroy()
        throw error
      },
    )
  }
  const beat = setInterval(() => lines.write('\n'), beatMs)
  try {
    await importInProcess({
      ...target,
      folder,
      top: folder,
      home: place,
      options,
      timeoutMs: maxRunMs,
      signal: abortSignal,
      onEvent: send,
    })
  } catch (error) {
    if (abortSignal.aborted) return
    const isWorded = error instanceof RunError
    if (!isWorded) onFailure(error)
    const message = isWorded ? error.message : formProblem(toRequestError(error)).text
    await send({ type: 'failed', message })
  } finally {
    clearInterval(beat)
    lines.end()
  }
}
