/** A connection to a site that nobody asks. @module */
import type { NewConnection } from '../../../src/delivery/connections/space-connection.ts'

/**
 * Make one with every setting.
 * @param where The space here, and what it is connected to.
 */
export function sampleConnection(where: {
  spaceId: string
  remoteId: string
  remoteKey: string
  baseUrl?: string
  homepageId?: string
}): NewConnection {
  return {
    spaceId: where.spaceId,
    kind: 'cloud',
    baseUrl: where.baseUrl ?? 'https://acme.test/wiki',
    cloudId: 'b663b32a-0000-4000-8000-000000000000',
    remoteSpace: {
      id: where.remoteId,
      key: where.remoteKey,
      name: `Space ${where.remoteKey}`,
      homepageId: where.homepageId ?? `${where.remoteId}00`,
    },
    account: { id: 'account-1', name: 'Build robot' },
    email: 'robot@acme.test',
    tokenFile: '/run/secrets/confluence',
    policies: {
      edits: 'refuse',
      comments: 'detach',
      titleClash: 'refuse',
      pageWidth: 'full-width',
    },
    settings: {
      diagramMacros: { mermaid: 'mermaid-cloud' },
      formulaMacros: { block: 'mathblock', inline: 'mathinline' },
    },
  }
}
