/** The version of this program, and the package that others install. @module */
import { readFileSync } from 'node:fs'

const packageFile = new URL('../../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(packageFile, 'utf8')).version

/** Whether the package is on npm; until then nobody owns its name there. */
export const isPublished = false

/**
 * The argument of `npx --package` in CI jobs. Before the release it is a file that users build and
 * keep beside their docs.
 */
export const packageOfJobs: string = isPublished
  ? `markport@${version}`
  : `./tools/markport-${version}.tgz`
