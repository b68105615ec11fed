/** DokuWiki of Debian's package: pages by its own program, and by requests to PHP's own server. @module */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { OtherWiki } from './other-wiki.ts'

const run = promisify(execFile)
const root = '/usr/share/dokuwiki'
const program = `${root}/bin/dwpage.php`
const endpoint = '/lib/exe/xmlrpc.php'
const connections = 3

export const dokuwikiByProgram: OtherWiki = {
  name: 'DokuWiki, `dwpage.php commit`',
  program,
  async start(place, pages) {
    const php = prepare(place)
    const files = [...pages].map(([path, markdown], index) => {
      const file = join(place, `${index}.txt`)
      writeFileSync(file, toDokuwiki(markdown))
      return { file, id: idOf(path) }
    })
    return {
      async importPages() {
        for (const { file, id } of files) {
          await run('php', [...php, program, 'commit', '-m', 'import', file, id])
        }
      },
      countPages: async () => countPages(place),
      async stop() {},
    }
  },
}

export const dokuwikiByRequests: OtherWiki = {
  name: `DokuWiki, XML-RPC over ${connections} connections`,
  program: root + endpoint,
  async start(place, pages) {
    const php = prepare(place)
    const port = await freePort()
    const address = `127.0.0.1:${port}`
    const server = spawn('php', [...php, '-S', address, '-t', root], {
      stdio: 'ignore',
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: String(connections) },
    })
    const calls = [...pages].map(([path, markdown]) => callOf(idOf(path), toDokuwiki(markdown)))
    while (!(await isListening(`http://${address}/`))) await wait(50)
    return {
      async importPages() {
        const client = async (): Promise<void> => {
          for (let body = calls.pop(); body !== undefined; body = calls.pop()) {
            const answer = await fetch(`http://${address}${endpoint}`, { method: 'POST', body })
            const text = await answer.text()
            if (!text.includes('<boolean>1</boolean>')) throw new Error(text)
          }
        }
        await Promise.all(Array.from({ length: connections }, client))
      },
      countPages: async () => countPages(place),
      async stop() {
        server.kill()
      },
    }
  },
}

function prepare(place: string): string[] {
  const data = join(place, 'data')
  const folders = 'pages attic meta media media_attic media_meta cache index locks tmp log'
  for (const name of folders.split(' ')) {
    mkdirSync(join(data, name), { recursive: true })
  }
  const settings = { savedir: data, useacl: 0, remote: 1, remoteuser: '' }
  const lines = Object.entries(settings).map(
    ([name, value]) => `$conf['${name}'] = ${JSON.stringify(value)};`,
  )
  writeFileSync(join(place, 'local.php'), `<?php\n${lines.join('\n')}\n`)
  const start = join(place, 'start.php')
  writeFileSync(start, `<?php define('DOKU_CONF', '${place}/');\n`)
  return ['-d', `auto_prepend_file=${start}`]
}

function countPages(place: string): number {
  const names = readdirSync(join(place, 'data/pages'), { recursive: true }).map(String)
  return names.filter((name) => name.endsWith('.txt')).length
}

function idOf(path: string): string {
  return path.replace(/\.md$/, '').replaceAll('/', ':')
}

function toDokuwiki(markdown: string): string {
  return markdown
    .replace(/^# (.*)$/gm, '====== $1 ======')
    .replace(/^## (.*)$/gm, '===== $1 =====')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, address: string) => {
      const page = address.startsWith('../') ? `:${idOf(address.slice(3))}` : address
      return `[[${page}|${words}]]`
    })
}

function callOf(id: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const values = [`<string>${id}</string>`, `<string>${escaped}</string>`, '<struct></struct>']
  const params = values.map((value) => `<param><value>${value}</value></param>`).join('')
  return `<?xml version="1.0"?><methodCall><methodName>wiki.putPage</methodName><params>${params}</params></methodCall>`
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function isListening(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
