/** Imports held up on their way to PostgreSQL until their outcome is unknown, each followed by a newer one. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '../base/wait-until.ts'
import type { PreparedStore } from '../prepared-store.ts'
import { send, type TestAnswer, validImport } from '../service/test-server.ts'

export type Poster = (fields: Record<string, unknown>) => Promise<TestAnswer>

export interface LateCommitTrial {
  readonly old: Poster
  readonly newer: Poster
  readonly holdUp: () => void
  readonly letGo: () => Promise<void>
  readonly pages: number
  readonly isEnough: (report: LateCommitReport) => boolean
}

export interface LateCommitReport {
  unknown: number
  overwritten: number
  withoutInstant: number
}

export function posterTo(endpoint: string, store: Pick<PreparedStore, 'space' | 'token'>): Poster {
  return (fields) =>
    send(endpoint, JSON.stringify({ ...validImport(store), ...fields }), {
      authorization: `Bearer ${store.token}`,
    })
}

export async function runLateCommits(trial: LateCommitTrial): Promise<LateCommitReport> {
  const report: LateCommitReport = { unknown: 0, overwritten: 0, withoutInstant: 0 }
  const titles = Array.from({ length: trial.pages }, (_, index) => `Page ${index}`)
  for (let round = 0; !trial.isEnough(report); round += 1) {
    await waitUntil('the store takes imports by the way that was held up', async () => {
      const fields = { content: `before ${round}`, overwrite: true }
      const ready = await Promise.all(
        titles.map((pageTitle) => trial.old({ ...fields, pageTitle })),
      )
      return ready.every(({ status }) => status < 300)
    })
    trial.holdUp()
    const newer = await Promise.all(titles.map((title) => importTwice(trial, title, round, report)))
    await trial.letGo()
    const answers = await Promise.all(newer.map((fields) => fields && trial.newer({ ...fields })))
    for (const answer of answers) if (answer?.json.key === 'updated') report.overwritten += 1
  }
  return report
}

async function importTwice(
  { old, newer }: LateCommitTrial,
  pageTitle: string,
  round: number,
  report: LateCommitReport,
): Promise<Record<string, unknown> | undefined> {
  // Spread, so that not all of them share a commit.
  await wait(Math.random() * 50)
  const { status, json } = await old({ pageTitle, content: `old ${round}`, overwrite: true })
  if (status !== 503 || !json.body.includes('may or may not have happened')) return undefined
  const fields = { pageTitle, content: `newer ${round}`, overwrite: true }
  await waitUntil(
    'the newer import is acknowledged',
    async () => (await newer(fields)).status < 300,
  )
  report.unknown += 1
  if (!(Date.parse(json.undecidedUntil) <= Date.now())) report.withoutInstant += 1
  return fields
}
