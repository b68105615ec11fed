/** Groups, their members and access. @module */
import { html } from 'hono/html'
import type { Group } from '../../../accounts/groups.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { parseId } from '../../../store/ids.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { type FormRefusal, fieldText } from '../components/form-fields.ts'
import { entriesPerPage, findField, readListPart, searchedFor } from '../components/list-part.ts'
import { actionForm, administrators, inlineForm } from '../components/page-schemes.ts'
import { dangerLink, emptyState, noneFits, tableOf } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { actorOf, type PageContext, type Pages } from '../pages.ts'
import { accessActions, accessNotices, accessTable, accessWords, grantForm } from './access.ts'

const list = { path: '/manage/groups', label: 'Groups' }
const shownInList = 10
/** The built-in group of all users has no name. */
const everybodyId = 0

function nameOf({ id, name }: Group): string {
  return id === everybodyId ? 'Everybody signed in' : name
}

function typedName(c: PageContext): string {
  return fieldText(c.get('form'), 'name')
}

async function findGroup(c: PageContext, { groups }: ServiceParts): Promise<Group | undefined> {
  const text = c.req.param('id') ?? ''
  const id = text === String(everybodyId) ? everybodyId : parseId(text)
  if (id === undefined) return undefined
  return groups.findById(id, { matching: searchedFor(c), limit: entriesPerPage })
}

export const groupPages: Pages = {
  ...administrators.list<Group>({
    path: list.path,
    settings: { group: 'Administration', label: list.label, icon: 'shield' },
    action: { path: `${list.path}/new`, label: 'Create a group' },
    notices: { deleted: 'The group is deleted.' },
    read: ({ groups }) => groups.list({ limit: shownInList }),
    view: () => ({
      lead: 'A group gives its members access to spaces, beside what each was given. Groups of the OpenID provider are set up where the service is started.',
      emptyText: ['There is no group yet', 'Create one, and give it access.'],
      columns: [
        ['Name', (group) => html`<a href="${list.path}/${group.id}">${nameOf(group)}</a>`],
        ['Members', ({ members }) => counted(members, 'user')],
        ['Access', (group) => html`<span class="long">${grantWords(group)}</span>`],
      ],
    }),
  }),
  ...administrators.form({
    path: `${list.path}/new`,
    view: () => ({
      title: 'Create a group',
      ways: [list],
      fields: [{ name: 'name', label: 'Name', isRequired: true, maxLength: 100 }],
      button: 'Create the group',
    }),
    submit: async (_, { groups }, c) => {
      const { id } = await groups.create(typedName(c), actorOf(c))
      return `${list.path}/${id}?done=created`
    },
  }),
  ...administrators.details<Group>({
    path: `${list.path}/:id`,
    find: findGroup,
    notices: {
      created: 'The group is created. Add its members, and give it access.',
      added: 'The user is added.',
      removed: 'The user is not in the group any more.',
      ...accessNotices,
    },
    actions: {
      add: ['added', (c, { groups }, { id }) => groups.add(id, typedName(c), actorOf(c))],
      remove: ['removed', (c, { groups }, { id }) => groups.remove(id, typedName(c), actorOf(c))],
      ...accessActions(({ id }, { groups }) => ({
        grant: (spaceId, level, actor) => groups.grant(id, spaceId, level, actor),
        revoke: (spaceId, actor) => groups.revoke(id, spaceId, actor),
      })),
    },
    view: async (group, dependencies, c, refusal) => ({
      title: nameOf(group),
      ways: [list],
      body: html`${await accessPart(group, dependencies, c, refusal)}
<h2>Members</h2>
${group.id === everybodyId ? html`<p>Everybody who has a user here: ${counted(group.members, 'user')} now. New users are in it from their first day on.</p>` : await membersPart(group, dependencies, c)}`,
    }),
  }),
  ...administrators.form<Group>({
    path: `${list.path}/:id/delete`,
    find: async (c, dependencies) => {
      const group = await findGroup(c, dependencies)
      return group?.id === everybodyId ? undefined : group
    },
    view: (group) => ({
      title: `Delete the group ${group.name}?`,
      ways: [list, { path: `${list.path}/${group.id}`, label: group.name }],
      lead: html`<p>Its ${counted(group.members, 'member')} ${group.members === 1 ? 'loses' : 'lose'} what only this group gave. Users stay, and what each was given.</p>`,
      button: 'Delete the group',
      look: 'danger',
    }),
    submit: async ({ id }, { groups }, c) => {
      await groups.delete(id, actorOf(c))
      return `${list.path}?done=deleted`
    },
  }),
}

function grantWords({ grants, grantCount }: Group): string {
  if (grantCount === 0) return 'no space'
  const more = grantCount - grants.length
  const spaces = grants.map(({ spaceKey, access }) => `${spaceKey} (${accessWords(access)})`)
  return [...spaces, ...(more === 0 ? [] : [`${more} more`])].join(', ')
}

async function accessPart(
  { id, grants, grantCount }: Group,
  { database }: ServiceParts,
  c: PageContext,
  refusal: FormRefusal | undefined,
): Promise<Markup> {
  const path = `${list.path}/${id}`
  const matching = searchedFor(c)
  const more = grantCount - grants.length
  const part = { matching, isWhole: matching === undefined && more === 0 }
  const noGrants =
    matching === undefined
      ? emptyState('No space yet', 'Give access below: all members have it from then on.')
      : noneFits('space', { path, label: 'All its spaces' })
  const table = accessTable(path, grants, ({ access }) => accessWords(access))
  return html`<h2>Access to spaces</h2>
${findField(path, 'Find a space', part)}
${grants.length === 0 ? noGrants : table}
${more === 0 ? '' : html`<p>And ${more} more: find them by key or name.</p>`}
${await grantForm(c, path, database, refusal)}`
}

async function membersPart(
  { id, name }: Group,
  { groups }: ServiceParts,
  c: PageContext,
): Promise<Markup> {
  const path = `${list.path}/${id}`
  const { entries, links } = await readListPart(c, {
    path,
    read: (range) => groups.members(id, range),
    placeOf: (member) => member,
  })
  const remove = (member: string): Markup => {
    const label = html`Remove<span class="visually-hidden"> ${member}</span>`
    return actionForm(`${path}/remove`, label, { fields: { name: member } })
  }
  const add = { name: 'name', label: 'User', isRequired: true, maxLength: 100 }
  return html`${
    entries.length === 0
      ? emptyState(
          'Nobody is in this group yet',
          'Add a user below, who then has what the group may.',
        )
      : tableOf(
          'Members',
          [
            ['Name', (member) => member],
            ['Action', remove],
          ],
          entries,
        )
  }
${links}
${inlineForm(c, { action: `${path}/add`, fields: [add], button: `Add to ${name}` })}
${dangerLink(`${path}/delete`, 'Delete this group')}`
}
