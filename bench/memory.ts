/** `npm run bench:memory -- [SECONDS] [PROGRAM…]`: memory of all processes, idle and under load. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { runLoad } from './load.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { type TreeMemory, treeMemory } from './support/process-threads.ts'

const [seconds = '60', ...named] = process.argv.slice(2)
const here = resolve(import.meta.dirname, '../bin/markport.js')
const programs = named.length === 0 ? [here] : named.map((program) => resolve(program))
const idleMs = 10_000
const sampleMs = 200
const connections = 64

process.stdout.write('MB of all processes, resident: each with what they share, and shared once\n')
for (const program of programs) await measure(program)

async function measure(program: string): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-memory-'))
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  const serve = ['serve', '--json', '--listen', '127.0.0.1:0', '--data', dataDirectory]
  const service = await startProcess([program, ...serve])
  await sleep(idleMs)
  const told = [tell('idle', treeMemory(service.pid))]
  for (const kilobytes of [10, 100]) {
    const content = sampleMarkdown(kilobytes * 1024, 'Sample')
    const { id: spaceId, homepageId: parentId } = store.space
    let imports = 0
    const load = runLoad({
      endpoint: service.endpoint,
      connections,
      seconds: Number(seconds),
      headers: { authorization: `Bearer ${store.token}` },
      nextRequest() {
        imports += 1
        const pageTitle = `${kilobytes} KB, ${imports}`
        return { body: JSON.stringify({ spaceId, parentId, pageTitle, content }) }
      },
    })
    const most = await mostUntil(load, service.pid)
    const { perSecond } = await load
    told.push(`${tell(`${kilobytes} KB`, most)} at ${Math.round(perSecond)}/s`)
  }
  await sleep(idleMs)
  told.push(tell('idle again', treeMemory(service.pid)))
  process.stdout.write(`${told.join('; ')}  ${program}\n`)
  await service.end('SIGKILL')
  rmSync(dataDirectory, { recursive: true, force: true })
}

async function mostUntil(load: Promise<unknown>, pid: number): Promise<TreeMemory> {
  let isOver = false
  const over = (): void => {
    isOver = true
  }
  load.then(over, over)
  let most: TreeMemory = { rssMb: 0, pssMb: 0 }
  while (!isOver) {
    const { rssMb, pssMb } = treeMemory(pid)
    most = { rssMb: Math.max(most.rssMb, rssMb), pssMb: Math.max(most.pssMb, pssMb) }
    await sleep(sampleMs)
  }
  return most
}

function tell(when: string, { rssMb, pssMb }: TreeMemory): string {
  return `${when} ${Math.round(rssMb)} (${Math.round(pssMb)})`
}
