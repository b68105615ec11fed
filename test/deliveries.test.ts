import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { listOpenDeliveries } from '../src/confluence/delivery/queue/deliveries.ts'
import { maxOfSite } from '../src/confluence/delivery/queue/delivery-runner.ts'
import { openSite } from '../src/confluence/open-site.ts'
import { attachmentName } from '../src/confluence/rest-v1.ts'
import { sql } from '../src/store/sql.ts'
import { listImports } from '../src/wiki/import/ledger/import-history.ts'
import { waitUntil } from './support/base/wait-until.ts'
import type { ConfluenceSimulator, SimulatedMoment } from './support/confluence/simulator.ts'
import {
  type DeliveryBench,
  openBench,
  openDeliveries,
  settle,
  type WantedImport,
} from './support/delivery/delivery-bench.ts'
import { addDelivery } from './support/store/test-records.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = `![dot](data:image/png;base64,${png})`
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
const drawing = `![line](data:image/svg+xml;base64,${svg.toString('base64')})`

function pagesTitled(site: ConfluenceSimulator, title: string) {
  return site.pages().filter((one) => one.title === title && one.status === 'current')
}

async function savedId(bench: DeliveryBench, wanted: WantedImport): Promise<string> {
  const saved = await bench.save(wanted)
  assert.ok('page' in saved, saved.outcome)
  return saved.page.id
}

/** @returns The number of requests that came. */
function loseAnswer(
  site: ConfluenceSimulator,
  when: SimulatedMoment['when'],
  lost: number,
): () => number {
  let count = 0
  site.watch = (moment) => {
    if (moment.when !== when) return undefined
    count += 1
    return count === lost ? 'close' : undefined
  }
  return () => count
}

/** Titles of pages that have no text yet. */
function placeholders(site: ConfluenceSimulator): string[] {
  return site.pages().flatMap(({ title, status, versions }) => {
    const isLine = versions.at(-1)?.body.includes('Markport is importing this page')
    return status === 'current' && isLine ? [title] : []
  })
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(kind, () => {
    test('asks three times to create or update a page, and once for one that is unchanged', async () => {
      const bench = await openBench(kind)
      await bench.save({ pageTitle: 'First' })
      assert.equal(bench.requests().length, 4, 'the parent is looked at once')
      await bench.save({ pageTitle: 'Second' })
      assert.equal(bench.requests().length, 3)
      const wanted = { pageTitle: 'Second', overwrite: true }
      assert.equal(await bench.outcome(wanted), 'unchanged')
      assert.equal(bench.requests().length, 1)
      assert.equal(await bench.outcome({ ...wanted, content: 'Other.' }), 'updated')
      assert.equal(bench.requests().length, 3)
      assert.equal(await bench.outcome({ ...wanted, content: `Other. ${image}` }), 'updated')
      assert.equal(bench.requests().length, 5, 'an image: list, and attach')
      assert.equal(await bench.outcome({ ...wanted, content: `More. ${image}` }), 'updated')
      assert.equal(bench.requests().length, 4, 'the image is there: list')
      await bench.save({ pageTitle: 'Third', content: `${image} ${drawing}` })
      const writes = bench.requests().filter((one) => !one.startsWith('GET'))
      assert.equal(writes.length, 4, 'made, both images at once, text, mark')
    })

    test('looks once at the parent of pages that come at once', async () => {
      const bench = await openBench(kind)
      const isParent = new RegExp(`^GET .*/${bench.site.homepageId}$`)
      bench.site.watch = async ({ when }) => {
        if (when !== 'before') return undefined
        await waitUntil('three deliveries', async () => (await openDeliveries(bench)) === 3)
        bench.site.watch = () => undefined
        return undefined
      }
      const titles = ['One', 'Two', 'Three']
      const outcomes = await Promise.all(titles.map((pageTitle) => bench.outcome({ pageTitle })))
      assert.deepEqual(outcomes, ['created', 'created', 'created'])
      assert.equal(bench.requests().filter((one) => isParent.test(one)).length, 1)
    })

    test('makes no page below one that was archived after it was listed', async () => {
      const bench = await openBench(kind)
      const parentId = await savedId(bench, { pageTitle: 'Above' })
      const by = bench.another()
      assert.equal((await bench.list([parentId], by))?.length, 1)
      bench.site.archive(parentId)
      assert.equal(await bench.outcome({ pageTitle: 'Below', parentId, by }), 'not-found')
    })

    test('asks again for a parent that a prune has taken away', async () => {
      const bench = await openBench(kind)
      const parentId = await savedId(bench, { pageTitle: 'Above' })
      await bench.process.trashPage(bench.space.id, parentId)
      bench.requests()
      assert.equal(await bench.outcome({ pageTitle: 'Below', parentId }), 'not-found')
      assert.deepEqual(
        bench.requests().filter((one) => !one.startsWith('GET')),
        [],
      )
    })

    const pictured = `An image: ${image}`
    const newPages = [
      { what: 'a page', content: 'Plain.', isReserved: false, version: 1 },
      { what: 'a page with an image', content: pictured, isReserved: false, version: 2 },
      { what: 'a page that is reserved', content: pictured, isReserved: true, version: 2 },
      { what: 'a reserved page of words', content: 'Plain.', isReserved: true, version: 2 },
    ] as const
    for (const { what, content, isReserved, version } of newPages) {
      for (const when of ['before', 'carried-out'] as const) {
        test(`makes one version of ${what}, whichever answer is lost (${when})`, async () => {
          const bench = await openBench(kind)
          const { site } = bench
          for (let lost = 0, isThrough = false; !isThrough; lost += 1) {
            const pageTitle = `Lost ${lost}`
            const labels = ['one']
            const pageId = isReserved ? await bench.reserve(pageTitle) : undefined
            const wanted = { pageTitle, content, labels, pageId }
            const asked = loseAnswer(site, when, lost + 1)
            const first = await bench.outcome(wanted)
            isThrough = asked() <= lost
            site.watch = () => undefined
            await settle(bench)
            assert.match(first, /^(?:created|under-way)$/, `request ${lost}`)
            const [made, ...others] = pagesTitled(site, pageTitle)
            assert.deepEqual(
              [made?.versions.length, others.length],
              [version, 0],
              `request ${lost}`,
            )
            assert.deepEqual(made?.labels, labels)
            assert.equal(made?.id, pageId ?? made?.id)
            assert.ok(made?.properties.markport)
            assert.deepEqual(placeholders(site), [], `request ${lost}`)

            const next = { pageTitle, content: `${content} More.`, overwrite: true }
            loseAnswer(site, when, lost + 1)
            await bench.outcome(next)
            site.watch = () => undefined
            await settle(bench)
            assert.equal(await bench.outcome(next), 'unchanged')
            const after = site.page(made?.id ?? '').versions.length
            assert.equal(after, version + 1, `update, request ${lost}`)
          }
          const entries = await listImports(bench.database, { result: 'created' }, { limit: 100 })
          const titles = entries.map(({ pageTitle }) => pageTitle)
          assert.equal(new Set(titles).size, titles.length, 'one entry for each')
        })
      }
    }

    for (const { what, content, isReserved, version } of newPages) {
      test(`another process ends what one that was killed began (${what})`, async () => {
        const bench = await openBench(kind)
        const { site } = bench
        for (let at = 0, isThrough = false; !isThrough; at += 1) {
          const pageTitle = `Killed ${at}`
          const pageId = isReserved ? await bench.reserve(pageTitle) : undefined
          const wanted = { pageTitle, content, pageId }
          const dying = bench.another()
          let moments = 0
          const killed = Promise.withResolvers<void>()
          site.watch = () => {
            moments += 1
            if (moments !== at + 1) return undefined
            dying.kill()
            killed.resolve()
            return 'close'
          }
          const saving = bench.save({ ...wanted, by: dying })
          const ended = await Promise.race([
            saving.then(() => 'through' as const),
            killed.promise.then(() => 'killed' as const),
          ])
          site.watch = () => undefined
          isThrough = ended === 'through'
          await settle(bench)
          const again = await bench.outcome(wanted)
          assert.equal(again, 'already-exists', `moment ${at}`)
          const [made, ...others] = pagesTitled(site, pageTitle)
          assert.deepEqual([made?.versions.length, others.length], [version, 0], `moment ${at}`)
          assert.ok(made?.properties.markport, `moment ${at}`)
          assert.deepEqual(placeholders(site), [], `moment ${at}`)
        }
      })
    }

    test('leaves out a file that is too large for the site, and tries it again', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const other = Buffer.from(png, 'base64').subarray(0, 40).toString('base64')
      const content = `${pictured}\n\n![Other](data:image/png;base64,${other})`
      const isUpload = ({ when, method, path }: SimulatedMoment): boolean =>
        when === 'before' && method === 'POST' && /attachment/.test(path)
      // Both together, and then the first alone.
      let uploads = 0
      site.watch = (moment) => {
        if (isUpload(moment)) uploads += 1
        return isUpload(moment) && uploads <= 2 ? { status: 413 } : undefined
      }
      const wanted = { pageTitle: 'Large', content, overwrite: true }
      const made = await bench.save(wanted)
      assert.ok(made.outcome === 'created' && made.warnings)
      const warning = made.warnings.find(({ code }) => code === 'images-not-taken')
      assert.match(warning?.message ?? '', /: markport-\w+\.png\. .*HTTP 413/)
      assert.equal(site.page(made.page.id).attachments.length, 1)
      assert.equal(await bench.outcome(wanted), 'updated')
      assert.equal(site.page(made.page.id).attachments.length, 2)
      assert.equal(await bench.outcome(wanted), 'unchanged')
    })

    test('makes a page once where several ask at once, and one has gone', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      site.switches.delayMs = 20
      const sameAtOnce = (pageTitle: string, hasLeft: () => boolean): Promise<string[]> =>
        Promise.all([
          bench.outcome({ pageTitle, hasLeft }),
          bench.outcome({ pageTitle }),
          bench.outcome({ pageTitle, by: bench.another() }),
        ])
      const told = await sameAtOnce('Waited for', () => false)
      assert.deepEqual(told, ['created', 'already-exists', 'already-exists'])
      const made = (await sameAtOnce('Left', () => true)).filter((one) => one === 'created')
      assert.equal(made.length, 1)
      for (const title of ['Waited for', 'Left']) {
        assert.equal(pagesTitled(site, title).length, 1)
        assert.equal(await bench.outcome({ pageTitle: title }), 'already-exists')
      }
      assert.equal(await openDeliveries(bench), 0)
    })

    test('does at once what another process wants of imports from now on', async () => {
      const bench = await openBench(kind)
      const wanted = { pageTitle: 'Policies', content: 'One.', overwrite: true }
      bench.site.humanEdit(await savedId(bench, wanted), 0, (text) => `${text} By hand.`)
      await bench.setPolicies({ edits: 'refuse' })
      assert.equal(await bench.outcome({ ...wanted, content: 'Two.' }), 'edited-elsewhere')
      await bench.setPolicies({ edits: 'overwrite' })
      assert.equal(await bench.outcome({ ...wanted, content: 'Two.' }), 'updated')
    })

    test('makes one page of the same and other imports that come at once', async () => {
      const bench = await openBench(kind)
      const wanted = { pageTitle: 'Joined' }
      bench.site.switches.delayMs = 30
      const outcomes = await Promise.all([
        bench.outcome(wanted),
        bench.outcome(wanted),
        bench.outcome({ ...wanted, by: bench.another() }),
        bench.outcome({ ...wanted, content: 'Another.' }),
        bench.outcome({ ...wanted, content: 'Another.', overwrite: true, by: bench.another() }),
      ])
      const [made, ...others] = pagesTitled(bench.site, 'Joined')
      assert.equal(others.length, 0)
      assert.ok(outcomes.includes('created'))
      assert.ok((made?.versions.length ?? 0) <= 3, outcomes.join())
      assert.equal(await openDeliveries(bench), 0)
    })

    test('goes on when nobody waits', async () => {
      const bench = await openBench(kind)
      const wanted = { pageTitle: 'Slow', withinMs: 30 }
      bench.site.switches.delayMs = 60
      const saved = await bench.save(wanted)
      assert.equal(saved.outcome, 'under-way')
      await settle(bench)
      bench.site.switches.delayMs = 0
      assert.equal(
        await bench.outcome({ ...wanted, content: 'Else.', withinMs: 9_000 }),
        'already-exists',
      )
    })

    test('puts a page below one that was below it, both in one run', async () => {
      const bench = await openBench(kind)
      await bench.save({ pageTitle: 'First' })
      const outer = await savedId(bench, { pageTitle: 'Outer' })
      const inner = await savedId(bench, { pageTitle: 'Inner', parentId: outer })
      const again = { overwrite: true, run: 'run' }
      assert.equal(await bench.outcome({ pageTitle: 'First', ...again }), 'unchanged')
      const up = { pageTitle: 'Inner', pageId: inner, content: 'Up.', ...again }
      assert.equal(await bench.outcome(up), 'updated')
      const down = { pageTitle: 'Outer', pageId: outer, parentId: inner, ...again }
      assert.equal(await bench.outcome({ ...down, content: 'Down.' }), 'updated')
      assert.equal(bench.site.page(outer).parentId, inner)
    })

    test('begins nothing that waits for its turn when the process stops', async () => {
      const bench = await openBench(kind)
      bench.site.switches.delayMs = 100
      const titles = Array.from({ length: maxOfSite }, (_, index) => `Begun ${index}`)
      const begun = titles.map((pageTitle) => bench.outcome({ pageTitle }))
      await waitUntil('all begun', async () => (await openDeliveries(bench)) === maxOfSite)
      const waiting = [1, 2, 3].map(() => bench.outcome({ pageTitle: 'Waits' }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await bench.process.runner.stop()
      assert.deepEqual(
        await Promise.all(begun),
        titles.map(() => 'created'),
      )
      assert.deepEqual(
        await Promise.all(waiting),
        waiting.map(() => 'unavailable'),
      )
      assert.equal(await openDeliveries(bench), 0)
      assert.deepEqual(pagesTitled(bench.site, 'Waits'), [])
    })

    test('says whom it puts back, and why a title is taken', async () => {
      const bench = await openBench(kind, { policies: { edits: 'refuse' } })
      const { site } = bench
      const pageId = await savedId(bench, { pageTitle: 'Stands here' })
      const elsewhere = site.addPage({ title: 'Elsewhere' })
      site.move(pageId, elsewhere.id)
      const back = await bench.save({ pageTitle: 'Stands here', overwrite: true })
      assert.ok('warnings' in back)
      assert.deepEqual(
        back.warnings?.map(({ code }) => code),
        ['remote-moved'],
      )
      assert.equal(site.page(pageId).parentId, site.homepageId)
      const wordsOf = async (pageTitle: string): Promise<string> => {
        const saved = await bench.save({ pageTitle, parentId: pageId, overwrite: true })
        return saved.outcome === 'refused' ? saved.error.message : saved.outcome
      }
      assert.match(await wordsOf('elsewhere'), /as "Elsewhere": case does not count there/)
      assert.doesNotMatch(await wordsOf('Elsewhere'), /case does not count/)
      const theirs = site.addPage({ title: 'Theirs' })
      const refused = await bench.save({
        pageTitle: theirs.title,
        content: 'Ours.',
        overwrite: true,
      })
      assert.ok(refused.outcome === 'refused')
      assert.match(refused.error.message, /wrote this page in Confluence, and no import did/)
    })

    test('sees edits, and treats them as the space wants', async () => {
      const bench = await openBench(kind)
      const wanted = { pageTitle: 'Edited', content: 'One.\n\nTwo.\n\nThree.', overwrite: true }
      const id = await savedId(bench, wanted)
      bench.site.editorSave(id)
      assert.equal(await bench.outcome(wanted), 'unchanged', 'its form alone is no edit')
      bench.site.humanEdit(id, 1, (text) => `${text} By hand.`)
      const over = await bench.save({ ...wanted, content: 'One!\n\nTwo.\n\nThree.' })
      assert.ok('page' in over)
      const [warning] = over.warnings ?? []
      assert.deepEqual([over.outcome, warning?.code], ['updated', 'edited-there'])
      assert.match(warning?.message ?? '', /^Ada.* is replaced by this import\. Version 3 /)
      assert.doesNotMatch(bench.site.page(id).versions.at(-1)?.body ?? '', /By hand/)
    })

    test('refuses to overwrite edits, or keeps them, where that is wanted', async () => {
      const wanted = { pageTitle: 'Edited', content: 'One.\n\nTwo.\n\nThree.', overwrite: true }
      const changed = { ...wanted, content: 'One!\n\nTwo.\n\nThree.' }
      const careful = await openBench(kind, { policies: { edits: 'refuse' } })
      const first = await savedId(careful, wanted)
      careful.site.humanEdit(first, 1, (text) => `${text} By hand.`)
      const { length } = careful.site.page(first).versions
      assert.equal(await careful.outcome(changed), 'edited-elsewhere')
      assert.equal(careful.site.page(first).versions.length, length)

      const kept = await openBench(kind, { policies: { edits: 'keep-theirs' } })
      const id = await savedId(kept, wanted)
      kept.site.humanEdit(id, 1, (text) => `${text} By hand.`)
      for (const content of [changed.content, 'One?\n\nTwo.\n\nThree.']) {
        const again = await kept.save({ ...wanted, content })
        assert.ok('page' in again)
        assert.equal(again.outcome, 'updated')
        const who = content.startsWith('One!') ? /^Ada\b.* on 2/ : /^Somebody .* before the last/
        assert.match(again.warnings?.[0]?.message ?? '', who)
        const body = kept.site.page(id).versions.at(-1)?.body ?? ''
        assert.match(body, /By hand/)
        assert.match(body, content.startsWith('One!') ? /One!/ : /One\?/)
      }
    })

    test('keeps comments at their text, and says which lost theirs', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const content = 'Some words here.\n\nOther words there.'
      const wanted = { pageTitle: 'Commented', content, overwrite: true }
      const id = await savedId(bench, wanted)
      const kept = site.addInlineComment(id, 'words here')
      const lost = site.addInlineComment(id, 'there')
      const next = await bench.save({ ...wanted, content: 'New.\n\nSome words here.' })
      assert.ok('page' in next)
      const codes = (next.warnings ?? []).map(({ code }) => code).toSorted()
      assert.deepEqual(codes, ['comment-detached', 'comment-kept'])
      assert.deepEqual(site.anchoredComments(id), [kept])
      assert.notEqual(kept, lost)

      const careful = await openBench(kind, { policies: { comments: 'refuse' } })
      careful.site.addInlineComment(await savedId(careful, wanted), 'there')
      const bare = { ...wanted, content: 'Some words here.' }
      assert.equal(await careful.outcome(bare), 'comments-would-detach')
    })

    test('says where another page has the title, or finds a longer one', async () => {
      const bench = await openBench(kind)
      const other = bench.site.addPage({ title: 'Setup' })
      const parentId = await savedId(bench, { pageTitle: 'API' })
      const wanted = { pageTitle: 'setup', parentId, overwrite: true }
      const refused = await bench.save(wanted)
      assert.ok(refused.outcome === 'refused')
      assert.match(refused.error.message, /already.*http:/)
      bench.site.archive(other.id)
      assert.match(((await bench.save(wanted)) as typeof refused).error.message, /archive/)

      const longer = await openBench(kind, { policies: { titleClash: 'suffix' } })
      longer.site.addPage({ title: 'Setup' })
      const longerParent = await savedId(longer, { pageTitle: 'API' })
      const below = { pageTitle: 'Setup', parentId: longerParent, overwrite: true }
      const made = await longer.save(below)
      assert.ok('page' in made)
      assert.equal(made.page.title, 'Setup (API)')
      assert.equal(await longer.outcome(below), 'unchanged', 'the title is remembered')
      assert.equal(await longer.outcome({ ...below, content: 'New.' }), 'updated')
    })

    test('tells callers nothing of their own when its credential is refused', async () => {
      const bench = await openBench(kind)
      bench.site.switches.refuseCredential = kind === 'cloud' ? 'bare-404' : 'anonymous'
      const saved = await bench.save({ pageTitle: 'Refused' })
      assert.ok(saved.outcome === 'refused')
      assert.deepEqual([saved.error.key, saved.error.status], ['unavailable', 503])
      assert.match(saved.error.message, /Markport's own credential/)
      assert.equal(await openDeliveries(bench), 0)
    })

    for (const [what, content] of Object.entries({ text: 'New.', image }))
      test(`says that its account may not change a page, sent ${what}`, async () => {
        const bench = await openBench(kind)
        const wanted = { pageTitle: 'Closed', overwrite: true }
        await bench.save(wanted)
        const [page] = pagesTitled(bench.site, 'Closed')
        const { switches } = bench.site
        switches.restrictedPages = [page?.id ?? '']
        for (const words of ['named', 'bare'] as const) {
          switches.restrictedWords = words
          const saved = await bench.save({ ...wanted, content })
          assert.ok(saved.outcome === 'refused')
          assert.deepEqual([saved.error.key, saved.error.status], ['bad-request', 400])
          assert.match(saved.error.message, /does not let Markport's account change this page/)
          assert.equal(await openDeliveries(bench), 0)
        }
        assert.equal(pagesTitled(bench.site, 'Closed')[0]?.versions.length, 1)
        assert.equal(await bench.outcome(wanted), 'unchanged')
        switches.restrictedPages = []
        assert.equal(await bench.outcome({ ...wanted, content }), 'updated')
      })

    test('keeps what a version changed of theirs, for whoever lost the answer and asks again', async () => {
      const bench = await openBench(kind)
      const { site, database } = bench
      const pageId = await savedId(bench, { pageTitle: 'Told' })
      site.addInlineComment(pageId, 'Hello')
      const wanted = { pageTitle: 'Told', content: 'Other.', overwrite: true }
      // After a lost answer the page is read once more.
      site.watch = ({ when, method, path }) =>
        when === 'carried-out' && method === 'PUT' && !/propert/.test(path) ? 'close' : undefined
      assert.equal(await bench.outcome(wanted), 'updated')
      site.watch = () => undefined
      const kept = async (): Promise<boolean> => {
        const rows = await database.read<{ remarks: string }>(sql`select remarks from remote_pages
          where page_id = ${pageId}`)
        return rows.some(({ remarks }) => remarks.includes('"comment-detached"'))
      }
      assert.equal(await kept(), true)
      assert.equal(await bench.outcome(wanted), 'unchanged')
      assert.equal(await kept(), true)
    })

    test('tries again when somebody else was faster, and gives up in the end', async () => {
      const bench = await openBench(kind)
      const wanted = { pageTitle: 'Busy', overwrite: true }
      await bench.save(wanted)
      bench.site.switches.optimisticLocks = 2
      assert.equal(await bench.outcome({ ...wanted, content: 'Second.' }), 'updated')
      bench.site.switches.optimisticLocks = 3
      assert.equal(await bench.outcome({ ...wanted, content: 'Third.' }), 'unavailable')
      assert.equal(await bench.outcome({ ...wanted, content: 'Third.' }), 'updated')
    })

    test('keeps what somebody wrote on a page that was filled before its answer was lost', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const wanted = { pageTitle: 'Filled', content: `One.\n\n${image}`, position: 7 }
      site.watch = ({ when, method, path }) => {
        const isFilled = when === 'carried-out' && method === 'PUT' && !/propert/.test(path)
        const [page] = isFilled ? pagesTitled(site, 'Filled') : []
        if (page === undefined) return undefined
        if (page.versions.length === 2) site.humanEdit(page.id, 0, (text) => `${text} By hand.`)
        return 'close'
      }
      assert.equal(await bench.outcome(wanted), 'created')
      site.watch = () => undefined
      const [made] = pagesTitled(site, 'Filled')
      assert.equal(made?.versions.length, 3, 'nothing was written on it')
      const same = { ...wanted, overwrite: true }
      const next = await bench.save(same)
      assert.ok('page' in next)
      const codes = (next.warnings ?? []).map(({ code }) => code)
      assert.deepEqual([next.outcome, ...codes], ['updated', 'edited-there'])
      assert.match(next.warnings?.[0]?.message ?? '', /^Ada.* is replaced by this import\./)
      assert.equal(await bench.outcome(same), 'unchanged')
    })

    test('takes nothing for written that the site answered and did not keep', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const pages = [
        { pageTitle: 'Words', content: 'Other words.' },
        { pageTitle: 'Image', content: pictured },
        { pageTitle: 'New image', content: pictured },
      ].map((page) => ({ ...page, overwrite: true }))
      for (const { pageTitle } of pages.slice(0, 2)) await bench.save({ pageTitle })
      site.switches.keepsUpdates = false
      for (const page of pages) {
        const saved = await bench.save(page)
        assert.match(saved.outcome === 'under-way' ? (saved.problem ?? '') : '', /did not/)
      }
      site.switches.keepsUpdates = true
      await settle(bench)
      for (const page of pages) {
        assert.equal(await bench.outcome(page), 'unchanged')
        const [made, ...others] = pagesTitled(site, page.pageTitle)
        assert.equal(others.length, 0)
        const said = /Other words|An image:.*(?:"media|<ac:image)/s
        assert.match(made?.versions.at(-1)?.body ?? '', said)
      }
    })

    test('tells of a fault of our own that there was one, and leaves the rest to the log', async () => {
      const { database, space, process } = await openBench(kind)
      const spaceId = space.id
      const broken = {
        spaceId,
        title: 'Broken',
        state: 'written',
        createdAtMs: Date.now(),
      } as const
      await database.write(addDelivery, broken)
      await process.runner.sweep()
      const problemOf = async (): Promise<string> =>
        (await listOpenDeliveries(database, spaceId, 1))[0]?.problem ?? ''
      await waitUntil('it was tried', async () => (await problemOf()) !== '')
      assert.equal(await problemOf(), 'Markport itself failed over it, which its log tells.')
    })

    test('makes one version of a page whose image somebody else attaches meanwhile', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const other = openSite({
        kind,
        address: { baseUrl: site.baseUrl, cloudId: undefined },
        readCredential: async () => ({ email: site.email, token: site.token }),
      })
      const bytes = Buffer.from(png, 'base64')
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file = { name: attachmentName(sha256, 'image/png'), mediaType: 'image/png', bytes }
      site.watch = async ({ when, method, path }) => {
        const [, pageId] = /\/content\/(\d+)\/child\/attachment/.exec(path) ?? []
        if (pageId === undefined || when !== 'before' || method !== 'POST') return undefined
        site.watch = () => undefined
        await other.attachFiles(pageId, [file])
        return undefined
      }
      assert.equal(await bench.outcome({ pageTitle: 'Twice', content: image }), 'created')
      const statuses = site.requests.filter((one) => one.method === 'POST').map((one) => one.status)
      assert.ok(statuses.includes(400), 'the second one was refused')
      const [made, ...others] = pagesTitled(site, 'Twice')
      assert.deepEqual([made?.versions.length, others.length], [2, 0])
      assert.equal(made?.attachments.length, 1)
    })

    test('never overwrites what somebody wrote before the text came', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const wanted = { pageTitle: 'Written in', content: pictured, overwrite: true }
      site.watch = ({ when, path }) => {
        if (when !== 'carried-out' || !path.includes('child/attachment')) return undefined
        const [page] = pagesTitled(site, 'Written in')
        if (page?.versions.length === 1) site.humanEdit(page.id, 0, () => 'By hand.')
        return undefined
      }
      assert.equal(await bench.outcome(wanted), 'edited-elsewhere')
      site.watch = () => undefined
      assert.equal(await bench.outcome(wanted), 'edited-elsewhere')
      await bench.dropLapsed()
      const [page, ...others] = pagesTitled(site, 'Written in')
      assert.deepEqual([page?.versions.length, others.length], [2, 0])
      assert.match(page?.versions.at(-1)?.body ?? '', /By hand/)
    })

    for (const content of ['Plain.', `An image: ${image}`]) {
      const what = content === 'Plain.' ? 'a page' : 'a page with an image'
      test(`makes one version of ${what} where the lease lapses during any request`, async () => {
        const bench = await openBench(kind)
        const { site } = bench
        for (let at = 0, isThrough = false; !isThrough; at += 1) {
          for (const isUpdate of [false, true]) {
            const pageTitle = `Lapsed ${at}`
            const slow = bench.another()
            let asked = 0
            const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
            const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
            site.watch = ({ when }) => {
              if (when !== 'before') return undefined
              asked += 1
              if (asked !== at + 1) return undefined
              reach()
              return held
            }
            const wanted = isUpdate
              ? { pageTitle, content: `${content} More.`, overwrite: true }
              : { pageTitle, content }
            const saving = bench.outcome({ ...wanted, by: slow })
            await Promise.race([reached, saving])
            isThrough = asked <= at
            await settle(bench)
            release(undefined)
            const first = await saving
            site.watch = () => undefined
            await settle(bench)
            const label = `request ${at}, ${first}`
            const [made, ...others] = pagesTitled(site, pageTitle)
            const versions = (content === 'Plain.' ? 1 : 2) + (isUpdate ? 1 : 0)
            assert.deepEqual([made?.versions.length, others.length], [versions, 0], label)
            assert.equal(await bench.outcome({ ...wanted, overwrite: true }), 'unchanged', label)
            assert.deepEqual(placeholders(site), [], label)
          }
        }
      })
    }

    test('puts pages among their siblings in the order of their positions', async () => {
      const bench = await openBench(kind)
      const parentId = await savedId(bench, { pageTitle: 'Above' })
      for (const [pageTitle, position] of [
        ['M', 1],
        ['B', 2],
        ['Z', 0],
      ] as const) {
        assert.equal(await bench.outcome({ pageTitle, position, parentId }), 'created')
      }
      const moves = (): number => bench.requests().filter((one) => /move/.test(one)).length
      // Data Center sorts by title until a page is moved.
      assert.equal(moves(), kind === 'cloud' ? 1 : 2)
      const last = { pageTitle: 'M', position: 3, parentId, overwrite: true }
      assert.equal(await bench.outcome(last), 'unchanged')
      assert.equal(moves(), 1)
      assert.equal(await bench.outcome(last), 'unchanged')
      assert.equal(moves(), 0)
    })
  })
}

test('asks less of a site that asks for less', async () => {
  const bench = await openBench('cloud')
  bench.site.switches.retryAfterSeconds = 120
  bench.site.switches.failures = { count: 9, status: 429 }
  assert.equal(await bench.outcome({ pageTitle: 'Too many' }), 'under-way')
  bench.site.switches.failures = { count: 0, status: 429 }
  const asked = bench.requests().length
  assert.ok(asked <= 2, `${asked} requests`)
  assert.equal(await bench.outcome({ pageTitle: 'Other' }), 'under-way')
  assert.equal(bench.requests().length, 0)
  await settle(bench)
  assert.equal(await bench.outcome({ pageTitle: 'Too many' }), 'already-exists')
})

test('holds a title for one process at a time over PostgreSQL', async () => {
  const bench = await openBench('cloud', { engine: 'postgres' })
  bench.site.switches.delayMs = 20
  const wanted = { pageTitle: 'Shared', overwrite: true }
  const processes = [bench.process, bench.another(), bench.another()]
  const outcomes = await Promise.all(
    ['One.', 'Two.'].flatMap((content) =>
      processes.map((by) => bench.outcome({ ...wanted, content, by })),
    ),
  )
  const [made, ...others] = pagesTitled(bench.site, 'Shared')
  assert.equal(others.length, 0)
  const writes = outcomes.filter((outcome) => outcome === 'created' || outcome === 'updated')
  assert.ok((made?.versions.length ?? 0) <= writes.length, outcomes.join())
  assert.equal(await openDeliveries(bench), 0)
  assert.ok(outcomes.every((outcome) => /^(?:created|updated|unchanged)$/.test(outcome)))
})
