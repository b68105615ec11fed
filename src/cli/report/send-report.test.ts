/** One comment of a request to merge, over the APIs of both forges: found again, kept, and nobody else's. @module */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { docsFolder } from '../../../test/support/folders/docs-folder.ts'
import { type Forge, startForge } from '../../../test/support/network/forge.ts'
import { type CommentPlace, findCiJob } from './ci-job.ts'
import { keepComment } from './send-report.ts'

const runner = docsFolder()
const stops: (() => Promise<void>)[] = []
after(async () => {
  await Promise.all(stops.map((stop) => stop()))
  runner.remove()
})

const users = {
  app: { id: 1, isApp: true },
  person: { id: 2 },
  fork: { id: 3, isApp: true, isReadOnly: true },
} as const
const stranger = 99

const [ours, other] = ['<!-- markport 1 -->', '<!-- markport 2 -->'] as const

async function start(kind: 'github' | 'gitlab', user: keyof typeof users) {
  const forge = await startForge(kind, users)
  stops.push(forge.stop)
  const place = findCiJob(forge.jobOf(runner.path))?.request as CommentPlace
  const keep = (
    text: string,
    { marker = ours as string, isNewWanted = true } = {},
  ): Promise<void> =>
    keepComment(
      place,
      user,
      { marker, text: `${marker}\n${text}`, isNewWanted },
      { firstDelayMs: 1 },
    )
  return { forge, keep }
}

const bodies = ({ comments }: Forge): string[] => comments.map(({ body }) => body)

for (const [kind, user] of [
  ['github', 'app'],
  ['github', 'person'],
  ['gitlab', 'person'],
] as const) {
  describe(`${kind}, by the token of a ${user}`, () => {
    test('keeps one for each marker, behind however many others', async () => {
      const { forge, keep } = await start(kind, user)
      const talk = Array.from({ length: 230 }, (_, id) => ({ id, body: 'a word', by: stranger }))
      forge.comments.push(...talk)
      await keep('one')
      await keep('1', { marker: other })
      await keep('two')
      assert.deepEqual(bodies(forge).slice(230), [`${ours}\ntwo`, `${other}\n1`])
      const before = forge.requests.length
      await keep('two')
      assert.ok(forge.requests.slice(before).every(({ method }) => method === 'GET'))
    })

    test('is not what somebody else wrote, whatever it begins with', async () => {
      const { forge, keep } = await start(kind, user)
      const theirs = [`${ours}\nall is well`, `> ${ours}\nquoted`]
      forge.comments.push({ id: 1, body: `${ours}\nall is well`, by: stranger })
      forge.comments.push({ id: 2, body: `> ${ours}\nquoted`, by: users[user].id })
      await keep('not well')
      assert.deepEqual(bodies(forge), [...theirs, `${ours}\nnot well`])
    })

    test('is one again after jobs wrote at once, and after an answer was lost', async () => {
      const { forge, keep } = await start(kind, user)
      await Promise.all([keep('same'), keep('same'), keep('same')])
      await keep('last')
      assert.deepEqual(bodies(forge), [`${ours}\nlast`])
      forge.comments.length = 0
      forge.faults.set('POST', (response, _, { fields }) => {
        forge.comments.push({ id: 1, body: String(fields.body), by: users[user].id })
        response.destroy()
      })
      await keep('first')
      assert.equal(
        forge.requests.filter(({ fields }) => `${fields.body}`.endsWith('first')).length,
        2,
      )
      assert.deepEqual(bodies(forge), [`${ours}\nfirst`])
    })
  })
}

test('what refuses is asked once, and the token goes nowhere else', async () => {
  const forked = await start('github', 'fork')
  await assert.rejects(forked.keep('never'), { status: 403 })
  assert.equal(forked.forge.requests.filter(({ method }) => method === 'POST').length, 1)
  const elsewhere = await start('github', 'app')
  const { forge, keep } = await start('github', 'app')
  forge.faults.set('GET', (response) => {
    response.writeHead(302, {
      location: `${elsewhere.forge.jobOf(runner.path).GITHUB_API_URL}/user`,
    })
    response.end()
  })
  await assert.rejects(keep('away'), { key: 'bad-answer' })
  assert.deepEqual(elsewhere.forge.requests, [])
  const plain = { ...forge.jobOf(runner.path), GITHUB_API_URL: 'http://forge.example' }
  const place = findCiJob(plain)?.request as CommentPlace
  const report = { marker: ours, text: ours, isNewWanted: true }
  await assert.rejects(keepComment(place, 'secret', report, {}), { key: 'insecure-address' })
})
