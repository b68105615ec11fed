/** The requests for groups, their members, and what they may do. @module */
import type { Context } from 'hono'
import type { Group } from '../../auth/groups.ts'
import { parseId } from '../../database/ids.ts'
import { listSpaces } from '../../importing/spaces.ts'
import { type FormRefusal, fieldText, formRefusal, maxChoices } from '../components/form-fields.ts'
import { cutPart, entriesPerPage, readListPart } from '../components/list-part.ts'
import { csrfField } from '../session/csrf.ts'
import { showNotFound } from '../session/reading-rule.ts'
import { actorOf } from '../session/viewer.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { readAccessLevel, readSpaceId } from './access-fields.ts'
import { deleteGroupPage, groupPage, groupsPage } from './groups-page.ts'
import type { ManageDependencies } from './manage-scope.ts'

const notices: Readonly<Record<string, string>> = {
  created: 'The group is created. Add its members, and give it access.',
  added: 'The user is added.',
  removed: 'The user is not in the group any more.',
  granted: 'Access is given.',
  revoked: 'Access is revoked.',
  deleted: 'The group is deleted.',
}

const shownInList = 10

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function groupRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, groups, show } = dependencies
  const noticeOf = (c: Context<WebScope>): string | undefined => notices[c.req.query('done') ?? '']
  const showAll = async (c: Context<WebScope>, problem?: FormRefusal): Promise<Response> => {
    const name = fieldText(c.get('form') ?? new Map(), 'name')
    const shown = {
      groups: await groups.list({ limit: shownInList }),
      name,
      problem,
      notice: noticeOf(c),
    }
    const main = groupsPage({ ...shown, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Groups', main, { isWide: true })
  }
  const showGroup = async (
    c: Context<WebScope>,
    group: Group,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const { after, matching } = readListPart(c.req.query())
    const found = await groups.members(group.id, { after, limit: entriesPerPage + 1 })
    const { shown, part } = cutPart(found, { matching: undefined, after }, (name) => name)
    const spaces = await listSpaces(database, { limit: maxChoices + 1 })
    const model = { group, matching, members: shown, part, spaces, problem, notice: noticeOf(c) }
    const main = groupPage({ ...model, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, group.name, main)
  }
  /** Answer for the group that the address names; one that is not there is not found. */
  const withGroup =
    (answer: (c: Context<WebScope>, group: Group) => Promise<Response>) =>
    async (c: Context<WebScope>): Promise<Response> => {
      const id = c.req.param('id') === '0' ? 0 : parseId(c.req.param('id') ?? '')
      const group =
        id === undefined
          ? undefined
          : await groups.findById(id, {
              ...readListPart(c.req.query()),
              limit: entriesPerPage,
            })
      return group === undefined ? showNotFound(c, show) : answer(c, group)
    }
  const change = (done: string, work: (c: Context<WebScope>, group: Group) => Promise<void>) =>
    withGroup(async (c, group) => {
      try {
        await work(c, group)
      } catch (error) {
        return showGroup(c, group, formRefusal(error))
      }
      return c.redirect(`/manage/groups/${group.id}?done=${done}`, 303)
    })
  const nameOf = (c: Context<WebScope>): string => fieldText(c.get('form'), 'name')
  return {
    'GET /manage/groups': (c) => showAll(c),
    'POST /manage/groups': async (c) => {
      try {
        const { id } = await groups.create(nameOf(c), actorOf(c))
        return c.redirect(`/manage/groups/${id}?done=created`, 303)
      } catch (error) {
        return showAll(c, formRefusal(error))
      }
    },
    'GET /manage/groups/:id': withGroup(showGroup),
    'POST /manage/groups/:id/add': change('added', (c, { id }) =>
      groups.add(id, nameOf(c), actorOf(c)),
    ),
    'POST /manage/groups/:id/remove': change('removed', (c, { id }) =>
      groups.remove(id, nameOf(c), actorOf(c)),
    ),
    'POST /manage/groups/:id/grant': change('granted', async (c, { id }) => {
      const spaceId = await readSpaceId(database, c.get('form'))
      await groups.grant(id, spaceId, readAccessLevel(c.get('form')), actorOf(c))
    }),
    'POST /manage/groups/:id/revoke': change('revoked', async (c, { id }) => {
      await groups.revoke(id, await readSpaceId(database, c.get('form')), actorOf(c))
    }),
    'GET /manage/groups/:id/delete': withGroup(async (c, group) =>
      group.id === 0
        ? showNotFound(c, show)
        : show(c, 200, `Delete ${group.name}`, deleteGroupPage(group, csrfField(c))),
    ),
    'POST /manage/groups/:id/delete': withGroup(async (c, group) => {
      await groups.delete(group.id, actorOf(c))
      return c.redirect('/manage/groups?done=deleted', 303)
    }),
  }
}
