/** Spaces: their list with ids for imports, and the form for a new one. @module */
import { html } from 'hono/html'
import { type ListedSpace, listSpaces } from '../../../wiki/import/spaces.ts'
import { fieldText } from '../components/form-fields.ts'
import { copyable, rowMenu, spaceTile } from '../components/parts.ts'
import type { Pages } from '../pages.ts'
import { actorOf, viewerOf } from '../web-scope.ts'
import { administrators, type ManageDependencies } from './manage-scope.ts'

const list = { path: '/manage/spaces', label: 'Spaces' }

export const spacePages: Pages<ManageDependencies> = {
  ...administrators.list<ListedSpace>({
    path: list.path,
    settings: { group: 'Administration', label: list.label, icon: 'layers' },
    action: { path: `${list.path}/new`, label: 'Create a space' },
    finding: ['space', 'Find a space by name or key'],
    notices: {
      created:
        'The space is created. Open it to write its first page, or import into it with a token.',
      changed: 'The space is changed.',
      deleted: 'The space is deleted.',
    },
    read: ({ database }, part) => listSpaces(database, part),
    placeOf: ({ key }) => key,
    view: () => ({
      lead: 'An import names a space by key or id, and the parent page by its id: at first that is the homepage.',
      emptyText: ['There is no space yet', 'Pages live in spaces: create the first one.'],
      columns: [
        [
          'Name',
          ({ key, name }) =>
            html`<a class="who" href="/wiki/spaces/${key}">${spaceTile(name)}<span>${name}</span></a>`,
        ],
        ['Key', ({ id, key, name }) => copyable(`key-${id}`, key, `the key of ${name}`)],
        ['Id', ({ id, name }) => copyable(`id-${id}`, id, `the id of ${name}`)],
        [
          'Homepage id',
          ({ id, name, importParentId: homepage }) =>
            homepage === undefined
              ? 'none'
              : copyable(`homepage-${id}`, homepage, `the id of the homepage of ${name}`),
        ],
        [
          'Action',
          ({ key, name }) =>
            rowMenu(name, [
              [`/wiki/spaces/${key}/settings`, 'Settings', 'pencil'],
              [`/wiki/spaces/${key}/delete`, 'Delete…', 'trash-2', 'danger'],
            ]),
        ],
      ],
    }),
  }),
  ...administrators.form({
    path: `${list.path}/new`,
    view: () => ({
      title: 'Create a space',
      ways: [list],
      lead: html`<p>A space holds pages that belong together, such as the docs of a product. Access is given by space.</p>`,
      fields: [
        {
          name: 'key',
          label: 'Key',
          isRequired: true,
          maxLength: 255,
          hint: 'A letter, then letters and digits, such as DOCS. It stays as it is.',
        },
        {
          name: 'name',
          label: 'Name',
          isRequired: true,
          maxLength: 200,
          hint: '1 to 200 characters; also the title of the homepage.',
        },
      ],
      button: 'Create the space',
    }),
    submit: async (_, { createSpace }, c) => {
      const form = c.get('form')
      const fields = { key: fieldText(form, 'key').trim(), name: fieldText(form, 'name') }
      await createSpace({ ...fields, userId: viewerOf(c).userId, createdBy: actorOf(c) })
      return `${list.path}?done=created`
    },
  }),
}
