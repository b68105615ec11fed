/** Pages that are edited on the web: from the Markdown that is kept, an old version, a copy; by two people at once. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageElements } from './support/browser/page-elements.ts'
import { composedServer } from './support/service/composed-server.ts'
import { readForm } from './support/service/source-trial.ts'
import { send, validImport } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = composedServer(engine)
  const importPage = (fields: Record<string, unknown>): Promise<string> =>
    server.save({ overwrite: true, ...fields })
  const get = (path: string): Promise<Response> => fetch(server.url + path, { redirect: 'manual' })
  const editPath = (id: string, query = ''): string => `/wiki/spaces/DOCS/edit/${id}${query}`
  const formOf = (page: string): FormData => {
    const form = readForm(page)
    form.set('spaceId', server.space.id)
    return form
  }
  const open = async (path: string): Promise<{ page: string; form: FormData }> => {
    const response = await get(path)
    const page = await response.text()
    assert.equal(response.status, 200, page)
    return { page, form: formOf(page) }
  }
  const save = (form: FormData, changes: Record<string, string>): Promise<Response> => {
    for (const [name, value] of Object.entries({ action: 'import', ...changes }))
      form.set(name, value)
    const headers = { 'sec-fetch-site': 'same-origin' }
    return fetch(`${server.url}/import`, {
      method: 'POST',
      body: form,
      headers,
      redirect: 'manual',
    })
  }
  const markdownOf = async (id: string): Promise<string> =>
    (await get(`/wiki/spaces/DOCS/pages/${id}.md`)).text()

  test('a page opens with what is kept of it, and is itself once it is saved', async () => {
    const above = await importPage({ pageTitle: 'Above' })
    const id = await importPage({
      pageTitle: 'Kept',
      navigationTitle: 'As the tree has it',
      content: '\n# Kept <b>\n\nwords',
      labels: ['red'],
    })
    const { page, form } = await open(editPath(id))
    assert.equal(form.get('content'), '\n# Kept <b>\n\nwords')
    assert.equal(form.get('pageTitle'), 'Kept')
    assert.equal(form.get('labels'), 'red')
    assert.match(page, /Imported by the token <b>first-token<\/b>.*change the file it comes from/s)
    const saved = await save(form, { pageTitle: 'Renamed', parentId: above, content: 'changed' })
    assert.equal(saved.status, 303)
    assert.match(await markdownOf(id), /changed/)
    const shown = await (await get(`/wiki/spaces/DOCS/pages/${id}`)).text()
    assert.match(shown, /Renamed/)
    assert.match(shown, /Above/)
    assert.match(shown, /As the tree has it/)
    assert.match((await open(editPath(id))).page, /Imported by the token <b>first-token/)
  })

  test('a preview of an edited page saves nothing, also without scripts', async () => {
    const id = await importPage({ pageTitle: 'Looked at', content: 'before' })
    for (const action of ['preview', 'find']) {
      const { form } = await open(editPath(id))
      const shown = await save(form, { content: 'after', action })
      assert.equal(shown.status, 200)
      assert.match(await shown.text(), /updates the page that is there, to version 2/)
      assert.equal(await markdownOf(id), 'before')
    }
  })

  test('a page leads to its source', async () => {
    const importFrom = (content: string, url?: string): Promise<string> =>
      importPage({ pageTitle: 'A & B', content, source: { name: 'r', path: 'a b.md', url } })
    const url = 'https://forge.example/o/r/-/blob/main/a%20b.md'
    const id = await importFrom('text', url)
    const sourceOf = async (): Promise<string | undefined> => {
      const shown = await (await get(`/wiki/spaces/DOCS/pages/${id}`)).text()
      const links = pageElements(shown).filter(({ name }) => name === 'a')
      return links.find(({ text }) => text === 'Edit at source')?.attrs.href
    }
    const edit = 'https://forge.example/o/r/-/edit/main/a%20b.md'
    assert.equal(await sourceOf(), edit)
    const { page: opened, form } = await open(editPath(id))
    assert.ok(opened.includes(`<a href="${edit}">Change the file</a>`))
    assert.equal((await save(form, { content: 'changed' })).status, 303)
    assert.equal(await sourceOf(), edit)
    for (const [viewed, edited] of [
      ['https://github.com/o/r/blob/main/c.md', 'https://github.com/o/r/edit/main/c.md'],
      [
        'https://gitea.example/o/r/src/branch/main/c.md',
        'https://gitea.example/o/r/_edit/main/c.md',
      ],
      [
        'https://bitbucket.org/o/r/src/main/c.md',
        'https://bitbucket.org/o/r/src/main/c.md?mode=edit',
      ],
      [
        'https://dev.azure.com/o/p/_git/r?path=/c.md',
        'https://dev.azure.com/o/p/_git/r?path=/c.md',
      ],
    ] as const) {
      await importFrom('changed', viewed)
      assert.equal(await sourceOf(), edited)
    }
    assert.match(await (await get(`/wiki/spaces/DOCS/history/${id}`)).text(), /Version 2|>2</)
    await importFrom('changed')
    assert.equal(await sourceOf(), undefined)
  })

  test('a source is an address that a browser opens', async () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/etc/passwd',
      'https://me:secret@x.example/',
      `https://x.example/${'a'.repeat(2_000)}`,
      7,
      ['https://x.example/'],
    ]) {
      const source = { name: 'r', path: 'a.md', url }
      const body = JSON.stringify({ ...validImport(server), pageTitle: 'Refused', source })
      const { status, json } = await send(server.endpoint, body, {
        authorization: `Bearer ${server.token}`,
      })
      assert.equal(status, 400, String(url))
      assert.match(json.body, /source\.url must be/)
    }
  })

  test('who saves second sees both texts first, and then decides', async () => {
    const id = await importPage({ pageTitle: 'Of two', content: 'first' })
    const [mine, theirs] = [await open(editPath(id)), await open(editPath(id))]
    assert.equal((await save(theirs.form, { content: 'theirs <i>' })).status, 303)
    const refused = await save(mine.form, { content: 'mine <i>' })
    const both = await refused.text()
    assert.equal(refused.status, 412)
    assert.match(both, /Both texts are here/)
    assert.match(both, /What admin saved meanwhile: version 2.*theirs &lt;i/s)
    assert.match(both, /mine &lt;i/)
    assert.match(both, new RegExp(`/compare/${id}\\?from=1&amp;to=2`))
    assert.match(await markdownOf(id), /theirs/)
    const again = formOf(both)
    assert.equal(again.get('version'), '2')
    assert.equal((await save(again, { content: 'mine and theirs' })).status, 303)
    assert.match(await markdownOf(id), /mine and theirs/)
    // Control: a form without a version gets no conflict.
    const blind = await open(editPath(id))
    await importPage({ pageTitle: 'Of two', content: 'by a program' })
    assert.equal((await save(blind.form, { content: 'blind', version: '' })).status, 303)
  })

  const preview = async (form: FormData, changes: Record<string, string> = {}): Promise<string> => {
    for (const [name, value] of Object.entries(changes)) form.set(name, value)
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const init = { method: 'POST', body: form, headers }
    return (await fetch(`${server.url}/import/preview`, init)).text()
  }

  test('images have short names in the text, are shown, and stay as they are', async () => {
    const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const plan = Buffer.from('a plan').toString('base64')
    const file = `data:application/octet-stream;name=plan%2Etxt;base64,${plan}`
    const content = `![dot](data:image/gif;base64,${dot})\r\n\r\n[plan](${file})\r\n`
    const id = await importPage({ pageTitle: 'With images', content })
    const { form } = await open(editPath(id))
    const shown = String(form.get('content'))
    assert.match(
      shown,
      /^!\[dot\]\(attachment:[0-9a-f]{12}\)\s+\[plan\]\(attachment:[0-9a-f]{12}\/plan/,
    )
    const unchanged = await preview(form)
    assert.match(unchanged, /data-kind="unchanged">Nothing has changed\.</)
    assert.match(unchanged, /src="\/wiki\/spaces\/DOCS\/attachments\/[0-9a-f]{64}"/)
    assert.match(unchanged, /href="\/wiki\/spaces\/DOCS\/attachments\/[0-9a-f]{64}\/plan/)
    assert.equal((await save(form, {})).status, 303)
    const before = await markdownOf(id)
    assert.doesNotMatch(await (await get(`/wiki/spaces/DOCS/history/${id}`)).text(), /Version 2/)
    assert.equal((await save(form, { content: `${shown} more` })).status, 303)
    assert.equal((await markdownOf(id)).trim(), `${before.replaceAll('\r\n', '\n')} more`.trim())
    const read = await (await get(`/wiki/spaces/DOCS/pages/${id}`)).text()
    assert.match(read, /attachments\/[0-9a-f]{64}" [^>]*width="1" height="1"/)
  })

  test('the homepage of a fresh space is written in the browser', async () => {
    const { form } = await open(editPath(server.space.homepageId))
    assert.equal(form.get('content'), '')
    assert.equal((await save(form, { content: 'Welcome' })).status, 303)
    assert.match(await markdownOf(server.space.homepageId), /Welcome/)
  })

  test('an old version is restored from the history', async () => {
    const id = await importPage({ pageTitle: 'Changed', content: 'as it was' })
    await importPage({ pageTitle: 'Changed', content: 'as it is' })
    const old = await (await get(`/wiki/spaces/DOCS/history/${id}/1`)).text()
    assert.match(
      old,
      new RegExp(`href="/wiki/spaces/DOCS/edit/${id}\\?version=1">Restore version 1<`),
    )
    const now = await (await get(`/wiki/spaces/DOCS/history/${id}/2`)).text()
    assert.doesNotMatch(now, /Restore/)
    const { page, form } = await open(editPath(id, '?version=1'))
    assert.match(page, /This is version 1\. Saved, it becomes version 3/)
    assert.equal((await save(form, {})).status, 303)
    assert.match(await markdownOf(id), /as it was/)
  })

  test('who may not write there finds no such page, nor does anybody where none can be edited', async () => {
    const id = await importPage({ pageTitle: 'Closed' })
    const user = await server.createUser('reader')
    await server.grant(user, server.space, 'read')
    const other = await server.createSpace('OTHER')
    for (const path of [
      editPath('999'),
      editPath(other.homepageId),
      `/wiki/spaces/OTHER/edit/${id}`,
      editPath(id, '?version=7'),
    ]) {
      assert.equal((await get(path)).status, 404, path)
    }
    const shown = (): Promise<string> =>
      get(`/wiki/spaces/DOCS/pages/${id}`).then((one) => one.text())
    assert.match(await shown(), new RegExp(`href="${editPath(id)}"`))
    server.actAs({ userId: user.id, name: 'reader', isAdministrator: false })
    assert.equal((await get(editPath(id))).status, 404)
    assert.doesNotMatch(await shown(), /\/edit\//)
    server.actAs(server.administrator)
  })
})
