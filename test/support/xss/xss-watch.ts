/** Looks at pages as a hostile reader would, and tells whatever their content managed to do. @module */
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'

export interface Watcher {
  readonly page: Page
  visit(url: string): Promise<Visit>
  take(): string[]
  close(): Promise<void>
}

export interface Visit {
  readonly incidents: readonly string[]
  readonly elements: number
  readonly links: number
}

export const documentSelector = '.document'
const hooks = fileURLToPath(new URL('xss-hooks.js', import.meta.url))

export async function watchPages(browser: Browser, hasPolicy: boolean): Promise<Watcher> {
  const context = await browser.newContext({ bypassCSP: !hasPolicy })
  const incidents: string[] = []
  let visited = ''
  const note = (incident: string): void => {
    incidents.push(incident.slice(0, 400))
  }
  await context.exposeBinding('noteIncident', (_, incident: string) => note(incident))
  // Diagram frames are tried elsewhere; drawing thousands takes too long.
  await context.route('**/diagram', (route) => route.fulfill({ body: '' }))
  await context.addInitScript({ path: hooks })
  const page = await context.newPage()
  context.on('page', (popup) => note(`window: ${popup.url()}`))
  page.on('dialog', (dialog) => {
    note(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  context.on('request', (request) => {
    const url = request.url()
    if (request.resourceType() === 'image' || url === visited) return
    const isOwn = visited !== '' && new URL(url).origin === new URL(visited).origin
    if (isOwn && new URL(url).pathname === '/diagram') return
    if (!isOwn || request.isNavigationRequest()) note(`${request.resourceType()} request: ${url}`)
  })
  const take = (): string[] => incidents.splice(0)
  return {
    page,
    async visit(url) {
      visited = url
      await page.goto(url)
      const script = `touchEverything(${JSON.stringify(documentSelector)})`
      const tried = (await page.evaluate(script)) as Omit<Visit, 'incidents'>
      return { ...tried, incidents: take() }
    },
    take,
    close: () => context.close(),
  }
}
