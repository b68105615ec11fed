/** The requests for users and their access to spaces. @module */
import type { Context } from 'hono'
import type { User } from '../../auth/users.ts'
import { parseId } from '../../database/ids.ts'
import { listSpaces } from '../../importing/spaces.ts'
import { type FormRefusal, fieldText, formRefusal, maxChoices } from '../components/form-fields.ts'
import { cutPart, entriesPerPage, readListPart } from '../components/list-part.ts'
import { showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import { choosePasswordPath } from '../sign-in/choose-password.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, viewerOf, type WebScope } from '../web-scope.ts'
import { readAccessLevel, readSpaceId } from './access.ts'
import type { ManageDependencies } from './manage-scope.ts'
import {
  changeUserPage,
  deleteUserPage,
  disableUserPage,
  namedSpaces,
  newUserPage,
  passwordLinkPage,
  type UserFields,
  userPage,
  usersPage,
} from './user-pages.ts'

const notices: Readonly<Record<string, string>> = {
  changed: 'The user is changed.',
  enabled: 'The user is enabled.',
  disabled: 'The user is disabled.',
  granted: 'Access is given.',
  revoked: 'Access is revoked.',
  'signed-out': 'The user is signed out everywhere.',
  'groups-ended':
    'What groups gave is taken, and the user is signed out everywhere. Their next sign-in by the provider gives what their groups are worth then.',
  'factor-removed': 'The second factor is removed: the password alone lets them in.',
}

export function userRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, users, access, sessions, secondFactors, groupRights, show } = dependencies
  const showUser = async (
    c: Context<WebScope>,
    user: User,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const { after } = readListPart(c.req.query())
    const granted = await access.listOf(user.id, { after, limit: entriesPerPage + 1 })
    const asked = { matching: undefined, after }
    const { shown, part } = cutPart(granted, asked, ({ spaceKey }) => spaceKey)
    const main = userPage({
      user,
      access: shown,
      part,
      spaces: await listSpaces(database, { limit: maxChoices + 1 }),
      sessions: (await sessions.list(user.id)).length,
      hasSecondFactor: (await secondFactors.find(user.id)) !== undefined,
      problem,
      notice: notices[c.req.query('done') ?? ''],
      csrfField: csrfField(c),
    })
    return show(c, problem === undefined ? 200 : 400, user.name, main)
  }
  const showLink = async (c: Context<WebScope>, user: User): Promise<Response> => {
    const made = await dependencies.oneTimeLinks.create(user.id, actorOf(c))
    const address = dependencies.publicUrl() + choosePasswordPath(made.code)
    const main = passwordLinkPage(user, { address, expiresAt: made.expiresAt })
    return show(c, 201, `A link for ${user.name}`, main)
  }
  const withUser =
    (answer: (c: Context<WebScope>, user: User) => Promise<Response>) =>
    async (c: Context<WebScope>): Promise<Response> => {
      const user = await users.findById(parseId(c.req.param('id') ?? '') ?? 0)
      return user === undefined ? showNotFound(c, show) : answer(c, user)
    }
  const change = (
    done: string,
    work: (c: Context<WebScope>, user: User) => Promise<void>,
    showRefusal = showUser,
  ) =>
    withUser(async (c, user) => {
      try {
        await work(c, user)
      } catch (error) {
        return showRefusal(c, user, formRefusal(error))
      }
      return c.redirect(`/manage/users/${user.id}?done=${done}`, 303)
    })
  const showDisable = (
    c: Context<WebScope>,
    user: User,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = disableUserPage(user, user.id === viewerOf(c).userId, problem, csrfField(c))
    return show(c, problem === undefined ? 200 : 400, `Disable ${user.name}`, main)
  }
  const showDelete = (
    c: Context<WebScope>,
    user: User,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = deleteUserPage(user, user.id === viewerOf(c).userId, problem, csrfField(c))
    return show(c, problem === undefined ? 200 : 400, `Delete ${user.name}`, main)
  }

  const showChange = (
    c: Context<WebScope>,
    user: User,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const fields = problem === undefined ? user : readUserFields(c)
    const main = changeUserPage(user, { ...fields, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, `Change ${user.name}`, main)
  }
  const showNew = (
    c: Context<WebScope>,
    fields: UserFields,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = newUserPage({ ...fields, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Add a user', main)
  }
  return {
    'GET /manage/users': async (c) => {
      const asked = readListPart(c.req.query())
      const found = await users.list({ ...asked, limit: entriesPerPage + 1 })
      const { shown, part } = cutPart(found, asked, ({ name }) => name)
      const ids = shown.map(({ id }) => id)
      const done = c.req.query('done') === 'deleted' ? 'The user is deleted.' : undefined
      const main = usersPage(shown, part, await access.listFirst(ids, namedSpaces), done)
      return show(c, 200, 'Users', main, { isWide: true })
    },
    'GET /manage/users/new': (c) => showNew(c, { name: '', email: '', isAdministrator: false }),
    'POST /manage/users/new': async (c) => {
      const fields = readUserFields(c)
      try {
        const createdBy = actorOf(c)
        const email = fields.email || undefined
        const user = await users.create({ ...fields, email, createdBy })
        return await showLink(c, user)
      } catch (error) {
        return showNew(c, fields, formRefusal(error))
      }
    },
    'GET /manage/users/:id': withUser(showUser),
    'POST /manage/users/:id/link': withUser(showLink),
    'GET /manage/users/:id/change': withUser(showChange),
    'POST /manage/users/:id/change': change(
      'changed',
      async (c, { name }) => {
        await users.change({ name, to: readUserFields(c), changedBy: actorOf(c) })
      },
      showChange,
    ),
    'GET /manage/users/:id/disable': withUser(showDisable),
    'POST /manage/users/:id/disable': change(
      'disabled',
      (c, { name }) => users.disable(name, actorOf(c)),
      showDisable,
    ),
    'GET /manage/users/:id/delete': withUser(showDelete),
    'POST /manage/users/:id/delete': withUser(async (c, user) => {
      try {
        await users.delete(user.name, actorOf(c))
      } catch (error) {
        return showDelete(c, user, formRefusal(error))
      }
      return c.redirect('/manage/users?done=deleted', 303)
    }),
    'POST /manage/users/:id/enable': change('enabled', (c, { name }) =>
      users.enable(name, actorOf(c)),
    ),
    'POST /manage/users/:id/end-sessions': change('signed-out', async (c, { id: userId }) => {
      await sessions.endSome({ userId, endedBy: actorOf(c) })
    }),
    'POST /manage/users/:id/end-group-access': change('groups-ended', (c, { id }) =>
      groupRights.end(id, actorOf(c)),
    ),
    'POST /manage/users/:id/remove-second-factor': change('factor-removed', (c, { id }) =>
      secondFactors.remove(id, actorOf(c)),
    ),
    'POST /manage/users/:id/grant': change('granted', async (c, { id }) => {
      const spaceId = await readSpaceId(database, c.get('form'))
      const level = readAccessLevel(c.get('form'))
      await access.grant({ userId: id, spaceId, access: level, grantedBy: actorOf(c) })
    }),
    'POST /manage/users/:id/revoke': change('revoked', async (c, { id }) => {
      const spaceId = await readSpaceId(database, c.get('form'))
      await access.revoke({ userId: id, spaceId, revokedBy: actorOf(c) })
    }),
  }
}

function readUserFields(c: Context<WebScope>): UserFields {
  const form = c.get('form')
  const [name, email] = [fieldText(form, 'name'), fieldText(form, 'email').trim()]
  return { name, email, isAdministrator: form.get('isAdministrator') === 'yes' }
}
