/** The import form over HTTP, as browsers without scripts use it, and what its script asks for. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Viewer } from '../src/server/web/pages.ts'
import { sql } from '../src/store/sql.ts'
import { assertEach } from './support/base/assert-each.ts'
import { type PageElement, pageElements } from './support/browser/page-elements.ts'
import { somePayloads } from './support/samples/payloads.ts'
import { composedServer } from './support/service/composed-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

type Fields = Record<string, string | Blob>

forEachEngine((_, engine) => {
  const server = composedServer(engine, async () => {
    writer = await addUser('writer', 'write')
    reader = await addUser('reader', 'read')
    server.actAs(writer)
  })
  let writer: Viewer
  let reader: Viewer
  let title = 0
  const freshTitle = (): string => {
    title += 1
    return `Written ${title}`
  }

  async function addUser(name: string, access: 'read' | 'write'): Promise<Viewer> {
    const user = await server.createUser(name)
    await server.grant(user, server.space, access)
    return { userId: user.id, name, isAdministrator: false }
  }

  async function as<Result>(
    other: Viewer | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> {
    server.actAs(other)
    try {
      return await run()
    } finally {
      server.actAs(writer)
    }
  }

  const validFields = (): Record<
    'spaceId' | 'parentId' | 'pageTitle' | 'content' | 'submission',
    string
  > => ({
    spaceId: server.space.id,
    parentId: server.space.homepageId,
    pageTitle: freshTitle(),
    content: 'Some *Markdown*.',
    submission: crypto.randomUUID(),
  })

  const post = (
    fields: Fields,
    headers: Record<string, string> = {},
    path = '/import',
  ): Promise<Response> => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return fetch(server.url + path, {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      redirect: 'manual',
    })
  }
  const submit = (fields: Fields, headers?: Record<string, string>): Promise<Response> =>
    post({ ...validFields(), action: 'import', ...fields }, headers)
  const script = { accept: 'application/json' }

  const pagePathOf = async (answer: Response): Promise<string> => {
    const path = answer.headers.get('location') ?? ''
    if (path.startsWith('/wiki/')) return path
    const done = await parse(await fetch(server.url + path))
    return done.find(({ attrs }) => attrs.class === 'button')?.attrs.href ?? ''
  }
  const count = async (table: 'pages' | 'imports' | 'page_versions'): Promise<number> => {
    const statements = {
      pages: sql`select count(*) as count from pages`,
      imports: sql`select count(*) as count from imports`,
      page_versions: sql`select count(*) as count from page_versions`,
    }
    return Number((await server.database.read(statements[table]))[0]?.count)
  }

  const byId = (parts: readonly PageElement[], id: string): PageElement | undefined =>
    parts.find(({ attrs }) => attrs.id === id)
  const parse = async (response: Response): Promise<PageElement[]> =>
    pageElements(await response.text())
  const filledIn = (parts: readonly PageElement[]): Record<string, unknown> => ({
    spaceId: parts.find(({ name, attrs }) => name === 'option' && 'selected' in attrs)?.attrs.value,
    parentId: parts.find(({ attrs }) => attrs.name === 'parentId' && 'checked' in attrs)?.attrs
      .value,
    pageTitle: byId(parts, 'importTitle')?.attrs.value,
    content: byId(parts, 'importContent')?.text,
    overwrite: 'checked' in (parts.find(({ attrs }) => attrs.name === 'overwrite')?.attrs ?? {}),
    submission: parts.find(({ attrs }) => attrs.name === 'submission')?.attrs.value,
  })

  describe('the form', () => {
    test('offers the spaces that its writer may write to, and the pages at their top', async () => {
      await server.createSpace('CLOSED')
      const child = await server.save({ pageTitle: 'At the top' })
      await server.save({ pageTitle: 'Further below', parentId: child })
      const response = await fetch(`${server.url}/import`)
      assert.equal(response.status, 200)
      const parts = await parse(response)
      const options = parts.filter(({ name }) => name === 'option').map(({ text }) => text)
      assert.deepEqual(options, ['Space DOCS (DOCS)'])
      const titles = parts.filter(({ attrs }) => attrs.class === 'parent-title')
      assertEach(titles, ({ text }) => text, ['Space DOCS', 'At the top'])
      assert.equal(filledIn(parts).parentId, server.space.homepageId)
    })

    test('asks for signing in, and for write access', async () => {
      const signIn = await as(undefined, () =>
        fetch(`${server.url}/import`, { redirect: 'manual' }),
      )
      assert.equal(signIn.headers.get('location'), '/sign-in?next=%2Fimport')
      const noAccess = await as(reader, () => fetch(`${server.url}/import`))
      assert.equal(noAccess.status, 403)
      assert.match(await noAccess.text(), /write access to no space/)
    })
  })

  describe('the search for a parent page', () => {
    const find = async (search: string, fields: Fields = {}): Promise<string[]> => {
      const response = await post({ ...validFields(), action: 'find', search, ...fields })
      const parts = await parse(response)
      return parts
        .filter(({ attrs }) => attrs.class === 'parent-title')
        .map(({ text }) => text)
        .slice(1)
    }

    test('finds parts of titles, those that start with it first, each with its path', async () => {
      const above = await server.save({ pageTitle: 'Quokka' })
      const below = await server.save({ pageTitle: 'The quokka below', parentId: above })
      await server.save({ pageTitle: 'The quokka below', parentId: below })
      assert.deepEqual(await find('QUOKKA'), ['Quokka', 'The quokka below', 'The quokka below'])
      assert.deepEqual(await find(below), ['The quokka below'])
      const url = `${server.url}/import/parents?spaceId=${server.space.id}&search=quokka`
      const paths = (await parse(await fetch(url))).filter(
        ({ attrs }) => attrs.class === 'parent-path',
      )
      assertEach(paths, ({ text }) => text, [
        'Space DOCS',
        'Space DOCS › Quokka',
        'Space DOCS › Quokka › The quokka below',
      ])
    })

    test('keeps the page that is chosen, and everything that was typed', async () => {
      const parentId = await server.save({ pageTitle: 'Chosen' })
      const fields = { ...validFields(), parentId, overwrite: 'true' }
      const response = await post({ ...fields, action: 'find', search: 'no such page' })
      const parts = await parse(response)
      assert.deepEqual(filledIn(parts), { ...fields, overwrite: true })
      assert.match(byId(parts, 'importFound')?.text ?? '', /No other page/)
    })

    test('shows nothing of spaces that its writer may not write to', async () => {
      const url = `${server.url}/import/parents?spaceId=${server.space.id}&search=quokka`
      const parts = await as(reader, async () => parse(await fetch(url)))
      assert.deepEqual(
        parts.filter(({ attrs }) => attrs.class === 'parent-title'),
        [],
      )
      assert.equal((await as(undefined, () => fetch(url))).status, 401)
    })
  })

  describe('the preview', () => {
    const markdown =
      '---\nkey: 1\n---\n\n## Part\n\nSome `code` and <video>.\n\n| a |\n|---|\n| 1 |'

    test('is the page that readers will see, with warnings and their lines', async () => {
      const fields = { ...validFields(), content: markdown }
      const before = await Promise.all([count('pages'), count('imports')])
      const html = await (await post({ ...fields, action: 'preview' })).text()
      assert.deepEqual(await Promise.all([count('pages'), count('imports')]), before)
      const shown = documentOf(html)
      assert.match(shown, /<h2 id="h-part">Part<\/h2>/)
      const parts = pageElements(html)
      assert.deepEqual(filledIn(parts), { ...fields, overwrite: false })
      assert.equal(
        byId(parts, 'importState')?.text,
        'Ready: this makes a new page. Nothing gets lost. 1 changed, 1 note',
      )
      const warnings = parts.filter(({ attrs }) => attrs['data-line'] !== undefined)
      assertEach(warnings, ({ attrs }) => attrs['data-line'], ['1', '7'])
      const severities = [...html.matchAll(/<strong>(lost|changed|note)<\/strong>/g)]
      assertEach(severities, ([, severity]) => severity, ['note', 'changed'])
      const saved = await post({ ...fields, action: 'import' })
      const page = await (await fetch(server.url + (await pagePathOf(saved)))).text()
      assert.equal(documentOf(page), shown)
    })

    test('leaves out the heading that says the title, as the import does', async () => {
      const fields = { ...validFields(), content: '# A title\n\ntext', pageTitle: ' A title ' }
      for (const place of [{}, { parentId: '' }]) {
        const html = await (await post({ ...fields, ...place, action: 'preview' })).text()
        assert.doesNotMatch(documentOf(html), /<h1/)
      }
      const saved = await post({ ...fields, action: 'import' })
      const page = await (await fetch(server.url + (await pagePathOf(saved)))).text()
      assert.doesNotMatch(documentOf(page), /<h1/)
    })

    test('foretells what would become of a page that is there', async () => {
      const fields = validFields()
      await post({ ...fields, action: 'import' })
      const foretold = async (more: Fields): Promise<string | undefined> => {
        const response = await post({ ...fields, ...more }, script, '/import/preview')
        return byId(await parse(response), 'importState')?.text
      }
      assert.match((await foretold({})) ?? '', /^A page with this title is already there\. Tick/)
      const overwrite = 'true'
      assert.match((await foretold({ overwrite })) ?? '', /Nothing has changed/)
      assert.match(
        (await foretold({ overwrite, content: 'new' })) ?? '',
        /to version 2\. Nothing gets lost\.$/,
      )
      assert.equal(await foretold({ pageTitle: ' ' }), 'Give the page a title.')
      assert.equal(await foretold({ parentId: '' }), 'Choose where the page is to stand.')
      assert.match((await foretold({ content: ' ' })) ?? '', /^Write, paste or drop/)
      assert.match((await foretold({ parentId: '999' })) ?? '', /parent page is gone/)
    })

    // No statement decides these, so one engine is enough.
    if (engine === 'sqlite') {
      test('never lets content or titles become markup', async () => {
        for (const payload of somePayloads) {
          const fields = { ...validFields(), pageTitle: payload, content: payload }
          const asked = await post(fields, script, '/import/preview')
          const pressed = await post({ ...fields, action: 'preview' })
          for (const [response, allowed] of [
            [asked, /^$/],
            [pressed, /^(?:form|script)$/],
          ] as const) {
            const parts = await parse(response)
            for (const { name, attrs } of parts) {
              const isScripted = /^(?:script|style|iframe|object|embed|base|form|svg|math)$/.test(
                name,
              )
              const isIcon = name === 'svg' && /^(?:icon|brand)$/.test(attrs.class ?? '')
              assert.ok(!isScripted || isIcon || allowed.test(name), `${name} of ${payload}`)
              for (const attribute of Object.keys(attrs))
                assert.doesNotMatch(attribute, /^on|^style$/)
            }
          }
        }
      })
    }
  })

  if (engine === 'sqlite') {
    describe('images beside the text', () => {
      const image = (): File =>
        new File(
          [Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
          'a b.gif',
        )
      const imagesOf = async (response: Response): Promise<number> =>
        pageElements(documentOf(await response.text())).filter(({ attrs }) =>
          /^data:image\/gif|\/attachments\//.test(attrs.src ?? ''),
        ).length

      test('stand where the text names them, by their path or their name', async () => {
        for (const content of [
          '![x](a%20b.gif)',
          '![x](<../img/a b.gif>)',
          '![x][y]\n\n[y]: <a b.gif>',
        ]) {
          const fields = { ...validFields(), content, image: image() }
          assert.equal(await imagesOf(await post(fields, script, '/import/preview')), 1, content)
          const saved = await submit({ content, image: image() })
          assert.equal(await imagesOf(await fetch(server.url + (await pagePathOf(saved)))), 1)
        }
        for (const content of ['![x](b.gif)', '`![x](a%20b.gif)`', '[x](a%20b.gif)']) {
          const fields = { ...validFields(), content, image: image() }
          assert.equal(await imagesOf(await post(fields, script, '/import/preview')), 0, content)
        }
      })
    })
  }

  describe('the import', () => {
    test('makes the page in the writer’s name, leads to it, and is recorded', async () => {
      const fields = { ...validFields(), content: 'one\r\ntwo <video>\rthree' }
      const response = await submit(fields)
      assert.equal(response.status, 303)
      const path = await pagePathOf(response)
      const html = await (await fetch(server.url + path)).text()
      assert.match(html, /class="who">.*writer<\/span>/)
      const id = Number(path.split('/').at(-1))
      const [version] = await server.database.read(
        sql`select markdown, author_id from page_versions where page_id = ${id}`,
      )
      assert.deepEqual(
        { ...version },
        { markdown: 'one\ntwo <video>\nthree', author_id: writer.userId },
      )
      const [record] = await server.database.read(sql`
        select result, user_id, api_token_id, page_title, parent_id, version, warnings
        from imports where page_id = ${id}`)
      const { warnings, ...rest } = record as Record<string, unknown>
      assert.match(String(warnings), /html-shown/)
      assert.deepEqual(rest, {
        result: 'created',
        user_id: writer.userId,
        api_token_id: 0,
        page_title: fields.pageTitle,
        parent_id: server.space.homepageId,
        version: 1,
      })
    })

    test('updates a page that is there when that is ticked', async () => {
      const fields = validFields()
      const first = await submit(fields)
      const second = await submit({ ...fields, content: 'new', overwrite: 'true' })
      assert.equal(second.status, 303)
      assert.equal(await pagePathOf(second), await pagePathOf(first))
      const html = await (await fetch(server.url + (await pagePathOf(second)))).text()
      assert.match(html, /Version 2/)
    })

    test('gives the page labels, and leaves them where none are given', async () => {
      const fields = validFields()
      const labelsOf = async (answer: Response): Promise<string[]> => {
        const html = await (await fetch(server.url + (await pagePathOf(answer)))).text()
        const links = pageElements(html).filter(({ attrs }) => attrs.href?.includes('label='))
        return links.map(({ text }) => text)
      }
      const first = await submit({ ...fields, labels: 'guide, API  ,, cli ' })
      assert.deepEqual(await labelsOf(first), ['api', 'cli', 'guide'])
      const second = await submit({ ...fields, content: 'new', labels: ' ', overwrite: 'true' })
      assert.deepEqual(await labelsOf(second), ['api', 'cli', 'guide'])
      const refused = await submit({ ...validFields(), labels: 'guide, a.b' })
      assert.equal(refused.status, 400)
      const parts = await parse(refused)
      assert.match(byId(parts, 'importProblem')?.text ?? '', /^Labels must be letters.*"a\.b"/)
      assert.equal(byId(parts, 'importLabels')?.attrs.value, 'guide, a.b')
    })

    test('happens once, however often the same form is sent', async () => {
      const fields = validFields()
      const before = await count('page_versions')
      const answers = await Promise.all([submit(fields), submit(fields), submit(fields)])
      answers.push(await submit(fields))
      assertEach(answers, ({ status }) => status, [303, 303, 303, 303])
      assert.equal(new Set(answers.map(({ headers }) => headers.get('location'))).size, 1)
      assert.equal(await count('page_versions'), before + 1)
    })

    test('is summed up for its writer only', async () => {
      const answer = await submit({ content: 'one <video>\n\n[x](gone.md)' })
      const path = answer.headers.get('location') ?? ''
      const html = await (await fetch(server.url + path)).text()
      assert.match(html, /Warnings: 1 lost, 1 changed/)
      assert.equal((await as(reader, () => fetch(server.url + path))).status, 404)
      for (const other of ['none', '%00', crypto.randomUUID()]) {
        assert.equal((await fetch(`${server.url}/import/done/${other}`)).status, 404)
      }
    })
  })

  if (engine === 'sqlite') {
    describe('nothing that was typed is lost', () => {
      const typed = '\n\n  # "Quotes" & </textarea> <b>\n\n\ttabs\n\n'
      const cases: readonly [
        name: string,
        fields: () => Fields | Promise<Fields>,
        status: number,
        message: RegExp,
      ][] = [
        ['a blank title', () => ({ pageTitle: '  ' }), 400, /Give the page a title/],
        ['no title', () => ({ pageTitle: '' }), 400, /Give the page a title/],
        [
          'a title that is too long',
          () => ({ pageTitle: 'x'.repeat(256) }),
          400,
          /Title must be 1 to 255 characters, got 256/,
        ],
        [
          'Markdown beyond its limit',
          () => ({ content: `${typed}${'x'.repeat(1024 * 1024)}` }),
          400,
          /Markdown must be at most 1048576 bytes/,
        ],
        ['a parent page that is gone', () => ({ parentId: '999' }), 404, /parent page is gone/],
        [
          'a page that is there',
          async () => {
            const pageTitle = freshTitle()
            await submit({ pageTitle })
            return { pageTitle, overwrite: 'false' }
          },
          400,
          /already there\. Tick/,
        ],
      ]
      test('what is missing is asked for as a person would', async () => {
        for (const [fields, words] of [
          [{ parentId: '' }, 'Choose the page that the new one is to stand below.'],
          [{ content: ' ' }, 'A page needs some words.'],
        ] as const) {
          const response = await submit({ ...validFields(), ...fields })
          assert.equal(response.status, 400)
          assert.equal(byId(await parse(response), 'importProblem')?.text, words)
        }
      })
      for (const [name, make, status, message] of cases) {
        test(`to ${name}`, async () => {
          const fields: Fields = { ...validFields(), content: typed, ...(await make()) }
          const response = await submit(fields)
          assert.equal(response.status, status)
          const parts = await parse(response)
          const problem = byId(parts, 'importProblem')
          assert.match(problem?.text ?? '', message)
          assert.equal(problem?.attrs.role, 'alert')
          assert.ok(!('hidden' in (problem?.attrs ?? {})))
          const { overwrite, ...sent } = fields
          const { parentId, overwrite: isTicked, ...kept } = filledIn(parts)
          const { parentId: sentParentId, ...others } = sent
          assert.deepEqual(kept, others)
          assert.equal(isTicked, overwrite === 'true')
          if (sentParentId !== '999') assert.equal(parentId, sentParentId)
          const asked = await submit(fields, script)
          assert.equal(asked.status, status)
          assert.match(((await asked.json()) as { text: string }).text, message)
        })
      }

      test('to a session that has ended', async () => {
        const fields = { ...validFields(), content: typed, overwrite: 'true' }
        const response = await as(undefined, () => submit(fields))
        assert.equal(response.status, 401)
        const html = await response.text()
        assert.match(html, /no longer signed in.*go back with your browser/)
        for (const path of ['/import', '/import/preview']) {
          const asked = await as(undefined, () => post(fields, script, path))
          assert.equal(asked.status, 401)
          assert.equal(
            ((await asked.json()) as { signInPath: string }).signInPath,
            '/sign-in?next=%2Fimport',
          )
        }
      })

      test('and refusals are recorded', async () => {
        const before = await count('imports')
        await submit({ parentId: '999', pageTitle: 'Refused by the form' })
        const [record] = await server.database.read<{ result: string; user_id: number }>(sql`
          select result, user_id from imports where page_title = 'Refused by the form'`)
        assert.deepEqual({ ...record }, { result: 'not-found', user_id: writer.userId })
        assert.equal(await count('imports'), before + 1)
      })
    })
  }

  test('refuses what is too large, by name of the limit', async () => {
    const response = await submit({ content: 'x'.repeat(8 * 1024 * 1024) })
    assert.equal(response.status, 413)
    assert.match(
      await response.text(),
      /at most 8388608 bytes.*Go back with your browser to what you wrote\./,
    )
  })
})

function documentOf(html: string): string {
  const [, document] =
    /<div class="document"[^>]*>(.*?)<\/div>\n?(?:<\/article>|<\/div>)/s.exec(html) ?? []
  return document ?? ''
}
