/** MediaWiki of Debian's package, with SQLite: pages by its own program, all in one process. @module */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { OtherWiki } from './other-wiki.ts'

const run = promisify(execFile)
const maintenance = '/usr/share/mediawiki/maintenance'
const program = `${maintenance}/importTextFiles.php`

export const mediawiki: OtherWiki = {
  name: 'MediaWiki, `importTextFiles.php`',
  program,
  async start(place, pages) {
    const options = { dbtype: 'sqlite', dbpath: place, dbname: 'wiki', confpath: place }
    const flags = Object.entries({ ...options, pass: 'a password of the benchmark' })
    const names = ['Wiki', 'Admin']
    await run('php', [
      join(maintenance, 'install.php'),
      ...flags.flatMap(([name, value]) => [`--${name}`, value]),
      '--server',
      'http://localhost',
      '--scriptpath',
      '/w',
      ...names,
    ])
    const texts = join(place, 'texts')
    mkdirSync(texts)
    const files = [...pages].map(([path, markdown]) => {
      const file = join(texts, `${titleOf(path)}.txt`)
      writeFileSync(file, toMediawiki(markdown))
      return file
    })
    const env = { ...process.env, MW_CONFIG_FILE: join(place, 'LocalSettings.php') }
    return {
      async importPages() {
        await run('php', [program, '--user', 'Admin', ...files], { env, maxBuffer: 2 ** 26 })
      },
      async countPages() {
        const database = new DatabaseSync(join(place, 'wiki.sqlite'), { readOnly: true })
        const row = database.prepare("select count(*) n from page where page_title like 'Page-%'")
        const { n } = row.get() as { n: number }
        database.close()
        return n
      },
      async stop() {},
    }
  },
}

function titleOf(path: string): string {
  return basename(path, '.md')
}

function toMediawiki(markdown: string): string {
  return markdown
    .replace(/^# (.*)$/gm, '= $1 =')
    .replace(/^## (.*)$/gm, '== $1 ==')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, address: string) =>
      address.startsWith('../') ? `[[${titleOf(address)}|${words}]]` : `[${address} ${words}]`,
    )
}
