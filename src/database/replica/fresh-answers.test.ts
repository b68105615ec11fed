import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshAnswers } from './fresh-answers.ts'

function scripted() {
  const put: PromiseWithResolvers<number>[] = []
  const ask = freshAnswers(() => {
    const question = Promise.withResolvers<number>()
    put.push(question)
    return question.promise
  })
  return { put, ask }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('puts one question for all who ask at once', async () => {
  const { put, ask } = scripted()
  const answers = Promise.all([ask(), ask(), ask()])
  await settled()
  put[0]?.resolve(1)
  assert.deepEqual(await answers, [1, 1, 1])
  assert.equal(put.length, 1)
})

test('gives nobody the answer to a question that was put before they asked', async () => {
  const { put, ask } = scripted()
  const first = ask()
  await settled()
  const later = Promise.all([ask(), ask()])
  await settled()
  assert.equal(put.length, 1, 'one at a time')
  put[0]?.resolve(1)
  await settled()
  put[1]?.resolve(2)
  assert.deepEqual([await first, await later], [1, [2, 2]])
})

test('fails for those who wait behind a failure, and asks anew for those who come after', async () => {
  const { put, ask } = scripted()
  const first = ask()
  await settled()
  const waiting = ask()
  put[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
  await assert.rejects(waiting, /away/)
  assert.equal(put.length, 1)
  const later = ask()
  await settled()
  put[1]?.resolve(2)
  assert.equal(await later, 2)
})
