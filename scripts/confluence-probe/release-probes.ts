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
  attachments: { method: 'POST', path: 'pages/ID/attachments' },
  labels: { method: 'POST', path: 'pages/ID/labels' },
  move: { method: 'PUT', path: 'pages/ID/move/append/1' },
  restrictions: { method: 'GET', path: 'pages/ID/restrictions' },
  search: { method: 'GET', path: 'search?cql=type%3Dpage' },
} as const

export const releaseProbes: readonly Probe[] = [
  {
    name: 'no-check',
    question: 'Is a file refused without the header X-Atlassian-Token: no-check?',
    switch: 'wantsNoCheck',
    async ask({ create, sendPlain }) {
      const { id } = await create()
      const body = new FormData()
      body.set('file', new File(['A file of the probe.'], 'probe.txt', { type: 'text/plain' }))
      const path = `/rest/api/content/${id}/child/attachment`
      const answer = await sendPlain(path, { method: 'POST', body })
      return { value: !answer.ok, told: `HTTP ${answer.status}` }
    },
  },
  {
    name: 'limits',
    question: 'Does it say what requests cost: points for reads, and one for each write?',
    switch: 'tellsLimits',
    kind: 'cloud',
    async ask({ rootId, sendPlain }) {
      const read = await sendPlain(`/api/v2/pages/${rootId}`)
      const write = await sendPlain('/api/v2/pages', { method: 'POST' })
      const told = [read, write].map(({ headers }) =>
        [...headers]
          .filter(([name]) => name.includes('ratelimit'))
          .map((header) => header.join(': ')),
      )
      return {
        value: told.flat().length > 0,
        told: told.map((lines) => lines.join(', ')).join('; '),
      }
    },
  },
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
    question: 'Are attachments, labels, moves, restrictions and CQL left to REST v1?',
    switch: 'v2HasGaps',
    kind: 'cloud',
    async ask({ client, create }) {
      const { id } = await create()
      const served: string[] = []
      for (const [name, { method, path }] of Object.entries(gaps)) {
        const json = method === 'GET' ? undefined : {}
        const request = { method, path: `/api/v2/${path.replace('ID', id)}`, json }
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
