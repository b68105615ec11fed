/** Private folders on the disk of this machine for runs under way. @module */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = `markport-run-${hostname()}-`
const placesInUse = new Set<string>()

/** Make a private folder, and remove those of processes that were killed. */
export async function makeRunPlace(): Promise<string> {
  await removeLeftPlaces()
  const place = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`)
  // Before it is there: another run of this process could take it for one that was left behind.
  placesInUse.add(place)
  await mkdir(place, { mode: 0o700 })
  return place
}

export async function removeRunPlace(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true, maxRetries: 3 })
  placesInUse.delete(place)
}

/** Remove the folders of processes that were killed. */
export async function removeLeftPlaces(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const place = join(tmpdir(), name)
    if (!name.startsWith(prefix) || placesInUse.has(place)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    // In a container every service has the same number.
    if (pid === process.pid || !isAlive(pid)) await removeRunPlace(place)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
