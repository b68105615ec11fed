/** The version of this program, and what others install to run it. @module */
import { readFileSync } from 'node:fs'

const packageFile = new URL('../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(packageFile, 'utf8')).version

/** Whether the package is in npm's registry; before that its name there is nobody's. */
export const isPublished = false

/** What `npx --package` takes in jobs: before the release a file that users build and keep beside their docs. */
export const packageOfJobs: string = isPublished
  ? `markport@${version}`
  : `./tools/markport-${version}.tgz`
