/** Probes of how a site keeps pages: versions, bodies, and titles. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { RemotePage } from '../../src/confluence/site.ts'
import type { Probe, ProbeAnswer } from './probe.ts'
import { probeBody } from './probe-body.ts'
import { refusal, wordsOf } from './refusal.ts'

/** Cloud gives this language its long name when it saves; Data Center gives macros an id. */
const code = {
  type: 'codeBlock',
  attrs: { language: 'js' },
  content: [{ type: 'text', text: 'let a' }],
}
const isRewritten = (body: string | undefined): boolean =>
  /"language":\s*"javascript"|ac:macro-id/.test(body ?? '')

const maxLookups = 40
const lookupMs = 250

export const pageProbes: readonly Probe[] = [
  {
    name: 'put-echo',
    question: 'Does an update answer the body as it was sent or as it is stored?',
    switch: 'putEcho',
    async ask({ site, create, update, read }) {
      const page = await create()
      const { body } = await update(page, probeBody(site.kind, code))
      if (isRewritten(body)) return answer('as-stored')
      return answer(isRewritten((await read(page.id)).body) ? 'as-sent' : 'not rewritten')
    },
  },
  {
    name: 'same-body',
    question: 'Does the same body, sent again, make a version?',
    switch: 'sameBodyMakesVersion',
    async ask({ site, create, update, read }) {
      const body = probeBody(site.kind, 'The same words.')
      const page = await create({ body })
      await update(page, body)
      const { version } = await read(page.id)
      return answer(version.number > page.version.number, `version ${version.number}`)
    },
  },
  {
    name: 'stale-update',
    question: 'What does it say to an update from an old version?',
    async ask({ site, create, update }) {
      const page = await create()
      await update(page, probeBody(site.kind, 'Somebody was faster.'))
      return refusal(update(page, probeBody(site.kind, 'Too late.')))
    },
  },
  {
    name: 'trashed-title',
    question: 'Does a page in the trash keep its title from others?',
    switch: 'trashedTitleReserves',
    async ask({ site, create }) {
      const { id, title } = await create()
      await site.trashPage(id)
      return isTaken(create({ title }))
    },
  },
  {
    name: 'title-lookup',
    question: 'How many milliseconds until a new page is found by its title?',
    switch: 'titleLookupLagMs',
    async ask({ site, space, create }) {
      const { title } = await create()
      const begunAt = performance.now()
      for (let lookup = 0; lookup < maxLookups; lookup += 1) {
        const found = await site.findPagesByTitle(space, title)
        if (found.length > 0) return answer(lookup && Math.round(performance.now() - begunAt))
        await wait(lookupMs)
      }
      return answer(Math.round(performance.now() - begunAt), 'not found until then')
    },
  },
  {
    name: 'same-title-at-once',
    question: 'How many of two pages with one title, sent at the same time, are created?',
    async ask({ newTitle, create }) {
      const title = newTitle()
      const both = await Promise.allSettled([create({ title }), create({ title })])
      const told = both.flatMap((one) => (one.status === 'rejected' ? [wordsOf(one.reason)] : []))
      return answer(both.length - told.length, told.join('; '))
    },
  },
  {
    name: 'long-title',
    question: 'What does it say to a title of 256 characters?',
    ask: ({ newTitle, create }) => refusal(create({ title: newTitle().padEnd(256, 'x') })),
  },
  {
    name: 'many-ids',
    question: 'Are versions told for 250 ids at once, most of which are nowhere?',
    async ask({ site, create }) {
      const { id } = await create()
      const others = Array.from({ length: 249 }, (_, index) => String(4_000_000_000 + index))
      const found = await site.findVersions([id, ...others])
      return answer(found.has(id), `${found.size} found`)
    },
  },
]

function answer(value: ProbeAnswer['value'], told = ''): ProbeAnswer {
  return { value, told }
}

async function isTaken(promise: Promise<RemotePage>): Promise<ProbeAnswer> {
  const { value, told } = await refusal(promise)
  return answer(value === 'accepted' ? false : value === 'title-taken' || value, told)
}
