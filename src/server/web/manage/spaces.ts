/** Spaces: their list with ids for imports, and the forms that make, change and delete one. @module */
import { html } from 'hono/html'
import { RequestError } from '../../../contract/errors.ts'
import { editPolicies } from '../../../contract/outcomes.ts'
import { findSpace, type ListedSpace, listSpaces, setEdits } from '../../../wiki/import/spaces.ts'
import { createSpace, renameSpace } from '../../../wiki/store/create-space.ts'
import { purgesOf } from '../../../wiki/store/purging/purges.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { editsSpec, fieldText, readChoice } from '../components/form-fields.ts'
import { administrators } from '../components/page-schemes.ts'
import { copyable, rowMenu, spaceTile } from '../components/parts.ts'
import { actorOf, type PageContext, type Pages, viewerOf } from '../pages.ts'

const list = { path: '/manage/spaces', label: 'Spaces' }

export const spacePages: Pages = {
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
              [`${list.path}/${key}/settings`, 'Settings', 'pencil'],
              [`${list.path}/${key}/delete`, 'Delete…', 'trash-2', 'danger'],
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
    submit: async (_, dependencies, c) => {
      const form = c.get('form')
      const fields = { key: fieldText(form, 'key').trim(), name: fieldText(form, 'name') }
      const by = { userId: viewerOf(c).userId, createdBy: actorOf(c) }
      await createSpace(dependencies, { ...fields, ...by })
      return `${list.path}?done=created`
    },
  }),
  ...administrators.form<ListedSpace>({
    path: `${list.path}/:key/settings`,
    find: findNamed,
    view: ({ key, name, edits }) => ({
      title: `Settings of the space ${key}`,
      ways: [list],
      isBroad: true,
      fields: [
        {
          name: 'name',
          label: 'Name',
          value: name,
          isRequired: true,
          maxLength: 200,
          hint: '1 to 200 characters. Its key and the title of its homepage stay.',
        },
        editsSpec(edits),
      ],
      button: 'Save',
    }),
    submit: async (space, dependencies, c) => {
      const form = c.get('form')
      const name = fieldText(form, 'name')
      const edits = readChoice(form, 'edits', editPolicies)
      if (name !== space.name) await renameSpace(dependencies, space.id, name, actorOf(c))
      if (edits !== space.edits) await setEdits(dependencies, space.id, edits, actorOf(c))
      return `${list.path}?done=changed`
    },
  }),
  ...administrators.form<ListedSpace>({
    path: `${list.path}/:key/delete`,
    find: findNamed,
    view: ({ key, name }) => ({
      title: `Delete the space ${name} (${key})?`,
      ways: [list],
      lead: html`<p>All its pages go, with history, images and access to it. The import log keeps what happened in it. <strong>There is no way back, but for a backup.</strong></p>`,
      fields: [{ name: 'typed', label: `Type ${key} to go on`, isRequired: true }],
      button: 'Delete the space',
      look: 'danger',
    }),
    submit: async ({ id, key }, dependencies, c) => {
      if (fieldText(c.get('form'), 'typed').trim() !== key) {
        throw new RequestError('bad-request', `Type ${key} to delete the space.`)
      }
      await purgesOf(dependencies).space(id, actorOf(c))
      return `${list.path}?done=deleted`
    },
  }),
}

function findNamed(c: PageContext, { database }: ServiceParts) {
  return findSpace(database, c.req.param('key') ?? '')
}
