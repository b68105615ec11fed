/** Routes of the import form: the form, its preview, and the import. @module */
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestError, toRequestError } from '../../../contract/errors.ts'
import { parseId } from '../../../store/ids.ts'
import type { Draft } from '../../../wiki/import/drafts.ts'
import { listImportSpaces } from '../../../wiki/import/import-place.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import { readStoredFiles } from '../../../wiki/pages/attachments.ts'
import { findPageSource, type PageSource } from '../../../wiki/pages/find-page.ts'
import { admit } from '../../http/admit.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { ServiceParts } from '../../service/compose.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage, showNotFound } from '../frame/message-page.ts'
import { show } from '../frame/show.ts'
import type { Mount } from '../mounting.ts'
import { type PageContext, type Pages, type Stage, viewerOf, type WebScope } from '../pages.ts'
import { isSameOrigin } from '../session/csrf.ts'
import { signInPath } from '../session/next-path.ts'
import { callerOf } from '../session/reading-rule.ts'
import { apiPages } from './api-page.ts'
import { checkParts, importDonePage } from './check-view.ts'
import { takeFolder } from './folder-upload.ts'
import { checkForm, type FormRequest, noCheck, saveForm } from './form-import.ts'
import { conflictPart, noteDraft } from './form-notes.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import type { SentForm } from './form-work.ts'
import { noFields, shownMarkdown, type TypedFields } from './import-form-fields.ts'
import { findEdited, parentList, settlePlace, showImportForm } from './import-form-page.ts'

export function writerRoutes(mount: Mount): Hono<WebScope> {
  const forms = mount(importFormPages)
  forms.onError(answerFormError)
  return mount(apiPages).route('/', forms)
}

export const importFormPages: Pages = {
  'GET /wiki/spaces/:key/edit/:id': {
    who: 'writers',
    answer: async (c, dependencies) => {
      const { userId } = viewerOf(c)
      const { id = '', key = '' } = c.req.param() as Readonly<Record<string, string>>
      const version = parseId(c.req.query('version') ?? '')
      const source = await findPageSource(dependencies.database, { pageId: id, version, userId })
      if (source?.space.key.toLowerCase() !== key.toLowerCase()) {
        return showNotFound(c)
      }
      const draft = version ? undefined : await dependencies.drafts.find(userId, source.id)
      if (draft !== undefined) return showDraft(c, dependencies, draft, source)
      const contentHtml = shownMarkdown(source.markdown)
      const fields = fieldsOfPage(source)
      return showImportForm(c, dependencies, 200, { fields, contentHtml, check: noCheck, source })
    },
  },
  'GET /import': {
    who: 'users',
    answer: async (c, dependencies) => {
      const { userId, isAdministrator } = viewerOf(c)
      const spaces = await listImportSpaces(dependencies.database, userId, c.req.query('space'))
      if (spaces.length === 0) {
        if (isAdministrator) return c.redirect('/manage/spaces/new', 303)
        return show(c, 403, 'No space to write to', noSpace)
      }
      const fields = fieldsOfAddress(c, spaces)
      const draft = await dependencies.drafts.find(userId, '')
      const isWanted = c.req.query('draft') !== undefined
      if (draft !== undefined && (isWanted || isOfPlace(draft.fields, fields))) {
        return showDraft(c, dependencies, draft)
      }
      const elsewhere = draft && ({ kind: 'elsewhere', draft } as const)
      const filled = { fields, contentHtml: '', check: noCheck, draft: elsewhere }
      return showImportForm(c, dependencies, 200, filled)
    },
  },
  'POST /import': {
    who: 'users',
    rule: formStages,
    answer: importForm,
  },
  'GET /import/parents': {
    who: 'users',
    rule: () => [],
    answer: async (c, dependencies) => {
      const viewer = c.get('viewer')
      if (viewer === undefined) return answerScript(c, 401, signedOut)
      const { spaceId = '', parentId = '', search = '' } = c.req.query()
      const place = await settlePlace(dependencies, { spaceId, parentId, search }, viewer)
      return c.html(parentList(place, search))
    },
  },
  'POST /import/preview': {
    who: 'users',
    rule: formStages,
    answer: async (c, dependencies) => {
      const request = await requestOf(c, dependencies, { isDryRun: true })
      const check = await checkForm(dependencies, request)
      await noteDraft(dependencies, request, check.finding)
      return c.html(checkParts(check, request.form.fields.pageTitle))
    },
  },
  'POST /import/draft': {
    who: 'users',
    answer: async (c, { drafts, database }) => {
      const { userId } = viewerOf(c)
      const pageId = c.get('form').get('page') ?? ''
      await drafts.drop(userId, pageId)
      const source = pageId === '' ? undefined : await findPageSource(database, { pageId, userId })
      const path = source && `/wiki/spaces/${source.space.key}/edit/${source.id}`
      return c.redirect(path ?? '/import', 303)
    },
  },
  'POST /import/folder': {
    who: 'users',
    rule: senderStages,
    answer: takeFolder,
  },
  'GET /import/done/:requestId{[\\w-]{1,64}}': {
    who: 'users',
    answer: async (c, { ledger }) => {
      const requestId = c.req.param('requestId') ?? ''
      const pastImport = await ledger.findImport(viewerOf(c).userId, requestId)
      if (pastImport?.pagePath === undefined) return showNotFound(c)
      return show(c, 200, 'Saved', importDonePage(pastImport))
    },
  },
}

async function requestOf(
  c: PageContext,
  dependencies: ServiceParts,
  reading: { isDryRun: boolean; isEchoed?: boolean },
): Promise<FormRequest> {
  const contentType = c.req.header('content-type') ?? ''
  const sent = { sent: c.get('body'), contentType, ...reading }
  const form = await dependencies.workers.readForm(sent, c.req.raw.signal)
  return withStoredParts(c, dependencies, form)
}

async function showDraft(
  c: PageContext,
  dependencies: ServiceParts,
  storedDraft: Draft<TypedFields>,
  source?: PageSource,
): Promise<Response> {
  const contentHtml = shownMarkdown(storedDraft.markdown)
  const fields = { ...noFields, ...storedDraft.fields, submission: '' }
  const draft = { kind: 'shown', draft: storedDraft } as const
  return showImportForm(c, dependencies, 200, {
    fields,
    contentHtml,
    check: noCheck,
    source,
    draft,
  })
}

async function importForm(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const request = await requestOf(c, dependencies, { isDryRun: false, isEchoed: !isFromScript(c) })
  const { fields, contentHtml, action } = request.form
  const showAgain = async (
    status: ContentfulStatusCode,
    refusal?: FormProblem,
    problem?: FormProblem,
  ): Promise<Response> => {
    const check = await checkForm(dependencies, request, refusal)
    const filled = { fields, contentHtml, check, problem, isFinding: action === 'find' }
    return showImportForm(c, dependencies, status, filled)
  }
  if (action !== 'import') return showAgain(200)
  try {
    const { requestId, ...imported } = await saveForm(dependencies, request)
    if (fields.draft === 'own') await dependencies.drafts.drop(viewerOf(c).userId, fields.pageId)
    // Show warnings before the page; a form must not redirect to another site.
    const isWhole = imported.warnings.every(({ severity }) => severity === 'note')
    const isHere = imported.pagePath.startsWith('/')
    const path = isWhole && isHere ? imported.pagePath : `/import/done/${requestId}`
    return isFromScript(c) ? c.json({ path, ...imported }) : c.redirect(path, 303)
  } catch (error) {
    const { status } = toRequestError(error)
    const problem = formProblem(error)
    const edited = await findEdited(dependencies, viewerOf(c), fields)
    const isOvertaken = edited?.theirsHtml !== undefined
    const shownProblem = isOvertaken ? { ...problem, text: bothTexts } : problem
    if (!isFromScript(c)) return showAgain(status as ContentfulStatusCode, problem, shownProblem)
    const parts = isOvertaken ? { parts: String(await conflictPart(edited)) } : {}
    return answerScript(c, status, { ...shownProblem, ...parts })
  }
}

/** Puts stored images and Markdown back into the form. */
async function withStoredParts(
  c: PageContext,
  { database, workers }: ServiceParts,
  sentForm: SentForm,
): Promise<FormRequest> {
  const { userId } = viewerOf(c)
  const { pageId, spaceId } = sentForm.fields
  const source = pageId === '' ? undefined : await findPageSource(database, { pageId, userId })
  const names = sentForm.attachments
  if (source === undefined && names.length === 0) {
    return { c, form: sentForm, source, stored: {} }
  }
  const spaces = source ? [] : await listImportSpaces(database, userId, spaceId)
  const space = source?.space ?? spaces.find(({ id }) => id === spaceId)
  const files = space ? await readStoredFiles(database, { spaceId: space.id, names, userId }) : []
  const paths = files.map(({ sha256 }) => [
    sha256,
    `/wiki/spaces/${space?.key}/attachments/${sha256}`,
  ])
  const { fields, isDryRun, content } = sentForm
  const toComplete = { fields, isDryRun, content, markdown: source?.markdown ?? '', files }
  const completed = await workers.completeForm(toComplete, c.req.raw.signal)
  return { c, form: { ...sentForm, ...completed }, source, stored: Object.fromEntries(paths) }
}

const bothTexts =
  'Somebody saved this page since you opened it. Both texts are here: save again to put yours in the place of theirs.'

const noSpace: Markup = messagePage(
  'No space to write to',
  'You have write access to no space. Ask an administrator for it.',
)

/** Links may preset the form's place. */
function fieldsOfAddress(c: Context<WebScope>, spaces: readonly Space[]): TypedFields {
  const { space: spaceText = '', parent: parentId = '', title = '', overwrite } = c.req.query()
  const space = spaces.find(({ id, key }) =>
    [id, key.toLowerCase()].includes(spaceText.toLowerCase()),
  )
  return {
    ...noFields,
    spaceId: space?.id ?? '',
    parentId,
    pageTitle: title,
    overwrite: overwrite === 'true',
  }
}

/** Tell whether an address names only the place of the draft. */
function isOfPlace(draft: TypedFields, place: TypedFields): boolean {
  return (['spaceId', 'parentId', 'pageTitle'] as const).every(
    (name) => place[name] === '' || place[name] === draft[name],
  )
}

/** Keeps the id, so that the page can get another title or place. */
function fieldsOfPage({ id, current, ...source }: PageSource): TypedFields {
  return {
    ...noFields,
    spaceId: source.space.id,
    parentId: source.parentId,
    labels: source.labels.join(', '),
    pageTitle: source.title,
    navigationTitle: source.navigationTitle,
    overwrite: true,
    pageId: id,
    version: String(current.number),
  }
}

/** Checks the sender of forms that are read as a stream. */
function senderStages({ publicUrl }: ServiceParts): readonly Stage[] {
  return [
    async (c, next) => {
      if (isSameOrigin(c, publicUrl())) return next()
      throw new RequestError('forbidden', 'The form must be sent from its own page.')
    },
    async (c, next) => {
      if (c.get('viewer') !== undefined) return next()
      return isFromScript(c)
        ? answerScript(c, 401, signedOut)
        : show(c, 401, 'Not imported', signedOutPage)
    },
  ]
}

function formStages(dependencies: ServiceParts): readonly Stage[] {
  const { limits, gate } = dependencies
  return [
    ...senderStages(dependencies),
    limitBody<WebScope>(limits),
    admit<WebScope>(gate, callerOf),
  ]
}

async function answerFormError(error: Error, c: Context<WebScope>): Promise<Response> {
  // The service's handler logs and answers other errors.
  if (!(error instanceof RequestError)) throw error
  if (isFromScript(c)) return answerScript(c, error.status, formProblem(error))
  const text = `${error.message} Go back with your browser to what you wrote.`
  const status = error.status as ContentfulStatusCode
  return show(c, status, 'Not imported', messagePage('Not imported', text))
}

const signedOut: FormProblem = {
  field: undefined,
  text: 'You are no longer signed in. Nothing was lost: sign in, then try again here.',
}

const signedOutPage: Markup = messagePage(
  'Not imported',
  'You are no longer signed in, so nothing was done. Sign in in another tab, then go back with your browser to what you wrote.',
)

function isFromScript(c: Context<WebScope>): boolean {
  return c.req.header('accept') === 'application/json'
}

function answerScript(c: Context<WebScope>, status: number, problem: FormProblem): Response {
  const help = c.get('viewer') === undefined ? { signInPath: signInPath('/import') } : {}
  return c.json({ ...problem, ...help }, status as ContentfulStatusCode)
}
