/** `npm run search-relevance -- PATH…`: how often the search finds the answer, beside MiniSearch and Pagefind. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seededRandom } from '../test/support/base/seeded-random.ts'
import { importDocs } from '../test/support/folders/docs-folder.ts'
import { prepareStore } from '../test/support/prepared-store.ts'
import {
  ask,
  makeQuestions,
  type Question,
  questionKinds,
  searchedPages,
  searchOver,
} from '../test/support/relevance/questions.ts'
import { startService } from '../test/support/service/service-process.ts'
import { type SearchPeer, searchPeers } from './support/relevance-peers.ts'

const perKind = 100
const seed = 7

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name the folders to import.')
const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-relevance-'))
const store = await prepareStore({ dataDirectory })
const service = await startService({ dataDirectory })
for (const [index, path] of paths.entries()) {
  const space = index === 0 ? store.space : await store.createSpace(`T${index}`)
  const { report } = await importDocs(
    { endpoint: service.endpoint, space, token: store.token },
    { path: resolve(path) },
  )
  process.stderr.write(`${path}: ${JSON.stringify(report.counts)}\n`)
}
const pages = await searchedPages(store.database)
const questions = makeQuestions(pages, perKind, seededRandom(seed))
process.stdout.write(`${pages.length} pages, ${questions.length} questions\n\n`)
const own: SearchPeer = {
  name: 'Markport',
  hasPlaces: true,
  search: (asked) => searchOver(service.url, asked),
  close: async () => {},
}
row('search', 'questions', 'asked', 'at 1', 'at 3', 'at 10', 'first place')
row('---', '---', '---', '---', '---', '---', '---')
const peers = await searchPeers(pages)
for (const peer of [own, ...peers]) {
  await report(peer, 'all', questions)
  for (const kind of questionKinds) {
    await report(
      peer,
      kind,
      questions.filter((question) => question.kind === kind),
    )
  }
  await peer.close()
}
await service.end('SIGKILL')
await store.database.close()
rmSync(dataDirectory, { recursive: true, force: true })

async function report(peer: SearchPeer, kind: string, some: readonly Question[]): Promise<void> {
  const { asked, at1, at3, at10, place } = await ask(some, peer.search)
  const share = (count: number): string => `${((100 * count) / asked).toFixed(1)} %`
  const landed = peer.hasPlaces ? share(place) : '–'
  row(peer.name, kind, String(asked), share(at1), share(at3), share(at10), landed)
}

function row(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
