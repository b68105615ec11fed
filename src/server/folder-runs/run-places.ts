/** Private temporary folders of runs. @module */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = `markport-run-${hostname()}-`
const placesInUse = new Set<string>()

/** Makes a folder for a run, and removes the folders of killed processes. */
export async function makeRunPlace(): Promise<string> {
  await removeLeftPlaces()
  const place = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`)
  // Register the folder before it exists, so that no other run of this process removes it.
  placesInUse.add(place)
  await mkdir(place, { mode: 0o700 })
  return place
}

export async function removeRunPlace(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true, maxRetries: 3 })
  placesInUse.delete(place)
}

export async function removeLeftPlaces(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const place = join(tmpdir(), name)
    if (!name.startsWith(prefix) || placesInUse.has(place)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    // In containers every service has the same process id.
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
