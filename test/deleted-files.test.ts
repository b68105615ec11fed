import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSite } from '../src/confluence/open-site.ts'
import type { ConfluenceSimulator, SimulatedPage } from './support/confluence/simulator.ts'
import { type DeliveryBench, openBench } from './support/delivery/delivery-bench.ts'
import { png } from './support/samples/images.ts'

const image = `![A map](data:image/png;base64,${png.toString('base64')})`
const wanted = { pageTitle: 'Map', content: `One.\n\n${image}`, overwrite: true }

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`deleted files: ${kind}`, () => {
    const made = async (): Promise<{ bench: DeliveryBench; page: () => SimulatedPage }> => {
      const unknownMedia = kind === 'cloud' ? 'refused' : 'kept'
      const bench = await openBench(kind, { switches: { unknownMedia } })
      const saved = await bench.save(wanted)
      assert.ok('page' in saved)
      bench.requests()
      return { bench, page: () => bench.site.page(saved.page.id) }
    }

    test('a file that was deleted comes back, though the import brings nothing new', async () => {
      const { bench, page } = await made()
      deleteAll(bench.site, page())
      assert.equal(await bench.outcome(wanted), 'updated')
      await assertShown(bench.site, page())
      assert.equal(page().versions.length, kind === 'cloud' ? 3 : 2, 'a name needs no new version')
      assert.equal(await bench.outcome(wanted), 'unchanged')
    })

    test('a file that was deleted comes back with a change, and is no edit of theirs', async () => {
      const { bench, page } = await made()
      await bench.setPolicies({ edits: 'refuse' })
      deleteAll(bench.site, page())
      assert.equal(await bench.outcome({ ...wanted, content: `Two.\n\n${image}` }), 'updated')
      await assertShown(bench.site, page())
      assert.equal(page().versions.length, 3)
    })

    test('a file that was deleted and put back by hand is shown', async () => {
      const { bench, page } = await made()
      const [file] = page().attachments
      deleteAll(bench.site, page())
      const byHand = { mediaType: 'text/plain', bytes: Buffer.from('by hand') }
      bench.site.attach(page().id, { ...byHand, name: file?.name ?? '' })
      bench.requests()
      await bench.outcome(wanted)
      await assertShown(bench.site, page())
      assert.equal(bench.requests().filter((one) => /^POST .*attachment/.test(one)).length, 0)
      assert.equal(await bench.outcome(wanted), 'unchanged')
    })

    test('one list tells of the files of a page, and none is asked for where it has none', async () => {
      const { bench } = await made()
      assert.equal(await bench.outcome(wanted), 'unchanged')
      const asked = bench.requests()
      assert.deepEqual([asked.length, asked.filter((one) => /attachment/.test(one)).length], [2, 1])
      const plain = { pageTitle: 'Plain', overwrite: true }
      await bench.save(plain)
      bench.requests()
      assert.equal(await bench.outcome(plain), 'unchanged')
      assert.equal(bench.requests().length, 1)
    })

    test('a page that is put into the trash in the middle of a run is made anew', async () => {
      const { bench, page } = await made()
      const other = { pageTitle: 'Other', overwrite: true }
      await bench.save(other)
      assert.equal(await bench.outcome({ ...other, run: 'one' }), 'unchanged')
      bench.site.trash(page().id)
      assert.equal(await bench.outcome({ ...wanted, run: 'one' }), 'created')
    })
  })
}

function deleteAll(site: ConfluenceSimulator, { id, attachments }: SimulatedPage): void {
  assert.ok(attachments.length > 0)
  for (const { name } of attachments) site.deleteFile(id, name)
}

async function assertShown(site: ConfluenceSimulator, { id, versions }: SimulatedPage) {
  const { kind, baseUrl, email, token } = site
  const client = openSite({
    kind,
    address: { baseUrl, cloudId: undefined },
    readCredential: async () => ({ email, token }),
  })
  const [file, ...others] = await client.listAttachments(id)
  assert.ok(file)
  assert.equal(others.length, 0)
  assert.ok(versions.at(-1)?.body.includes(file.fileId ?? file.name))
}
