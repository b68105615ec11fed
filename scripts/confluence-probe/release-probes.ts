/** Probes of what differs from release to release of Confluence. @module */
import { ConfluenceError } from '../../src/confluence/confluence-error.ts'
import { findText } from '../../src/confluence/wire/site-json.ts'
import type { Probe } from './probe.ts'
import { probeBody } from './probe-body.ts'
import { refusal } from './refusal.ts'

/** Until when Atlassian mends releases with long support. */
const longSupport: Readonly<Record<string, string>> = { '9.2': '2026-12-10' }

const quoted = 'words with a comment'

/** What REST v1 alone did in autumn 2026, and where v2 might do it. */
const gaps = {
  attachments: { method: 'POST', path: 'attachments' },
  labels: { method: 'POST', path: 'labels' },
  move: { method: 'PUT', path: 'move/append/1' },
  restrictions: { method: 'GET', path: 'restrictions' },
} as const

export const releaseProbes: readonly Probe[] = [
  {
    name: 'release',
    question: 'Which release is it, and does Atlassian still mend it?',
    switch: 'release',
    kind: 'data-center',
    async ask({ client }) {
      const path = '/rest/applinks/1.0/manifest'
      const version = await client.send({ method: 'GET', path }, (json) =>
        findText(json, 'version'),
      )
      const line = /^\d+\.\d+/.exec(version ?? '')?.[0] ?? ''
      const until = longSupport[line]
      const told = until === undefined ? '' : `mended until ${until}`
      return { value: version ?? 'not told', told }
    },
  },
  {
    name: 'comment-fields',
    question:
      'Does an inline comment need numMatches, matchIndex, lastFetchTime and serializedHighlights?',
    switch: 'commentsWantPlace',
    kind: 'data-center',
    async ask({ site, client, create }) {
      const page = await create({ body: probeBody(site.kind, `Here are ${quoted}.`) })
      const place = {
        numMatches: 1,
        matchIndex: 0,
        lastFetchTime: Date.now(),
        serializedHighlights: JSON.stringify([[quoted, '0', 9, quoted.length]]),
      }
      const send = (more: object) => {
        const own = { containerId: page.id, body: '<p>A comment of the probe.</p>' }
        const json = { ...own, originalSelection: quoted, hasDeletePermission: true, ...more }
        const path = '/rest/inlinecomments/1.0/comments'
        return refusal(client.send({ method: 'POST', path, json }, () => undefined))
      }
      const bare = await send({})
      if (bare.value === 'accepted') return { value: false, told: '' }
      const whole = await send(place)
      return whole.value === 'accepted' ? { value: true, told: bare.told } : whole
    },
  },
  {
    name: 'v2-gaps',
    question: 'Are attachments, labels, moves and restrictions left to REST v1?',
    switch: 'v2HasGaps',
    kind: 'cloud',
    async ask({ client, create }) {
      const { id } = await create()
      const served: string[] = []
      for (const [name, { method, path }] of Object.entries(gaps)) {
        const json = method === 'GET' ? undefined : {}
        const request = { method, path: `/api/v2/pages/${id}/${path}`, json }
        const asking = client.send(request, () => undefined)
        const status = await asking.then(
          () => 200,
          (error: unknown) => (error instanceof ConfluenceError ? (error.status ?? 0) : 0),
        )
        if (![404, 405].includes(status)) served.push(`${name}: ${status}`)
      }
      return { value: served.length === 0, told: served.join(', ') }
    },
  },
]
