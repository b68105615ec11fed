/** Generated sequences of what sources and people do, against a small model: nothing is overwritten or trashed unheard. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AnswerSourcePage, AnswerWarning } from '../src/contract/answers.ts'
import { type SourceTrial, startSourceTrial } from './support/service/source-trial.ts'
import { started } from './support/service/started.ts'
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
  /** The page that it stands below; undefined for the homepage. */
  above: ModelPage | undefined
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
  /** A source renames the file of a page, and moves the page below another. */
  | { readonly do: 'rename'; readonly title: string; readonly below: string; readonly path: string }
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
      do: fc.constant('rename' as const),
      title,
      below: fc.constantFrom('A', 'B', 'C', 'homepage'),
      path: fc.constantFrom('x.md', 'y.md'),
    }),
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
  const trial = started(() => startSourceTrial(engine))
  let round = 0

  test('sources and people', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        round += 1
        await play(trial, steps, `r${round}`)
      }),
      // The model is the same on both engines.
      { numRuns: engine === 'sqlite' ? 8 : 3, seed: 7, endOnFailure: true },
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
      const fields = { ...placeOf(page, one.title, round), content: text, takeOver: one.takeOver }
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
        const made = page ?? pageMade(json.page.id, [name])
        Object.assign(made, { text, keeper: name, isEdited: false })
        setPath(made, path, pages)
        pages.set(one.title, made)
      }
    } else if (one.do === 'rename') {
      const page = there(one.title)
      const below = one.below === 'homepage' ? undefined : there(one.below)
      const isFree = page !== undefined && !isAbove(page, below)
      if (!isFree || page.keeper === undefined || page.isEdited) continue
      const fields = {
        pageId: page.id,
        parentId: below?.id ?? trial.space.homepageId,
        pageTitle: `${round} ${one.title}`,
        content: page.text,
      }
      const { status, json } = await trial.bring(page.keeper, one.path, fields, run)
      assert.deepEqual([status, json.key], [200, 'unchanged'], JSON.stringify(json))
      assert.equal(json.page.parentId, fields.parentId)
      page.above = below
      setPath(page, one.path, pages)
    } else if (one.do === 'plain') {
      const page = there(one.title)
      const fields = { ...placeOf(page, one.title, round), content: text, overwrite: true }
      const { json } = await trial.post(fields)
      assert.ok(json.page, JSON.stringify(json))
      const made = page ?? pageMade(json.page.id, [])
      pages.set(one.title, Object.assign(made, { text, isEdited: made.keeper !== undefined }))
    } else if (one.do === 'edit') {
      const page = there(one.title)
      if (page === undefined) continue
      await trial.edit(page.id, text)
      Object.assign(page, { text, isEdited: true })
    } else {
      const name = `${round}-${one.source}`
      const paths = one.titles.map((kept) => `${kept}.md`)
      const { json } = await trial.close({ name, run, paths, prune: true })
      const may = (page: ModelPage): boolean =>
        page.keeper === name &&
        !paths.includes(page.path ?? '') &&
        page.makers.has(name) &&
        !page.isEdited
      const current = [...pages.values()].filter(({ isThere }) => isThere)
      const goes = (page: ModelPage): boolean =>
        may(page) && current.filter(({ above }) => above === page).every(goes)
      const going = current.filter(goes)
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

function pageMade(id: string, makers: readonly string[]): ModelPage {
  return {
    id,
    text: '',
    keeper: undefined,
    path: undefined,
    makers: new Set(makers),
    isEdited: false,
    isThere: true,
    above: undefined,
  }
}

/** A page that stands elsewhere is named, or another of its title would be made. */
function placeOf(page: ModelPage | undefined, name: string, round: string): object {
  const place = page?.above && { pageId: page.id, parentId: page.above.id }
  return { pageTitle: `${round} ${name}`, ...place }
}

/** Where a path gets another page, the former one stays the source's without a path. */
function setPath(page: ModelPage, path: string, pages: ReadonlyMap<string, ModelPage>): void {
  for (const other of pages.values()) {
    if (other !== page && other.keeper === page.keeper && other.path === path)
      other.path = undefined
  }
  page.path = path
}

function isAbove(page: ModelPage, below: ModelPage | undefined): boolean {
  for (let at = below; at !== undefined; at = at.above) if (at === page) return true
  return false
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
