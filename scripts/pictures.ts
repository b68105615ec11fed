/** Takes the pictures of the README and the docs, of this project's own docs in a fresh service. @module */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser, standingStill } from '../test/support/browser/browser.ts'
import { runCli } from '../test/support/service/run-cli.ts'
import { startService } from '../test/support/service/service-process.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const password = 'only for taking pictures 7'

const example = `## Before you start

You need a token and the [release notes](https://example.org/notes).

> [!WARNING]
> A release cannot be taken back.

1. Build it: \`make release\`
2. Try it

| Step | Who |
|---|---|
| build | CI |
| approve | the team |

![Overview](overview.png)
`
const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-pictures-'))
const service = await startService({ dataDirectory })
const browser = await launchBrowser()
try {
  const run = async (...args: string[]): Promise<{ homepageId: string; token: string }> =>
    JSON.parse((await runCli([...args, '--data', dataDirectory, '--json'])).stdout)
  const { homepageId } = await run('space', 'create', 'DOCS', 'Product docs')
  const { token } = await run('token', 'create', 'pictures', '--expires-in', '1h')
  const place = ['--endpoint', service.endpoint, '--space', 'DOCS', '--parent', homepageId]
  const importDocs = (...options: string[]) =>
    runCli(['import', 'docs', ...place, ...options], {
      cwd: dataDirectory,
      env: { MARKPORT_TOKEN: token },
    })
  cpSync(join(root, 'docs'), join(dataDirectory, 'docs'), { recursive: true })
  await importDocs()
  change(join(dataDirectory, 'docs', 'export.md'))
  await importDocs('--preview', 'pr-123')
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...standingStill,
  })
  await takePictures(await context.newPage())
} finally {
  await browser.close()
  await service.end('SIGTERM')
  rmSync(dataDirectory, { recursive: true })
}

/** What a pull request would change. */
function change(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/^#.*\n\n(?:.+\n)+/, '$&\n> [!TIP]\n> Try it with one space first.\n'),
  )
}

async function takePictures(page: Page): Promise<void> {
  const take = (name: string) => page.screenshot({ path: join(root, 'docs', `${name}.png`) })
  await page.goto(readFileSync(join(dataDirectory, 'setup-link.txt'), 'utf8').trim())
  await page.fill('#password', password)
  await page.fill('#repeated', password)
  await page.click('main button')
  await page.fill('#name', 'admin')
  await page.fill('#password', password)
  await page.click('main button')

  await page.goto(`${service.url}/wiki/spaces/DOCS`)
  await page.click('nav.tree >> text=What becomes of Markdown')
  await take('reader')

  await page.goto(`${service.url}/import?space=DOCS`)
  await page.fill('#importTitle', 'Deploying')
  await page.fill('#importContent', example)
  await page.locator('.document h2').first().waitFor()
  await take('import-form')

  await page.goto(`${service.url}/wiki/previews/pr-123`)
  await page.click('main >> text=Differences')
  await take('preview')
}
