/** Probes of what stands on pages and beside them: comments, files, properties; and of who asks. @module */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConfluenceError } from '../../src/confluence/confluence-error.ts'
import type { RemotePage } from '../../src/confluence/site.ts'
import { textIn } from '../../src/confluence/wire/site-json.ts'
import type { Probe, ProbeContext } from './probe.ts'
import { probeBody } from './probe-body.ts'
import { refusal } from './refusal.ts'

const quoted = 'words with a comment'

export const contentProbes: readonly Probe[] = [
  {
    name: 'comment-version',
    question: 'Does an inline comment make a version of its page?',
    switch: 'commentMakesVersion',
    kind: 'cloud',
    async ask(context) {
      const page = await commentedPage(context)
      const { version } = await context.read(page.id)
      const told = `version ${version.number}`
      return { value: version.number > page.version.number, told }
    },
  },
  {
    name: 'comment-survives',
    question: 'Does a comment stay when its mark is sent back in a new body?',
    kind: 'cloud',
    async ask(context) {
      const page = await commentedPage(context)
      const { site, read, update } = context
      const commented = await read(page.id)
      const [one] = (await site.listOpenComments(page.id)) ?? []
      if (one === undefined || !commented.body?.includes(one.marker)) {
        return { value: false, told: 'the mark is not in the body' }
      }
      const { content } = JSON.parse(commented.body) as { content: object[] }
      await update(commented, probeBody(site.kind, 'A new beginning.', ...content))
      const after = (await site.listOpenComments(page.id)) ?? []
      return { value: after.some(({ marker }) => marker === one.marker), told: '' }
    },
  },
  {
    name: 'font-size',
    question: 'Does a page keep the mark fontSize?',
    kind: 'cloud',
    async ask({ site, create, read }) {
      const small = {
        type: 'paragraph',
        marks: [{ type: 'fontSize', attrs: { fontSize: 'small' } }],
        content: [{ type: 'text', text: 'Small.' }],
      }
      const { id } = await create({ body: probeBody(site.kind, small) })
      return { value: (await read(id)).body?.includes('fontSize') ?? false, told: '' }
    },
  },
  {
    name: 'unknown-media',
    question: 'May a page show a file that it does not have?',
    switch: 'unknownMedia',
    kind: 'cloud',
    async ask({ site, create }) {
      const attrs = { type: 'file', id: randomUUID(), collection: 'contentId-1' }
      const media = { type: 'media', attrs }
      const image = { type: 'mediaSingle', attrs: { layout: 'center' }, content: [media] }
      const { value, told } = await refusal(create({ body: probeBody(site.kind, image) }))
      return { value: value === 'accepted' ? 'kept' : 'refused', told }
    },
  },
  {
    name: 'deleted-file',
    question: 'Is a file gone from the list once it is deleted, and its name free?',
    async ask({ site, client, create }) {
      const { id } = await create()
      const file = { name: 'one.txt', mediaType: 'text/plain', bytes: Buffer.from('one') }
      const [attached] = await site.attachFiles(id, [file])
      const root = site.kind === 'cloud' ? '/api/v2/attachments' : '/rest/api/content'
      const path = `${root}/${attached?.id}`
      await client.send({ method: 'DELETE', path }, () => undefined)
      const left = await site.listAttachments(id)
      const { value, told } = await refusal(site.attachFiles(id, [file]))
      return { value: left.length === 0 && value === 'accepted', told }
    },
  },
  {
    name: 'labels',
    question: 'Are labels put to a page and taken away, without a version?',
    async ask({ site, create, read }) {
      const page = await create()
      await site.addLabels(page.id, ['markport-one', 'markport-two'])
      await site.removeLabel(page.id, 'markport-one')
      const { labels, version } = await read(page.id)
      const isRight = labels.join() === 'markport-two' && version.number === page.version.number
      return { value: isRight, told: `${labels.join(', ')}; version ${version.number}` }
    },
  },
  {
    name: 'siblings',
    question: 'Do new pages stand behind those that are there, or by their titles?',
    switch: 'siblings',
    async ask(context) {
      const { site } = context
      const { parent, ids } = await siblings(context)
      const there = await site.listChildIds(parent)
      return { value: there.join() === ids.join() ? 'as-made' : 'by-title', told: '' }
    },
  },
  {
    name: 'move',
    question: 'Is a page moved before another one, without a version?',
    async ask(context) {
      const { site, read } = context
      const { parent } = await siblings(context)
      const [first = '', second = '', third = ''] = await site.listChildIds(parent)
      const { value, told } = await refusal(site.movePage(third, 'before', first))
      if (value !== 'accepted') return { value, told }
      const isRight = (await site.listChildIds(parent)).join() === [third, first, second].join()
      const { number } = (await read(third)).version
      return { value: isRight && number === 1, told: `version ${number}` }
    },
  },
  {
    name: 'search',
    question: 'How many seconds until a search finds a new page by a word of its title?',
    async ask({ site, space, create }) {
      const { id, title } = await create()
      const begunAt = performance.now()
      const seconds = (): number => Math.round((performance.now() - begunAt) / 1000)
      for (let look = 0; look < maxLooks; look += 1) {
        const found = await site.searchPages(space, title, 5)
        if (found.some((one) => one.id === id)) return { value: seconds(), told: '' }
        await wait(lookMs)
      }
      return { value: seconds(), told: 'not found until then' }
    },
  },
  {
    name: 'people',
    question: 'Is the account of the token told by its name?',
    async ask({ site }) {
      const { id, name } = await site.findAccount()
      return { value: id !== '' && name !== id, told: '' }
    },
  },
  {
    name: 'property-after-create',
    question: 'How many writes of a property are refused right after its page was created?',
    switch: 'propertyConflicts',
    async ask({ site, client, create }) {
      const { id } = await create()
      const path =
        site.kind === 'cloud'
          ? `/api/v2/pages/${id}/properties`
          : `/rest/api/content/${id}/property`
      const json = { key: 'markport-probe', value: { v: 1 } }
      for (let refused = 0; ; refused += 1) {
        const { value, told } = await refusal(
          client.send({ method: 'POST', path, json }, () => undefined),
        )
        if (value === 'accepted') return { value: refused, told: '' }
        if (value !== 'conflict' || refused === maxConflicts) return { value, told }
      }
    },
  },
  {
    name: 'archived-parent',
    question: 'May a page stand below an archived one?',
    switch: 'archivedParent',
    kind: 'cloud',
    async ask({ site, client, create }) {
      const { id } = await create()
      const json = { pages: [{ id: Number(id) }] }
      const path = '/rest/api/content/archive'
      await client.send({ method: 'POST', path, json }, () => undefined)
      // It is done some time after the answer.
      for (let look = 0; look < maxLooks; look += 1) {
        if ((await site.findParent(id))?.status === 'archived') break
        await wait(lookMs)
      }
      const { value, told } = await refusal(create({ parentId: id }))
      return { value: value === 'accepted' ? 'taken' : 'refused', told }
    },
  },
  {
    name: 'wrong-token',
    question: 'How does it refuse a token that it does not know?',
    switch: 'refuseCredential',
    async ask({ stranger, rootId }) {
      const { value, told } = await refusal(stranger.findParent(rootId), formOf)
      return { value: value === 'accepted' ? 'no' : value, told }
    },
  },
]

const maxConflicts = 3
const maxLooks = 20
const lookMs = 500

/** The simulator has names for the ways in which sites refuse. */
function formOf({ status, message }: ConfluenceError): string {
  if (status === 404) return 'bare-404'
  if (status === 200) return 'anonymous'
  if (status === 401) return /scope/i.test(message) ? 'missing-scope' : '401-html'
  return String(status)
}

/** Pages whose titles have another order than they were made in. */
async function siblings({ create }: ProbeContext): Promise<{ parent: string; ids: string[] }> {
  const { id: parent, title } = await create()
  const ids: string[] = []
  for (const letter of ['c', 'a', 'b']) {
    ids.push((await create({ parentId: parent, title: `${title} ${letter}` })).id)
  }
  return { parent, ids }
}

async function commentedPage({ site, client, create }: ProbeContext): Promise<RemotePage> {
  const page = await create({ body: probeBody(site.kind, `Here are ${quoted}.`) })
  const json = {
    pageId: page.id,
    body: { representation: 'storage', value: '<p>A comment of the probe.</p>' },
    inlineCommentProperties: {
      textSelection: quoted,
      textSelectionMatchCount: 1,
      textSelectionMatchIndex: 0,
    },
  }
  const request = { method: 'POST', path: '/api/v2/inline-comments', json } as const
  await client.send(request, (made) => textIn(made, 'id'))
  return page
}
