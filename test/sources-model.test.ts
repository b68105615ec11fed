/** Generated sequences of what sources and people do, against a small model: nothing is overwritten or trashed unheard. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { AnswerSourcePage, AnswerWarning } from '../src/contract/answers.ts'
import { type SourceTrial, startSourceTrial } from './support/service/source-trial.ts'
import { forEachEngine } from './support/store/test-engines.ts'

/** A page as the model has it, by its title. */
interface ModelPage {
  readonly id: string
  text: string
  keeper: string | undefined
  path: string | undefined
  makers: Set<string>
  /** Whether somebody else wrote it since its keeper's last import. */
  isEdited: boolean
  isThere: boolean
}

type Step =
  | {
      readonly do: 'import'
      readonly source: string
      readonly title: string
      readonly takeOver: boolean
    }
  | { readonly do: 'plain'; readonly title: string }
  | { readonly do: 'edit'; readonly title: string }
  | { readonly do: 'prune'; readonly source: string; readonly titles: readonly string[] }

const title = fc.constantFrom('A', 'B', 'C')
const source = fc.constantFrom('one', 'two')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      source,
      title,
      takeOver: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('plain' as const), title }),
      fc.record({ do: fc.constant('edit' as const), title }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('prune' as const),
      source,
      titles: fc.uniqueArray(title, { minLength: 1 }),
    }),
  },
)

forEachEngine((_, engine) => {
  let trial: SourceTrial
  let round = 0
  before(async () => {
    trial = await startSourceTrial(engine)
  })
  after(() => trial.stop())

  test('sources and people', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        round += 1
        await play(trial, steps, `r${round}`)
      }),
      { numRuns: 8, seed: 7, endOnFailure: true },
    )
  })
})

async function play(trial: SourceTrial, steps: readonly Step[], round: string): Promise<void> {
  const pages = new Map<string, ModelPage>()
  const there = (name: string): ModelPage | undefined => {
    const page = pages.get(name)
    return page?.isThere ? page : undefined
  }
  for (const [index, one] of steps.entries()) {
    const text = `text ${index}`
    const run = `${round}-${index}`
    if (one.do === 'import') {
      const name = `${round}-${one.source}`
      const page = there(one.title)
      const path = `${one.title}.md`
      const fields = { pageTitle: `${round} ${one.title}`, content: text, takeOver: one.takeOver }
      const dry = await trial.bring(name, path, { ...fields, dryRun: true }, run)
      const { status, json } = await trial.bring(name, path, fields, run)
      const codes = json.warnings?.map(({ code }: AnswerWarning) => code) ?? []
      assert.deepEqual(dry.json.warnings?.map(({ code }: AnswerWarning) => code) ?? [], codes)
      const isOfAnother = page?.keeper !== undefined && page.keeper !== name
      if (isOfAnother && !one.takeOver) {
        assert.equal(json.key, 'belongs-to-another')
      } else {
        assert.equal(status, page === undefined ? 201 : 200, JSON.stringify(json))
        assert.equal(codes.includes('source-taken'), isOfAnother)
        assert.equal(codes.includes('edited-there'), page?.isEdited ?? false, `${index} ${codes}`)
        for (const other of pages.values()) {
          if (other !== page && other.keeper === name && other.path === path) other.path = undefined
        }
        const made = page ?? { id: json.page.id, makers: new Set([name]), isThere: true }
        pages.set(one.title, { ...made, text, keeper: name, path, isEdited: false })
      }
    } else if (one.do === 'plain') {
      const page = there(one.title)
      const fields = { pageTitle: `${round} ${one.title}`, content: text, overwrite: true }
      const { json } = await trial.post(fields)
      assert.ok(json.page, JSON.stringify(json))
      if (page === undefined) {
        const made = { id: json.page.id, makers: new Set<string>(), isThere: true }
        pages.set(one.title, { ...made, text, keeper: undefined, path: undefined, isEdited: false })
      } else {
        Object.assign(page, { text, isEdited: page.keeper !== undefined })
      }
    } else if (one.do === 'edit') {
      const page = there(one.title)
      if (page === undefined) continue
      await trial.edit(page.id, text)
      Object.assign(page, { text, isEdited: true })
    } else {
      const name = `${round}-${one.source}`
      const paths = one.titles.map((kept) => `${kept}.md`)
      const { json } = await trial.close({ name, run, paths, prune: true })
      const going = [...pages.values()].filter(
        (page) =>
          page.isThere &&
          page.keeper === name &&
          !paths.includes(page.path ?? '') &&
          page.makers.has(name) &&
          !page.isEdited,
      )
      assert.deepEqual(
        json.trashed.map(({ pageId }: { pageId: string }) => pageId).sort(),
        going.map(({ id }) => id).sort(),
        JSON.stringify(json),
      )
      for (const page of going) page.isThere = false
    }
    await compare(trial, pages, round)
  }
}

/** What is there is what the model says, of each source as of each page. */
async function compare(
  trial: SourceTrial,
  pages: ReadonlyMap<string, ModelPage>,
  round: string,
): Promise<void> {
  const current = [...pages.values()].filter(({ isThere }) => isThere)
  for (const name of [`${round}-one`, `${round}-two`]) {
    const { json } = await trial.list(name)
    const listed = json.pages.map(({ pageId, path, edited }: AnswerSourcePage) => {
      return [pageId, path, edited !== null]
    })
    const kept = current.filter(({ keeper }) => keeper === name)
    assert.deepEqual(
      listed.sort(),
      kept.map(({ id, path = null, isEdited }) => [id, path, isEdited]).sort(),
    )
  }
  for (const { id, text } of current) {
    assert.ok((await trial.markdownOf(id)).includes(text), `${id} lost ${text}`)
  }
}
