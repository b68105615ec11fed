/**
 * Takes pictures of the main pages, narrow and wide, light and dark, and compares
 * each with the one of its name in a folder of yours, so that a change that was not meant is seen:
 * `npm run compare-pictures -- FOLDER`. A picture that the folder does not have is put there; beside one that
 * differs stands the new one, `NAME.new.png`, and the command fails.
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, standingStill } from '../test/support/browser/browser.ts'
import { userPassword } from '../test/support/prepared-store.ts'
import { startFreshServer } from '../test/support/service/fresh-server.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('usage: npm run compare-pictures -- FOLDER\n')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
/** Of 255: less is how edges of letters are drawn. */
const seenFrom = 24

const server = await startFreshServer('sqlite')
await server.createUser('Ada Admin', { isAdministrator: true })
const content = `What herons do.\n\n## Food\n\n> [!TIP]\n> They eat *fish*.\n\n\`\`\`ts title="heron.ts"\nconst heron = find('pond')\n\`\`\`\n\n| Bird | Legs |\n|---|---|\n| heron | 2 |\n\n## Nests\n\n- [x] twigs\n- [ ] [leaves](https://example.org)`
const section = await server.save({ pageTitle: 'Herons', content })
await server.save({ pageTitle: 'Grey herons', content, parentId: section })
const pages: Readonly<Record<string, string>> = {
  ...{ home: '/', help: '/help', search: '/search?q=heron' },
  front: `/wiki/spaces/DOCS/pages/${server.space.homepageId}`,
  page: `/wiki/spaces/DOCS/pages/${section}`,
  history: `/wiki/spaces/DOCS/history/${section}`,
  edit: `/wiki/spaces/DOCS/edit/${section}`,
  groups: '/manage/groups',
  license: '/manage/license',
  space: '/manage/spaces/new',
}

const browser = await launchBrowser()
const context = await browser.newContext(standingStill)
const page = await context.newPage()
/** Compares two pictures. */
const judge = await context.newPage()
// As long after what the server did, whenever this runs.
await page.clock.setFixedTime(server.clock())
await page.goto(`${server.url}/sign-in`)
await page.fill('#name', 'Ada Admin')
await page.fill('#password', userPassword)
await page.click('main button')
let differing = 0
for (const [name, path] of Object.entries(pages)) {
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
      differing += await keep(`${name}-${width}-${colorScheme}`, picture)
    }
  }
}
await browser.close()
await server.stop()
process.exit(differing === 0 ? 0 : 1)

/** Put it into the folder, or compare it with the one that is there. */
async function keep(name: string, picture: Buffer): Promise<0 | 1> {
  const [kept, newer] = ['png', 'new.png'].map((end) => join(String(folder), `${name}.${end}`))
  if (kept === undefined || newer === undefined) throw new Error('a picture has no name')
  rmSync(newer, { force: true })
  if (!existsSync(kept)) {
    writeFileSync(kept, picture)
    process.stdout.write(`new       ${name}\n`)
    return 0
  }
  const share = await differenceOf(judge, readFileSync(kept), picture)
  if (share === 0) return 0
  writeFileSync(newer, picture)
  process.stdout.write(`differs   ${name}: ${(share * 100).toFixed(3)} % of its points\n`)
  return 1
}

/** The share of points that differ, all of them where the sizes do. */
async function differenceOf(blank: Page, before: Buffer, after: Buffer): Promise<number> {
  if (before.equals(after)) return 0
  const addresses = [before, after].map((one) => `data:image/png;base64,${one.toString('base64')}`)
  return blank.evaluate<number>(`(async () => {
    const [a, b] = await Promise.all(${JSON.stringify(addresses)}.map(async (src) => {
      const image = Object.assign(new Image(), { src })
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      return canvas.getImageData(0, 0, image.width, image.height)
    }))
    if (a.width !== b.width || a.height !== b.height) return 1
    const points = a.width * a.height
    let count = 0
    for (let point = 0; point < points; point += 1) {
      const differs = (part) => Math.abs(a.data[4 * point + part] - b.data[4 * point + part]) > ${seenFrom}
      if (differs(0) || differs(1) || differs(2)) count += 1
    }
    return count / points
  })()`)
}
