/** The clients of a campaign: each asks again until it is told what came of its import. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { ToldImport, TrialImport } from './trial-imports.ts'

const pauseMs = 60
const giveUpMs = 30 * 60_000

export interface TrialClient {
  endpoint(): string
  readonly token: string
  onAsked(): void
}

export async function askUntilTold(wanted: TrialImport, client: TrialClient): Promise<void> {
  const { reserving, body, title, key } = wanted
  let pageId: string | undefined
  if (reserving !== undefined) {
    const { spaceId, parentId } = body
    const pages = [{ ref: title, pageTitle: title, parentId }]
    const reserved = await untilTold(client, 'reservations', { spaceId, pages })
    wanted.reserved.push(...reserved)
    pageId = reserved[0]?.pageId
    if (pageId === undefined || reserving === 'left') return
  }
  const asked = reserving === 'by-id' && pageId !== undefined ? { ...body, pageId } : body
  wanted.told.push(...(await untilTold(client, 'webtrigger', asked, key)))
}

async function untilTold(
  client: TrialClient,
  route: 'webtrigger' | 'reservations',
  body: object,
  key?: string,
): Promise<ToldImport[]> {
  const giveUpAt = performance.now() + giveUpMs
  for (;;) {
    client.onAsked()
    const told = await ask(client.endpoint().replace(/webtrigger$/, route), client.token, body, key)
    const isLate = performance.now() > giveUpAt
    if (told !== undefined && (isLate || !mayPass(told))) return [told]
    if (isLate) return []
    await wait(pauseMs)
  }
}

function mayPass({ status }: ToldImport): boolean {
  return status >= 500 || status === 408 || status === 429
}

async function ask(
  url: string,
  token: string,
  body: object,
  key: string | undefined,
): Promise<ToldImport | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const json = JSON.parse(text)
    return {
      status: response.status,
      pageId: (json.page ?? json.pages?.[0])?.id,
      version: json.target?.version,
      text,
    }
  } catch {
    return undefined
  }
}
