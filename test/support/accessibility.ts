/** Runs axe-core over a page in the browser. @module */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Fail when the page breaks a rule of WCAG 2.2 up to level AA that a program can check.
 * @param page The page as it stands.
 * @param label Goes into the failure.
 */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  // Not as a script tag, which the page's policy would refuse.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  )
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
  assert.deepEqual(found, [], label)
}
