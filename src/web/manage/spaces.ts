/** The requests for spaces. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { type ListedSpace, listSpaces } from '../../importing/spaces.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  textField,
} from '../components/form-fields.ts'
import {
  cutPart,
  entriesPerPage,
  findField,
  isWhole,
  type ListPart,
  partLinks,
  readListPart,
} from '../components/list-part.ts'
import {
  copyable,
  dataTable,
  emptyState,
  noneFits,
  noticeLine,
  pageHead,
  rowMenu,
  spaceTile,
} from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, viewerOf, type WebScope } from '../web-scope.ts'
import { firstStepsPath } from './first-steps.ts'
import type { ManageDependencies } from './manage-scope.ts'

const notices: Readonly<Record<string, string>> = {
  created: 'The space is created.',
  changed: 'The space is changed.',
  deleted: 'The space is deleted.',
}

export function spaceRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, createSpace, show } = dependencies
  const showForm = (
    c: Context<WebScope>,
    fields: { key: string; name: string },
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = newSpacePage({ ...fields, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Create a space', main)
  }
  return {
    'GET /manage/spaces': async (c) => {
      const done = notices[c.req.query('done') ?? '']
      const asked = readListPart(c.req.query())
      const found = await listSpaces(database, { ...asked, limit: entriesPerPage + 1 })
      const { shown, part } = cutPart(found, asked, ({ key }) => key)
      const main = spaceListPage(shown, part, done)
      return show(c, 200, 'Spaces', main, { isWide: true })
    },
    'GET /manage/spaces/new': (c) => showForm(c, { key: '', name: '' }),
    'POST /manage/spaces/new': async (c) => {
      const form = c.get('form')
      const fields = { key: fieldText(form, 'key').trim(), name: fieldText(form, 'name') }
      const isFirst = (await listSpaces(database, { limit: 1 })).length === 0
      try {
        const { userId } = viewerOf(c)
        await createSpace({ ...fields, userId, createdBy: actorOf(c) })
      } catch (error) {
        return showForm(c, fields, formRefusal(error))
      }
      return c.redirect(isFirst ? firstStepsPath : '/manage/spaces?done=created', 303)
    },
  }
}

const path = '/manage/spaces'

function spaceListPage(
  spaces: readonly ListedSpace[],
  part: ListPart,
  done: string | undefined,
): Markup {
  const rows = spaces.map(({ id, key, name, importParentId }) => [
    html`<a class="who" href="/wiki/spaces/${key}">${spaceTile(name)}<span>${name}</span></a>`,
    copyable(`key-${id}`, key, `the key of ${name}`),
    copyable(`id-${id}`, id, `the id of ${name}`),
    importParentId === undefined
      ? 'none'
      : copyable(`homepage-${id}`, importParentId, `the id of the homepage of ${name}`),
    rowMenu(name, [
      [`/wiki/spaces/${key}/settings`, 'Settings', 'pencil'],
      [`/wiki/spaces/${key}/delete`, 'Delete…', 'trash-2', 'danger'],
    ]),
  ])
  return html`${pageHead('Spaces', { path: '/manage/spaces/new', label: 'Create a space' })}
${noticeLine(done)}
<p>An import names a space by key or id, and the parent page by its id: at first that is the homepage.</p>
${findField(path, 'Find a space by name or key', part)}
${spaces.length === 0 ? (isWhole(part) ? emptyState('There is no space yet', 'Pages live in spaces: create the first one.') : noneFits('space', { path, label: 'All spaces' })) : dataTable('Spaces', ['Name', 'Key', 'Id', 'Homepage id', 'Action'], rows)}
${partLinks(path, part)}`
}

interface NewSpaceModel {
  readonly key: string
  readonly name: string
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

function newSpacePage({ key, name, problem, csrfField }: NewSpaceModel): Markup {
  return html`<h1>Create a space</h1>
${errorLine(problem?.message)}
<form method="post">${csrfField}
${textField({ name: 'key', label: 'Key', value: key, problem, isRequired: true, maxLength: 255, hint: 'A letter, then letters and digits, such as DOCS. It stays as it is.' })}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 200, hint: '1 to 200 characters; also the title of the homepage.' })}
<button type="submit">Create the space</button>
</form>`
}
