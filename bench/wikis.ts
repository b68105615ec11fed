/** `npm run bench:wikis -- [FILES]`: a folder into Markport, and its pages into DokuWiki and MediaWiki (Debian's packages). @module */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareStore } from '../test/support/prepared-store.ts'
import { startService } from '../test/support/service/service-process.ts'
import { dokuwikiByProgram, dokuwikiByRequests } from './support/dokuwiki.ts'
import { writeLinkedFolder } from './support/linked-folder.ts'
import { mediawiki } from './support/mediawiki.ts'
import type { OtherWiki } from './support/other-wiki.ts'
import { treeMicroseconds } from './support/process-threads.ts'

const run = promisify(execFile)
const count = Number(process.argv[2] ?? 1_000)
const folder = mkdtempSync(join(tmpdir(), 'markport-wikis-'))
const docs = join(folder, 'docs')
const paths = writeLinkedFolder(docs, count)
const pages = new Map(paths.map((path) => [path, readFileSync(join(docs, path), 'utf8')]))

const markport: OtherWiki = {
  name: 'Markport, `markport import`',
  program: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
  async start(dataDirectory) {
    const store = await prepareStore({ dataDirectory })
    await store.database.close()
    const service = await startService({ dataDirectory })
    const { token, space } = store
    const target = ['--endpoint', service.endpoint, '--space', space.key]
    const args = [...target, '--parent', space.homepageId, '--json']
    let counts = { created: 0 }
    return {
      async importPages() {
        const env = { ...process.env, MARKPORT_TOKEN: token }
        const command = [markport.program, 'import', ...args, docs]
        const { stdout } = await run(process.execPath, command, { env, maxBuffer: 2 ** 26 })
        counts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '').counts
      },
      // Markport also makes pages for folders.
      countPages: async () => Math.min(count, counts.created),
      async stop() {
        await service.end('SIGTERM')
      },
    }
  },
}

process.stdout.write('| | pages/s | processor ms a page |\n| --- | --- | --- |\n')
for (const wiki of [markport, dokuwikiByProgram, dokuwikiByRequests, mediawiki]) {
  const row = existsSync(wiki.program)
    ? await measure(wiki)
    : ['not installed', `there is no ${wiki.program}`]
  process.stdout.write(`| ${[wiki.name, ...row].join(' | ')} |\n`)
}
rmSync(folder, { recursive: true, force: true })

async function measure({ name, start }: OtherWiki): Promise<string[]> {
  const wiki = await start(mkdtempSync(join(folder, 'wiki-')), pages)
  const usedBefore = treeMicroseconds(process.pid)
  const startedAt = performance.now()
  await wiki.importPages()
  const seconds = (performance.now() - startedAt) / 1_000
  const usedMs = (treeMicroseconds(process.pid) - usedBefore) / 1_000
  const found = await wiki.countPages()
  await wiki.stop()
  if (found !== count) throw new Error(`${name} has ${found} pages of ${count}`)
  return [(count / seconds).toFixed(1), (usedMs / count).toFixed(2)]
}
