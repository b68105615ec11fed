/** Users: their list, and the page of one with its actions. @module */
import { html } from 'hono/html'
import type { GrantedSpace } from '../../../accounts/access.ts'
import type { User } from '../../../accounts/users.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { parseId } from '../../../store/ids.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { type FieldSpec, type FormRefusal, fieldText } from '../components/form-fields.ts'
import { readListPart } from '../components/list-part.ts'
import { actionForm, administrators, type FormView } from '../components/page-schemes.ts'
import { copyableBlock, dangerLink, emptyState, facts, stateBadge } from '../components/parts.ts'
import { dayOf, exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { actorOf, type PageContext, type Pages, viewerOf } from '../pages.ts'
import { choosePasswordPath } from '../sign-in/choose-password.ts'
import { accessActions, accessNotices, accessTable, accessWords, grantForm } from './access.ts'

const list = { path: '/manage/users', label: 'Users' }

function pathOf({ id }: Pick<User, 'id'>): string {
  return `${list.path}/${id}`
}

async function findUser(c: PageContext, { users }: ServiceParts): Promise<User | undefined> {
  return users.findById(parseId(c.req.param('id') ?? '') ?? 0)
}

function userFields(user?: User): readonly FieldSpec[] {
  return [
    {
      name: 'name',
      label: 'Name',
      value: user?.name ?? '',
      isRequired: true,
      maxLength: 100,
      hint: '1 to 100 characters, to sign in with.',
    },
    {
      name: 'email',
      label: 'E-mail (optional)',
      value: user?.email ?? '',
      type: 'email',
      maxLength: 254,
      hint: "Programs sign in to the wiki's own API with it.",
    },
    {
      name: 'isAdministrator',
      label: 'Administrator',
      isTick: true,
      value: user?.isAdministrator ? 'yes' : '',
      hint: 'Reads and writes everywhere, and manages users, spaces, tokens and the license.',
    },
  ]
}

function readUserFields(c: PageContext) {
  const form = c.get('form')
  const [name, email] = [fieldText(form, 'name'), fieldText(form, 'email').trim()]
  return { name, email, isAdministrator: form.get('isAdministrator') === 'yes' }
}

async function showLink(
  c: PageContext,
  { oneTimeLinks, publicUrl }: ServiceParts,
  user: User,
): Promise<Response> {
  const { code, expiresAt } = await oneTimeLinks.create(user.id, actorOf(c))
  const { name } = user
  const main = html`<h1>A link for ${name}</h1>
<p>It lets ${name} choose a password, once, until ${exactTime(expiresAt)}. Whoever has the link can use it: send it in a safe way. <strong>Copy it now: it is not shown again.</strong></p>
${copyableBlock('link', publicUrl() + choosePasswordPath(code), 'Link to choose a password', { isWrapped: true })}
<p class="ways"><a href="${pathOf(user)}">On to ${name}: access to spaces</a></p>`
  return show(c, 201, `A link for ${name}`, main)
}

export const userPages: Pages = {
  ...administrators.list<User>({
    path: list.path,
    settings: { group: 'Administration', label: list.label, icon: 'users' },
    action: { path: `${list.path}/new`, label: 'Add a user' },
    finding: ['user', 'Find a user by name or e-mail'],
    notices: { deleted: 'The user is deleted.' },
    read: ({ users }, part) => users.list(part),
    placeOf: ({ name }) => name,
    view: () => ({
      emptyText: ['There is no user yet', 'Add the first one.'],
      columns: [
        [
          'Name',
          (user) =>
            html`<a href="${pathOf(user)}">${user.name}</a><span class="hint">${user.email}</span>`,
        ],
        ['Role', ({ isAdministrator }) => (isAdministrator ? 'Administrator' : 'User')],
        ['State', userState],
      ],
    }),
  }),
  ...administrators.form({
    path: `${list.path}/new`,
    view: () => ({
      title: 'Add a user',
      ways: [list],
      lead: html`<p>You get a link with which they choose a password, once.</p>`,
      fields: userFields(),
      button: 'Add the user',
    }),
    submit: async (_, dependencies, c) => {
      const fields = readUserFields(c)
      const email = fields.email || undefined
      const user = await dependencies.users.create({ ...fields, email, createdBy: actorOf(c) })
      return showLink(c, dependencies, user)
    },
  }),
  ...administrators.details<User>({
    path: `${list.path}/:id`,
    find: findUser,
    notices: {
      changed: 'The user is changed.',
      enabled: 'The user is enabled.',
      disabled: 'The user is disabled.',
      ...accessNotices,
      'signed-out': 'The user is signed out everywhere.',
      'factor-removed': 'The second factor is removed: the password alone lets them in.',
    },
    actions: {
      link: ['linked', showLink],
      enable: ['enabled', (c, { users }, { name }) => users.enable(name, actorOf(c))],
      'end-sessions': [
        'signed-out',
        (c, { sessions }, { id: userId }) => sessions.endSome({ userId, endedBy: actorOf(c) }),
      ],
      'remove-second-factor': [
        'factor-removed',
        (c, { secondFactors }, { id }) => secondFactors.remove(id, actorOf(c)),
      ],
      ...accessActions(({ id: userId }, { access }) => ({
        grant: (spaceId, level, grantedBy) => access.grant(userId, spaceId, level, grantedBy),
        revoke: (spaceId, revokedBy) => access.revoke(userId, spaceId, revokedBy),
      })),
    },
    view: async (user, dependencies, c, refusal) => ({
      title: user.name,
      ways: [list],
      body: html`${facts([
        ['State', userState(user)],
        ['Role', `${roleOf(user)}${user.isAdministratorByGroup ? ', by groups' : ''}`],
        ['E-mail', user.email],
        ['Added', dayOf(user.createdAt)],
      ])}
<p class="ways"><a href="${pathOf(user)}/change">Change name, e-mail or role</a></p>
<h2>Access to spaces</h2>
${user.isAdministrator ? html`<p>Administrators read and write in all spaces.</p>` : await accessPart(user, dependencies, c, refusal)}
<h2>Sign-in</h2>
${user.disabledAt === null ? await signInPart(user, dependencies) : disabledPart(user, user.disabledAt)}
${dangerLink(`${pathOf(user)}/delete`, 'Delete this user')}`,
    }),
  }),
  ...administrators.form<User>({
    path: `${list.path}/:id/change`,
    find: findUser,
    view: (user) => ({
      title: `Change ${user.name}`,
      ways: waysTo(user),
      ...(user.isAdministratorByGroup && {
        lead: html`<p>The role comes from a group of the provider: taken here, the next sign-in there gives it again.</p>`,
      }),
      fields: userFields(user),
      button: 'Change the user',
    }),
    submit: async (user, { users }, c) => {
      await users.change({ name: user.name, to: readUserFields(c), changedBy: actorOf(c) })
      return `${pathOf(user)}?done=changed`
    },
  }),
  ...administrators.form<User>({
    path: `${list.path}/:id/disable`,
    find: findUser,
    view: (user, _, c) => ({
      title: `Disable ${user.name}?`,
      ways: waysTo(user),
      lead: html`<p>${warningOfSelf(user, c)}Sessions end, tokens are refused from the next request on, and access is taken until the user is enabled again. Pages keep their author.</p>`,
      button: 'Disable the user',
      look: 'danger',
    }),
    submit: async (user, { users }, c) => {
      await users.disable(user.name, actorOf(c))
      return `${pathOf(user)}?done=disabled`
    },
  }),
  ...administrators.form<User>({
    path: `${list.path}/:id/delete`,
    find: findUser,
    view: (user, _, c) => ({
      title: `Delete ${user.name}?`,
      ways: waysTo(user),
      lead: html`<p>${warningOfSelf(user, c)}Name, e-mail address, password, sessions, tokens, second factor and access to spaces go. Pages stay, and name “a deleted user” as their author. <strong>There is no way back, but for a backup.</strong></p>
<p>Audit records from before keep the name until they lapse.</p>`,
      button: 'Delete the user',
      look: 'danger',
    }),
    submit: async (user, { users }, c) => {
      await users.delete(user.name, actorOf(c))
      return `${list.path}?done=deleted`
    },
  }),
}

function waysTo(user: User): FormView['ways'] {
  return [list, { path: pathOf(user), label: user.name }]
}

function warningOfSelf({ id }: User, c: PageContext): Markup | '' {
  if (id !== viewerOf(c).userId) return ''
  return html`<strong>This is you: you will be signed out at once.</strong> `
}

function roleOf({ isAdministrator }: User): string {
  return isAdministrator ? 'Administrator' : 'User'
}

function userState({ disabledAt, hasPassword, hasIdentity }: User): Markup {
  if (disabledAt !== null) return stateBadge('stop', 'Disabled')
  return hasPassword || hasIdentity
    ? stateBadge('good', 'Can sign in')
    : stateBadge('care', 'No password yet')
}

function disabledPart(user: User, disabledAt: Date): Markup {
  return html`<p>Disabled on ${dayOf(disabledAt)}. Enabling gives back the password, tokens that have not expired, and access to spaces.</p>
${actionForm(`${pathOf(user)}/enable`, 'Enable this user', { look: '' })}`
}

async function signInPart(user: User, { sessions, secondFactors }: ServiceParts): Promise<Markup> {
  const devices = (await sessions.list(user.id)).length
  const hasSecondFactor = (await secondFactors.find(user.id)) !== undefined
  const action = (name: string, label: string, look: 'quiet' | '' = 'quiet'): Markup =>
    actionForm(`${pathOf(user)}/${name}`, label, { look })
  return html`<p>A link to choose a password works once, for 7 days. Choosing one ends all sessions of this user.</p>
${action('link', 'Make a link', '')}
<p>Signed in on ${counted(devices, 'device')}. Second factor: ${hasSecondFactor ? 'on' : 'off'}.</p>
${devices > 0 ? action('end-sessions', 'Sign out everywhere') : ''}
${hasSecondFactor ? action('remove-second-factor', 'Remove the second factor') : ''}
${dangerLink(`${pathOf(user)}/disable`, 'Disable this user')}`
}

async function accessPart(
  user: User,
  { access, database }: ServiceParts,
  c: PageContext,
  refusal: FormRefusal | undefined,
): Promise<Markup> {
  const path = pathOf(user)
  const { entries, links } = await readListPart(c, {
    path,
    read: (range) => access.listOf(user.id, range),
    placeOf: ({ spaceKey }) => spaceKey,
  })
  const noAccess = `${user.name} sees no space before access is given, here or by a group.`
  const table = accessTable(path, entries, grantedWords, ({ byHand }) => byHand !== undefined)
  return html`${entries.length === 0 ? emptyState('No space yet', noAccess) : table}
${links}
${user.disabledAt === null ? await grantForm(c, path, database, refusal) : ''}`
}

/** Access by groups cannot be revoked here, so it is listed apart. */
function grantedWords({ access, byHand, byGroups }: GrantedSpace): string {
  if (byGroups === undefined) return accessWords(access)
  if (byHand === undefined) return `${accessWords(byGroups)}, by groups`
  return `${accessWords(byHand)}; by groups ${accessWords(byGroups)}`
}
