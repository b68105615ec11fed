/**
 * Test files that share a process: those of rooms that only make values of values. To load what they
 * test takes longer than to test it, and none of them leaves anything behind for another.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const pureRooms =
  /^src\/(?:adf|compare|convert|dialects|render|confluence\/(?:body|document|storage))\//
/** Enough for all cores to have some until the end. */
const groups = 8

/**
 * Put files together.
 * @param files The files of a run, from the root of the repository, in their order.
 * @param root The repository.
 * @param folder Where to write what stands for a group.
 * @returns Those that are on their own, and then the groups.
 */
export function inGroups(files: readonly string[], root: string, folder: string): string[] {
  const pure = files.filter((file) => pureRooms.test(file))
  const others = files.filter((file) => !pureRooms.test(file))
  const grouped = Map.groupBy(pure, (file) => pure.indexOf(file) % groups)
  const written = Array.from(grouped, ([number, members]) => {
    const path = join(folder, `group-${number}.test.mjs`)
    const lines = members.map(
      (file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`,
    )
    writeFileSync(path, lines.join(''))
    return path
  })
  return [...others, ...written]
}
