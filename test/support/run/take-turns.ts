/** Runs test files in one process, one after the other, each as a test that has its name. @module */
import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beginFiles, endFile, endFiles, useFreshConnections } from './between-files.ts'
import { startTime } from './processor-time.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Time for the process to end by itself. */
const lingerMs = Number(process.env.MARKPORT_TEST_LINGER_MS ?? 60_000)
/** In a shared process no single file can be blamed for what stays open, so it is ended after this time. */
const sharedLingerMs = 10_000
/** Garbage of hundreds of files would count against the memory budget of services. */
export const maxFiles = 48
/** Ends what hangs, even on a slow and busy machine. */
const timeout = 20 * 60_000

/** Ends what stays open after the last file; `--test-force-exit` would lose lines of the report. */
export async function takeTurns(folder: string, files: readonly string[]): Promise<void> {
  useFreshConnections()
  beginFiles()
  let current: string | undefined
  process.on('exit', () => {
    if (current === undefined) return
    process.stderr.write(`The process ended in ${current}\n`)
    process.exitCode = 1
  })
  /** What closes by itself, such as sockets, does not count. */
  const suspects: string[] = []
  let taken = 0
  // Without a running test, Node would take the tests for done.
  await test('files in turn', async () => {
    for (const file of files) {
      if (taken === maxFiles) break
      if (!isFree(join(folder, `taken-${encodeURIComponent(file)}`))) continue
      taken += 1
      current = file
      const before = running()
      const noteTime = startTime(file)
      // Tests of a suite begin when the whole file is loaded, so its set-up belongs to the suite.
      await test(file, { timeout }, () => {
        describe('its tests', () => import(pathToFileURL(resolve(root, file)).href))
      })
      await endFile()
      noteTime()
      if (running() > before) suspects.push(file)
    }
    current = undefined
    await endFiles()
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
