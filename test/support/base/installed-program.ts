/** Programs of the system that some campaigns need and the project does not bring along. @module */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function requirePrograms<Name extends string>(
  packages: Readonly<Record<Name, string>>,
): Record<Name, string> {
  const names = Object.keys(packages) as Name[]
  const found = names.map((name) => [name, findProgram(name)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name)
  if (missing.length > 0) {
    const wanted = [...new Set(missing.map((name) => packages[name]))].join(' ')
    process.stderr.write(
      `${missing.join(', ')}: not installed, so this campaign cannot run. On Debian: apt-get install ${wanted}\n`,
    )
    process.exit(2)
  }
  return Object.fromEntries(found) as Record<Name, string>
}

function findProgram(name: string): string | undefined {
  // Servers may be only in root's PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
