/** What imports send is the same page once a site has saved it, with its files and macros. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { BodyRequest } from '../src/confluence/body/page-body.ts'
import { planBody } from '../src/confluence/body/plan-body.ts'
import { openSite } from '../src/confluence/open-site.ts'
import { attachmentName } from '../src/confluence/rest-v1.ts'
import type { ConfluenceSite } from '../src/confluence/site.ts'
import { convertDocument } from '../src/convert/convert-document.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

const limits = { maxDepth: 100, maxMarkdownBytes: 1e7, maxAdfBytes: 1e7 }
const sink = readFileSync(new URL('fixtures/kitchen-sink.md', import.meta.url), 'utf8')
const { adf: pieces, images } = convertDocument(sink, limits)
const adf = pieces.join('')

for (const kind of ['cloud', 'data-center'] as const) {
  for (const formulaMacros of [
    undefined,
    { block: 'easy-math-block', inline: 'eazy-math-inline' },
  ]) {
    const form = formulaMacros === undefined ? 'code' : 'macros'
    test(`${kind} keeps a page with files and ${form} as it was sent`, async (t) => {
      const simulator = await startConfluence(kind)
      t.after(() => simulator.stop())
      const { baseUrl, email, token, spaceId, spaceKey, homepageId } = simulator
      const address = { baseUrl, cloudId: undefined }
      const site: ConfluenceSite = openSite({
        kind,
        address,
        readCredential: async () => ({ email, token }),
      })
      const page = { spaceId, spaceKey, parentId: homepageId, title: 'Sink' }
      const { id } = await site.createPage({
        ...page,
        body: kind === 'cloud' ? '{"type":"doc","version":1,"content":[]}' : '',
      })
      const files = images.map(({ sha256, type, bytes }) => ({
        name: attachmentName(sha256, type),
        mediaType: type,
        bytes,
      }))
      const attached = await site.attachFiles(id, files)
      const wanted: BodyRequest = {
        kind,
        baseUrl,
        adf,
        pageId: id,
        settings: {
          diagramMacros: formulaMacros ? { mermaid: 'mermaid-macro' } : {},
          formulaMacros,
        },
        files: images.map(({ sha256, type }) => {
          const name = attachmentName(sha256, type)
          return { sha256, name, fileId: attached.find((one) => one.name === name)?.fileId }
        }),
        theirs: undefined,
        base: undefined,
        edits: 'overwrite',
        comments: [],
      }
      const sent = planBody(wanted).body
      const withoutFiles = planBody({ ...wanted, pageId: undefined, files: [] }).body
      for (const body of [sent, withoutFiles]) assert.doesNotMatch(body, /attachment:[0-9a-f]{64}/)
      assert.ok(sent.includes(kind === 'cloud' ? 'contentId-' : 'ri:filename="markport-'))
      const stored = await site.updatePage({ ...page, id, body: sent, version: 2, message: 'x' })
      const api = planBody({ ...wanted, theirs: stored.body, base: stored.body })
      assert.deepEqual([api.isSame, api.keptEdits], [true, []])
      simulator.editorSave(id)
      const { body } = (await site.readPage(id, 'x'))!
      assert.notEqual(body, stored.body)
      const editor = planBody({ ...wanted, theirs: body, base: stored.body })
      assert.deepEqual([editor.isSame, editor.keptEdits], [true, []])
    })
  }
}
