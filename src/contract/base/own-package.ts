/**
 * Finds packages and programs at run time, because native code and separate programs cannot be
 * bundled with the client or the converter.
 * @module
 */
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

const thisFile = import.meta.url ?? pathToFileURL(process.argv[1] ?? 'bundle.js').href
// Bundlers follow what an imported `createRequire` loads.
const { createRequire } = process.getBuiltinModule('node:module')

/** Load a package that stands beside this one, or beside the bundle. */
export const requirePackage: NodeJS.Require = createRequire(thisFile)

/**
 * Find a program of this package.
 * @param path Its path in `src`, without extension: that is `.ts` in a checkout, `.js` when built.
 */
export function programUrl(path: string): URL {
  const url = new URL(`../../${path}${extname(thisFile)}`, thisFile)
  if (existsSync(url)) return url
  const manifest = requirePackage.resolve('markport/package.json')
  return new URL(`dist/${path}.js`, pathToFileURL(manifest))
}
