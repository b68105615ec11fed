/** Routes of the import form: the form, its preview, and the import. @module */
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { toRequestError } from '../../../contract/errors.ts'
import { parseId } from '../../../store/ids.ts'
import type { Draft } from '../../../wiki/import/drafts.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import type { ReadStoredFiles } from '../../../wiki/pages/attachments.ts'
import type { PageSource } from '../../../wiki/pages/find-page.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage, showNotFound } from '../frame/message-page.ts'
import type { Mount } from '../mounting.ts'
import { type Viewer, viewerOf, type WebScope } from '../web-scope.ts'
import { type ApiRoutesDependencies, apiRoutes } from './api-page.ts'
import { checkParts, importDonePage } from './check-view.ts'
import { type FolderUploadDependencies, folderUpload } from './folder-upload.ts'
import {
  checkForm,
  type FormImportDependencies,
  type FormRequest,
  noCheck,
  saveForm,
} from './form-import.ts'
import { conflictPart, type FormDrafts, noteDraft } from './form-notes.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import {
  answerScript,
  type FormStagesDependencies,
  formStages,
  isFromScript,
  signedOut,
} from './form-stages.ts'
import type { SentForm } from './form-work.ts'
import { noFields, shownMarkdown, type TypedFields } from './import-form-fields.ts'
import { parentList } from './import-form-page.ts'
import {
  findEdited,
  type ShowImportFormDependencies,
  settlePlace,
  showImportForm,
} from './show-import-form.ts'

interface ImportFormDependencies
  extends Omit<FormStagesDependencies, 'limits'>,
    Omit<ShowImportFormDependencies, 'limits' | 'workers'>,
    FormImportDependencies,
    FolderUploadDependencies {
  readonly limits: FormStagesDependencies['limits'] & ShowImportFormDependencies['limits']
  readonly readStoredFiles: ReadStoredFiles
  readonly drafts: FormDrafts
}

export type WriterDependencies = ApiRoutesDependencies & ImportFormDependencies

export function writerRoutes(dependencies: WriterDependencies, mount: Mount): Hono<WebScope> {
  return mount(apiRoutes(dependencies)).route('/', importFormRoutes(dependencies, mount))
}

function importFormRoutes(dependencies: ImportFormDependencies, mount: Mount): Hono<WebScope> {
  const { drafts, places, show, ledger } = dependencies
  const showForm = showImportForm(dependencies)
  const { workers } = dependencies
  const requestOf = async (
    c: Context<WebScope>,
    reading: { isDryRun: boolean; isEchoed?: boolean },
  ): Promise<FormRequest> => {
    const { signal } = c.req.raw
    const { userId } = viewerOf(c)
    const options = { contentType: c.req.header('content-type') ?? '', ...reading }
    const form = await workers.readForm(c.get('body'), options, signal)
    return {
      ...(await withStoredParts(dependencies, form, userId, signal)),
      userId,
      requestId: c.get('requestId'),
      host: c.req.header('host'),
      signal,
      startedAt: c.get('startedAt'),
      arrivedAtMs: c.get('arrivedAtMs'),
    }
  }
  const showDraft = async (
    c: Context<WebScope>,
    storedDraft: Draft<TypedFields>,
    source?: PageSource,
  ): Promise<Response> => {
    const contentHtml = shownMarkdown(storedDraft.markdown)
    const fields = { ...noFields, ...storedDraft.fields, submission: '' }
    const draft = { kind: 'shown', draft: storedDraft } as const
    return showForm(c, 200, { fields, contentHtml, check: noCheck, source, draft })
  }
  const { stages, unread, answerError } = formStages(dependencies)
  const app = mount({
    'GET /import': async (c) => {
      const { userId, isAdministrator } = c.get('viewer') as Viewer
      const spaces = await places.listSpaces(userId, c.req.query('space'))
      if (spaces.length === 0) {
        if (isAdministrator) return c.redirect('/manage/spaces/new', 303)
        return show(c, 403, 'No space to write to', noSpace)
      }
      const fields = fieldsOfAddress(c, spaces)
      const draft = await drafts.find(userId, '')
      const isWanted = c.req.query('draft') !== undefined
      if (draft !== undefined && (isWanted || isOfPlace(draft.fields, fields))) {
        return showDraft(c, draft)
      }
      const elsewhere = draft && ({ kind: 'elsewhere', draft } as const)
      return showForm(c, 200, { fields, contentHtml: '', check: noCheck, draft: elsewhere })
    },
    'GET /wiki/spaces/:key/edit/:id': async (c) => {
      const { userId } = c.get('viewer') as Viewer
      const version = parseId(c.req.query('version') ?? '')
      const source = await dependencies.findSource({ pageId: c.req.param('id'), version, userId })
      const key = c.req.param('key').toLowerCase()
      if (source?.space.key.toLowerCase() !== key) return showNotFound(c, show)
      const draft = version ? undefined : await drafts.find(userId, source.id)
      if (draft !== undefined) return showDraft(c, draft, source)
      const contentHtml = shownMarkdown(source.markdown)
      return showForm(c, 200, { fields: fieldsOfPage(source), contentHtml, check: noCheck, source })
    },
    'GET /import/parents': async (c) => {
      const viewer = c.get('viewer')
      if (viewer === undefined) return answerScript(c, 401, signedOut)
      const { spaceId = '', parentId = '', search = '' } = c.req.query()
      const place = await settlePlace(places, { spaceId, parentId, search }, viewer)
      return c.html(parentList(place, search))
    },
    'POST /import/preview': [
      ...stages,
      async (c: Context<WebScope>) => {
        const request = await requestOf(c, { isDryRun: true })
        const check = await checkForm(dependencies, request)
        await noteDraft(dependencies, request, check.finding)
        return c.html(checkParts(check, request.form.fields.pageTitle))
      },
    ],
    'POST /import/draft': async (c) => {
      const { userId } = viewerOf(c)
      const pageId = c.get('form').get('page') ?? ''
      await drafts.drop(userId, pageId)
      const source = pageId === '' ? undefined : await dependencies.findSource({ pageId, userId })
      const path = source && `/wiki/spaces/${source.space.key}/edit/${source.id}`
      return c.redirect(path ?? '/import', 303)
    },
    'POST /import/folder': [...unread, folderUpload(dependencies)],
    'GET /import/done/:requestId{[\\w-]{1,64}}': async (c) => {
      const { userId } = c.get('viewer') as Viewer
      const pastImport = await ledger.findImport(userId, c.req.param('requestId'))
      if (pastImport?.pagePath === undefined) return showNotFound(c, show)
      return show(c, 200, 'Saved', importDonePage(pastImport))
    },
    'POST /import': [
      ...stages,
      async (c: Context<WebScope>) => {
        const request = await requestOf(c, { isDryRun: false, isEchoed: !isFromScript(c) })
        const { fields, contentHtml, action } = request.form
        const showAgain = async (
          status: ContentfulStatusCode,
          refusal?: FormProblem,
          problem?: FormProblem,
        ): Promise<Response> => {
          const check = await checkForm(dependencies, request, refusal)
          const isFinding = action === 'find'
          return showForm(c, status, { fields, contentHtml, check, problem, isFinding })
        }
        const refuse = async (status: number, problem: FormProblem): Promise<Response> => {
          const edited = await findEdited(dependencies, c.get('viewer') as Viewer, fields)
          const isOvertaken = edited?.theirsHtml !== undefined
          const shownProblem = isOvertaken ? { ...problem, text: bothTexts } : problem
          if (!isFromScript(c)) {
            return showAgain(status as ContentfulStatusCode, problem, shownProblem)
          }
          const parts = isOvertaken ? { parts: String(await conflictPart(edited)) } : {}
          return answerScript(c, status, { ...shownProblem, ...parts })
        }
        if (action !== 'import') return showAgain(200)
        try {
          const { requestId, ...imported } = await saveForm(dependencies, request)
          if (fields.draft === 'own') await drafts.drop(request.userId, fields.pageId)
          // Shows warnings first; a form must not redirect to another site.
          const isWhole = imported.warnings.every(({ severity }) => severity === 'note')
          const isHere = imported.pagePath.startsWith('/')
          const path = isWhole && isHere ? imported.pagePath : `/import/done/${requestId}`
          return isFromScript(c) ? c.json({ path, ...imported }) : c.redirect(path, 303)
        } catch (error) {
          return refuse(toRequestError(error).status, formProblem(error))
        }
      },
    ],
  })
  app.onError(answerError)
  return app
}

/** Puts stored images and Markdown back into the form. */
async function withStoredParts(
  { findSource, readStoredFiles, places, workers }: ImportFormDependencies,
  sentForm: SentForm,
  userId: number,
  signal: AbortSignal,
): Promise<Pick<FormRequest, 'form' | 'source' | 'stored'>> {
  const { pageId, spaceId } = sentForm.fields
  const source = pageId === '' ? undefined : await findSource({ pageId, userId })
  const names = sentForm.attachments
  if (source === undefined && names.length === 0) {
    return { form: sentForm, source, stored: {} }
  }
  const spaces = source ? [] : await places.listSpaces(userId, spaceId)
  const space = source?.space ?? spaces.find(({ id }) => id === spaceId)
  const files = space ? await readStoredFiles({ spaceId: space.id, names, userId }) : []
  const paths = files.map(({ sha256 }) => [
    sha256,
    `/wiki/spaces/${space?.key}/attachments/${sha256}`,
  ])
  const form = await workers.completeForm(
    sentForm,
    { markdown: source?.markdown ?? '', files },
    signal,
  )
  return { form, source, stored: Object.fromEntries(paths) }
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

/** Whether an address names only the place of the draft. */
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
