/** Runs test files in one process, one after the other, each as a test that has its name. @module */
import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { useFreshConnections } from '../base/fresh-connections.ts'
import { releaseAll } from '../base/releases.ts'
import { startTime } from './processor-time.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** How long the process may take to end by itself; only what something keeps open reaches it. */
const lingerMs = Number(process.env.MARKPORT_TEST_LINGER_MS ?? 60_000)
/** Of several files none can be blamed, since what one keeps may serve the next: the process is ended. */
const sharedLingerMs = 10_000
/**
 * A service refuses imports when its process is about to hold more than its budget, and what hundreds of
 * files leave to the garbage collector would count.
 */
export const maxFiles = 48
/** For a whole file, on a machine that is slow and busy: it ends what hangs, and judges nothing. */
const timeout = 20 * 60_000

/**
 * Run the files that no other process has taken, and end what goes on although they are over: Node's own
 * `--test-force-exit` ends every process at once, and with it loses lines of its report.
 * @param folder Where the processes that share the files tell each other what they took.
 * @param files The files, from the root of the repository, in the order in which they begin.
 */
export async function takeTurns(folder: string, files: readonly string[]): Promise<void> {
  useFreshConnections()
  let current: string | undefined
  process.on('exit', () => {
    if (current === undefined) return
    process.stderr.write(`The process ended in ${current}\n`)
    process.exitCode = 1
  })
  /** Files after which more ran than before: what closes by itself, such as sockets, does not count. */
  const suspects: string[] = []
  let taken = 0
  // Node takes the tests for done when it knows of no other: what has one below it is not.
  await test('files in turn', async () => {
    for (const file of files) {
      if (taken === maxFiles) break
      if (!isFree(join(folder, `taken-${encodeURIComponent(file)}`))) continue
      taken += 1
      current = file
      const before = running()
      const noteTime = startTime(file)
      // What a file sets up belongs to the suite, whose tests begin when all of the file is loaded.
      await test(file, { timeout }, () => {
        describe('its tests', () => import(pathToFileURL(resolve(root, file)).href))
      })
      await releaseAll()
      noteTime()
      if (running() > before) suspects.push(file)
    }
    current = undefined
  })
  if (taken > 1) setTimeout(endShared, sharedLingerMs, suspects).unref()
  else setTimeout(endProcess, lingerMs, suspects).unref()
}

function isFree(place: string): boolean {
  try {
    closeSync(openSync(place, 'wx'))
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    return false
  }
}

function running(): number {
  return openResources().filter((name) =>
    /^((TCPServer|PipeServer|Process)Wrap|Timeout)$/.test(name),
  ).length
}

function openResources(): string[] {
  return process.getActiveResourcesInfo()
}

/** The tests decide whether it has failed. */
function endShared(suspects: readonly string[]): never {
  process.stderr.write(
    `Left open after one of ${suspects.join(', ')}: ${openResources().join(', ')}\n`,
  )
  process.exit()
}

function endProcess(suspects: readonly string[]): never {
  const open = openResources().join(', ')
  process.stderr.write(
    `A test file does not end although its tests are over: ${suspects.join(', ')}. It left open: ${open}\n`,
  )
  process.exit(1)
}
