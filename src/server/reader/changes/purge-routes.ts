/** Forms for administrators: purge pages and spaces, and settings of a space. @module */
import { html } from 'hono/html'
import { readerOfAll } from '../../../accounts/reader.ts'
import type { Log } from '../../../contract/base/log.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { RequestError } from '../../../contract/errors.ts'
import { editPolicies } from '../../../contract/outcomes.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import { findSpace, type ListedSpace, setEdits } from '../../../wiki/import/spaces.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import { findPageHere } from '../../../wiki/pages/find-page.ts'
import { renameSpace } from '../../../wiki/store/create-space.ts'
import { finishPurges } from '../../../wiki/store/purging/let-go.ts'
import { purgesOf } from '../../../wiki/store/purging/purges.ts'
import type { PageChangeDependencies } from '../../../wiki/store/trash-page.ts'
import {
  editsField,
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  readChoice,
  textField,
} from '../../web/components/form-fields.ts'
import { breadcrumb, formActions } from '../../web/components/parts.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import { csrfField } from '../../web/session/csrf.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { actorOf } from '../../web/web-scope.ts'
import { historyPath, trashListPath } from '../addresses.ts'
import { type ReaderDependencies, showAbout, type WebContext } from '../reader-scope.ts'

export interface PurgeRouteDependencies
  extends Pick<ReaderDependencies, 'show'>,
    PageChangeDependencies {
  readonly log: Pick<Log, 'error'>
}

type Subject =
  | (Pick<
      PurgeQuestionModel,
      'heading' | 'goes' | 'stays' | 'typedName' | 'action' | 'backPath'
    > & {
      purge(): Promise<unknown>
      readonly next: string
    })
  | undefined

export function purgeRoutes(dependencies: PurgeRouteDependencies): WebHandlers {
  const { show, database, log } = dependencies
  const atSpace =
    (handle: (c: WebContext, space: ListedSpace) => Promise<Response>) =>
    async (c: WebContext): Promise<Response> => {
      const space = await findSpace(database, c.req.param('key') ?? '')
      return space === undefined ? showNotFound(c, show) : handle(c, space)
    }
  const askThenPurge = (subjectOf: (c: WebContext, space: Space) => Promise<Subject>) => {
    const answer = (isSent: boolean) =>
      atSpace(async (c, space) => {
        const subject = await subjectOf(c, space)
        if (subject === undefined) return showNotFound(c, show)
        let problem: string | undefined
        try {
          if (isSent) {
            checkTypedName(c, subject.typedName)
            await subject.purge()
            // Not awaited, because large spaces take long; a restart continues it.
            void finishPurges(database).catch((error) => log.error({ error }, 'purge not finished'))
            return c.redirect(subject.next, 303)
          }
        } catch (error) {
          problem = formRefusal(error).message
        }
        const main = purgeQuestion({ ...subject, problem, csrfField: csrfField(c) })
        const status = problem === undefined ? 200 : 400
        if (subject.next.startsWith('/manage/')) return show(c, status, subject.heading, main)
        const pageSpace = { spaceKey: space.key, spaceName: space.name }
        return showAbout(show, c, pageSpace, { title: subject.heading, main, status })
      })
    return [answer(false), answer(true)] as const
  }

  const [askPage, purgePage] = askThenPurge((c, space) => pageSubject(dependencies, c, space))
  const [askVersion, purgeVersion] = askThenPurge((c, space) =>
    versionSubject(dependencies, c, space),
  )
  const [askTrash, purgeTrash] = askThenPurge(async (c, { id, key, name }) => ({
    heading: `Purge the trash of ${name}?`,
    goes: 'All pages in the trash go, with their history and the images that no other page shows.',
    action: 'Purge the trash',
    backPath: trashListPath(key),
    next: trashListPath(key),
    purge: () => purgesOf(dependencies).trash(id, actorOf(c)),
  }))
  const [askSpace, deleteSpace] = askThenPurge(async (c, { id, key, name }) => ({
    heading: `Delete the space ${name} (${key})?`,
    goes: `${counted(await countPages(database, id), 'page')} and those in its trash go, with history, images and access to it.`,
    stays: 'The import log keeps what happened in it.',
    typedName: key,
    action: 'Delete the space',
    backPath: '/manage/spaces',
    next: '/manage/spaces?done=deleted',
    purge: () => purgesOf(dependencies).space(id, actorOf(c)),
  }))

  const showSettings = (c: WebContext, space: SpaceSettings, problem?: FormRefusal) => {
    const main = settingsForm({ ...space, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, `Settings of ${space.key}`, main)
  }
  return {
    'GET /wiki/spaces/:key/purge': askTrash,
    'POST /wiki/spaces/:key/purge': purgeTrash,
    'GET /wiki/spaces/:key/purge/:id': askPage,
    'POST /wiki/spaces/:key/purge/:id': purgePage,
    'GET /wiki/spaces/:key/purge/:id/:number': askVersion,
    'POST /wiki/spaces/:key/purge/:id/:number': purgeVersion,
    'GET /wiki/spaces/:key/delete': askSpace,
    'POST /wiki/spaces/:key/delete': deleteSpace,
    'GET /wiki/spaces/:key/settings': atSpace((c, space) => showSettings(c, space)),
    'POST /wiki/spaces/:key/settings': atSpace(async (c, space) => {
      const form = c.get('form')
      const name = fieldText(form, 'name')
      try {
        const edits = readChoice(form, 'edits', editPolicies)
        if (name !== space.name) await renameSpace(dependencies, space.id, name, actorOf(c))
        if (edits !== space.edits) await setEdits(dependencies, space.id, edits, actorOf(c))
      } catch (error) {
        return showSettings(c, { ...space, name }, formRefusal(error))
      }
      return c.redirect('/manage/spaces?done=changed', 303)
    }),
  }
}

async function pageSubject(
  dependencies: PurgeRouteDependencies,
  c: WebContext,
  space: Space,
): Promise<Subject> {
  const page = await findPageHere(readerOfAll(dependencies.database), c.req.param('id') ?? '')
  if (page?.spaceId !== space.id) return undefined
  const { id, title } = page
  return {
    heading: `Purge “${title}”?`,
    goes: 'Its history goes, the images that no other page shows, and all pages below it.',
    action: 'Purge the page',
    backPath:
      page.status === 'current'
        ? historyPath({ spaceKey: space.key, id })
        : trashListPath(space.key),
    next: trashListPath(space.key),
    purge: () => purgesOf(dependencies).page(id, { withPagesBelow: true, purgedBy: actorOf(c) }),
  }
}

async function versionSubject(
  dependencies: PurgeRouteDependencies,
  c: WebContext,
  space: Space,
): Promise<Subject> {
  const page = await findPageHere(readerOfAll(dependencies.database), c.req.param('id') ?? '')
  const number = parseId(c.req.param('number') ?? '')
  if (page?.spaceId !== space.id || number === undefined) return undefined
  const history = historyPath({ spaceKey: space.key, id: page.id })
  return {
    heading: `Purge version ${number} of “${page.title}”?`,
    goes: 'Its text goes, and the images that no other version shows. That there was such a version, who wrote it and when, stays.',
    action: 'Purge the version',
    backPath: history,
    next: history,
    purge: () => purgesOf(dependencies).version({ pageId: Number(page.id), number }, actorOf(c)),
  }
}

async function countPages(database: Database, spaceId: string): Promise<number> {
  const [row] = await database.read<{ pages: number | string }>(sql`
    select count(*) as pages from pages
    where space_id = ${Number(spaceId)} and status = 'current'`)
  return Number(row?.pages)
}

/** @throws {RequestError} `bad-request` unless the name was typed. */
function checkTypedName(c: WebContext, typedName: string | undefined): void {
  if (typedName === undefined || fieldText(c.get('form'), 'typed').trim() === typedName) return
  throw new RequestError('bad-request', `Type ${typedName} to delete the space.`)
}

interface PurgeQuestionModel {
  readonly heading: string
  readonly goes: string
  readonly stays?: string
  readonly typedName?: string
  readonly action: string
  readonly problem: string | undefined
  readonly backPath: string
  readonly csrfField: Markup
}

function purgeQuestion(model: PurgeQuestionModel): Markup {
  const { heading, goes, stays = '', typedName, action, problem, backPath, csrfField } = model
  return html`${backPath === '/manage/spaces' ? breadcrumb(spaces) : ''}<h1>${heading}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<p>${goes} <strong>There is no way back, but for a backup.</strong></p>
<p>What stays is an audit record without words: who did it, and when. ${stays} The files of the store hold what was deleted until an administrator runs <code>markport store vacuum</code>.</p>
<form method="post">${csrfField}
${typedName === undefined ? '' : textField({ name: 'typed', label: `Type ${typedName} to go on`, value: '', problem: undefined, isRequired: true })}
${formActions(action, { path: backPath, label: 'Cancel' }, 'danger')}</form>`
}

const spaces = [{ path: '/manage/spaces', label: 'Spaces' }]

type SpaceSettings = Pick<ListedSpace, 'key' | 'name' | 'edits'>

function settingsForm({
  key,
  name,
  edits,
  problem,
  csrfField,
}: SpaceSettings & {
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}): Markup {
  return html`${breadcrumb(spaces)}<h1>Settings of the space ${key}</h1>
${errorLine(problem?.message)}
<form class="broad" method="post">${csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 200, hint: '1 to 200 characters. Its key and the title of its homepage stay.' })}
${editsField(edits, problem)}
${formActions('Save', { path: '/manage/spaces', label: 'Cancel' })}</form>`
}
