/** Hands out the link by which the first administrator chooses a password. @module */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OptionValues } from '../../config/config.ts'
import { isDiskFull } from '../../database/sqlite/disk-room.ts'
import { storePlace } from '../command-options.ts'
import type { CliContext } from '../context.ts'

const fileName = 'setup-link.txt'

/**
 * Say where the link is: on the terminal itself, or else in a file that only its owner reads, since
 * what is not a terminal is often a log that many do.
 * @param link The link; without one the file of before goes.
 */
export function announceSetupLink(
  link: string | undefined,
  values: OptionValues,
  { stderr }: CliContext,
): void {
  const place = storePlace(values)
  const file = 'dataDirectory' in place ? join(place.dataDirectory, fileName) : undefined
  // Also one that stands there with other rights, or is a link to elsewhere.
  if (file !== undefined) rmSync(file, { force: true })
  if (link === undefined) return
  const before = 'The administrator "admin" has no password yet.'
  if ((stderr.stream as { isTTY?: boolean }).isTTY) {
    stderr.lines([`${before} This link lets them choose one, once:`, `  ${link}`])
  } else if (file === undefined || !isWritten(file, link)) {
    stderr.line(`${before} "markport user link admin" prints a link that lets them choose one.`)
  } else {
    stderr.lines([
      `${before} A link that lets them choose one, once, is in:`,
      `  ${file}`,
      '"markport user link admin" prints another.',
    ])
  }
}

/** Write the file, unless the disk has no room for it. */
function isWritten(file: string, link: string): boolean {
  try {
    writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    rmSync(file, { force: true })
    if (!isDiskFull(dirname(file))) throw error
    return false
  }
}
