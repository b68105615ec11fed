/**
 * Which services this user lets tokens go to, where only a file of the imported folder names them. Kept
 * in the user's own folder, https://specifications.freedesktop.org/basedir-spec/latest/
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { ask } from '../ask.ts'
import { type CliContext, UsageError } from '../context.ts'

/** What is asked about. */
export interface NamedEndpoint {
  readonly endpoint: string
  /** The file that names it. */
  readonly file: string
}

/**
 * Make sure that the user wants tokens to go there: who said so once is not asked again.
 * @param named The service, and the file that names it.
 * @param context Where the answers are kept, and the terminal.
 * @param isJson Whether programs read what is printed.
 * @throws {UsageError} When nobody says so.
 */
export async function confirmEndpoint(
  { endpoint, file }: NamedEndpoint,
  context: CliContext,
  isJson: boolean,
): Promise<void> {
  const place = placeOf(context.env)
  const folder = dirname(file)
  const known = place === undefined ? [] : readConfirmed(place)
  if (known.some((one) => one.endpoint === endpoint && one.folder === folder)) return
  const isWanted = ask(context, isJson, 'Send your token there?')
  if (isWanted !== undefined) context.stderr.line(`${file} names the service ${endpoint}.`)
  if (!(await isWanted?.())) {
    throw new UsageError(
      `${file} is part of what is imported, and does not decide where your token goes. If ${endpoint} is right, give it as --endpoint or MARKPORT_ENDPOINT, or the file as --config.`,
    )
  }
  if (place !== undefined) writeConfirmed(place, [...known, { folder, endpoint }])
}

interface Confirmed {
  readonly folder: string
  readonly endpoint: string
}

function placeOf({ XDG_CONFIG_HOME, APPDATA, HOME }: CliContext['env']): string | undefined {
  const folders = [XDG_CONFIG_HOME, APPDATA, HOME && join(HOME, '.config')]
  const folder = folders.find((one) => one && isAbsolute(one))
  return folder && join(folder, 'markport', 'endpoints.json')
}

/** What cannot be read confirms nothing. */
function readConfirmed(place: string): readonly Confirmed[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(place, 'utf8'))
    return Array.isArray(kept) ? kept.map((one) => Object(one) as Confirmed) : []
  } catch {
    return []
  }
}

function writeConfirmed(place: string, confirmed: readonly Confirmed[]): void {
  makeFolder(dirname(place), 0o700)
  const temporary = `${place}.${randomUUID()}`
  writeFileSync(temporary, `${JSON.stringify(confirmed, null, 1)}\n`, { flag: 'wx', mode: 0o600 })
  renameSync(temporary, place)
}
