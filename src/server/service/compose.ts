/** Composes the service: one table of its parts. @module */
import { spaceAccess } from '../../accounts/access.ts'
import type { AuditedStore } from '../../accounts/audit.ts'
import { type Groups, userGroups } from '../../accounts/groups.ts'
import { findPublicAddress, initializeStore } from '../../accounts/initialize-store.ts'
import { identityCheck } from '../../accounts/openid/identity-sign-in.ts'
import { oneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import {
  type CheckPassword,
  failedSignIns,
  guessLimit,
  passwordCheck,
} from '../../accounts/passwords/password-check.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { codeCheck, secondFactors } from '../../accounts/second-factors.ts'
import { type SecondFactorRule, type Sessions, sessions } from '../../accounts/sessions/sessions.ts'
import { type SignIn, signIn } from '../../accounts/sessions/sign-in.ts'
import { apiTokens } from '../../accounts/tokens/api-tokens.ts'
import { hostTokens } from '../../accounts/tokens/host-tokens.ts'
import { type Users, users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import { RequestError } from '../../contract/errors.ts'
import { webtriggerPath } from '../../contract/paths.ts'
import { storeStateOf } from '../../store/store-state.ts'
import { embeddedWiki } from '../../wiki/embedded-wiki.ts'
import { type EmbeddedWork, embeddedWork } from '../../wiki/embedded-work.ts'
import { draftsOf } from '../../wiki/import/drafts.ts'
import {
  type ImportWork,
  type ImportWorkOptions,
  importWork,
} from '../../wiki/import/import-work.ts'
import { importLedger, type Ledger } from '../../wiki/import/ledger/ledger.ts'
import { agentRoute } from '../agents/agent-route.ts'
import {
  type OpenedImports,
  openImports,
  type RunTokens,
  runTokens,
} from '../folder-runs/run-access.ts'
import { type Following, following } from '../following/following.ts'
import { hookRoutes } from '../following/hook-route.ts'
import { countRequests } from '../http/admit.ts'
import { type DocumentViewWork, documentViews, documentViewWork } from '../reader/document-views.ts'
import { searchOf } from '../reader/search.ts'
import { hostApi } from '../rest/host-api.ts'
import { formProtection } from '../web/session/csrf.ts'
import { sessionCookie } from '../web/session/session-cookie.ts'
import { type FlowCookie, flowCookie } from '../web/sign-in/provider-routes.ts'
import { webPages } from '../web/web-pages.ts'
import { type FormWork, formWork } from '../web/writer/form-work.ts'
import type { TypedFields } from '../web/writer/import-form-fields.ts'
import { type WorkerPool, workerPool, workersOf } from '../workers/worker-pool.ts'
import { createApp } from './app.ts'
import { connectedSpaces } from './connected-spaces.ts'
import { createMetrics, type Metrics, metricsRule } from './health.ts'
import {
  bodyBudgets,
  createGates,
  type Gates,
  type MemoryPlan,
  memoryWatch,
  planMemory,
  usualBudget,
} from './memory-plan.ts'
import { isSecure, type ServeOptions, usualAddress } from './serve-options.ts'

interface ServiceBasis extends AuditedStore {
  readonly log: Log
  readonly plan: MemoryPlan
  readonly pool: WorkerPool
  readonly metrics: Metrics
  readonly appId: string
  readonly envId: string
  readonly isStopping: () => boolean
  readonly publicUrl: () => string
}

/** When this many imports wait, processors are the bottleneck, so commits may wait for each other. */
const importsOfCrowd = 4

/** All parts of the running service. Each route, page and agent tool takes what it needs. */
export type ServiceParts = Awaited<ReturnType<typeof makeParts>>

/** Makes the parts of the service, each from the parts above it. */
async function makeParts(
  options: ServeOptions,
  basis: ServiceBasis,
  openOperation: () => Promise<OpenedImports>,
) {
  const { log, clock, database, ids, plan, pool, metrics, envId, publicUrl } = basis
  const store = { database, ids, clock }
  const { limits, readers, isBehindProxy } = options
  const { conversionTimeoutMs } = limits
  const common = { ...store, log, publicUrl, readers }

  const usedMemory = memoryWatch(plan.budgetBytes, pool)
  const gates = createGates({ plan, usedMemory, conversionTimeoutMs })
  const { bodyBytes, formBytes } = bodyBudgets(plan, limits.maxBodyBytes)
  const ownHosts = (): string[] => [new URL(publicUrl()).host, ...options.allowedHosts]
  const preparing = { limits, conversionTimeoutMs, engine: database.engine, ownHosts }
  const workers = timed(costlyWork(pool, preparing), metrics)
  const plainWorkers = workersOf(pool, conversionTimeoutMs)
  const isCrowded = (): boolean => pool.gates.importing.waiting >= importsOfCrowd

  const hasher = passwords(gates.passwords)
  const userStore: Users = users(store, hasher)
  const groups: Groups = userGroups(store)
  const ledger: Ledger = importLedger(store)
  const accounts = {
    users: userStore,
    groups,
    oneTimeLinks: oneTimeLinks(store, hasher),
    access: spaceAccess(store),
    hostTokens: hostTokens(store),
    apiTokens: apiTokens(store, { maxLiveTokens: options.maxLiveTokens }),
    countRequest: countRequests(),
  }
  const signing = await signingIn(options.openId, options.secondFactorRule, {
    ...common,
    users: userStore,
    gates,
  })

  const connected = connectedSpaces({
    ...common,
    metrics,
    maxAtWork: plan.maxAtWork,
    env: process.env,
    workers: plainWorkers,
    installation: envId,
  })
  const tokens: RunTokens = runTokens(database, clock, accounts.apiTokens)
  const runs = { tokens, openImports: openOperation }
  const flows: FlowCookie = flowCookie(isSecure(options))
  return {
    ...basis,
    ...common,
    ...accounts,
    ...signing,
    ...runs,
    isBehindProxy,
    isSecure: isSecure(options),
    metricsRule: metricsRule(options),
    storeState: storeStateOf(database),
    endpoint: () => publicUrl() + webtriggerPath(basis.appId, envId),
    gate: gates.requests,
    folderGate: gates.folders,
    gates: [...Object.values(gates), ...Object.values(pool.gates)],
    cookie: sessionCookie(isSecure(options)),
    flows,
    protectForms: formProtection({ publicUrl, formBytes }),
    limits: { ...limits, bodyBytes },
    bodyBytes,
    formBytes,
    workers,
    plainWorkers,
    connected,
    // A space belongs to one wiki. The last wiki consumes the document.
    wikis: [connected.target, embeddedWiki({ ...common, workers, isCrowded })],
    findConnection: connected.findConnection,
    ledger,
    drafts: draftsOf<TypedFields>(database, clock),
    views: documentViews(database, workers, clock),
    search: searchOf({ workers, gate: pool.gates.reading }),
    following: following({
      ...common,
      ...runs,
      allowsPrivate: options.allowsPrivateRepositories,
      onEnded: (outcome) => metrics.followRuns.inc({ outcome }),
    }),
  }
}

/** Composes the service from its parts. */
export async function composeService(options: ServeOptions, basis: ServiceBasis) {
  const { appId, envId } = basis
  const parts = await makeParts(options, basis, () =>
    openImports(app, webtriggerPath(appId, envId)),
  )
  const app = createApp({
    ...parts,
    hostApi: hostApi(parts),
    agents: options.hasMcp ? agentRoute(parts) : undefined,
    hooks: hookRoutes(parts),
    webPages: webPages(parts),
  })
  return { ...parts, app }
}

/** Composes the service without listening, for one piece of work. */
export async function runOnce<Result>(
  options: ServeOptions,
  store: Pick<ServiceBasis, 'log' | 'clock' | 'database' | 'ids'>,
  work: (following: Following) => Promise<Result>,
): Promise<Result> {
  const plan = planMemory(options.memoryBytes ?? usualBudget())
  // Start no worker before something is imported.
  const pool = workerPool({ ...plan.workers, spareWorkers: 0 })
  const { appId, envId } = await initializeStore(store)
  const publicUrl = options.publicUrl ?? (await findPublicAddress(store.database)) ?? usualAddress
  try {
    const { following, connected } = await composeService(options, {
      ...store,
      plan,
      pool,
      appId,
      envId,
      metrics: createMetrics(),
      isStopping: () => false,
      publicUrl: () => publicUrl,
    })
    return await work(following).finally(() => Promise.all([following.stop(), connected.stop()]))
  } finally {
    pool.close()
  }
}

export interface CostlyWork extends ImportWork, FormWork, DocumentViewWork, EmbeddedWork {}

export function costlyWork(
  pool: WorkerPool,
  options: ImportWorkOptions & { readonly conversionTimeoutMs: number },
): CostlyWork {
  const { conversionTimeoutMs, ...preparing } = options
  const workers = workersOf(pool, conversionTimeoutMs)
  return {
    ...importWork(workers, preparing),
    ...formWork(workers, preparing),
    ...documentViewWork(workers),
    ...embeddedWork(workers, preparing.engine),
  }
}

function timed(workers: CostlyWork, { conversionSeconds }: Metrics): CostlyWork {
  return {
    ...workers,
    prepareImport(body, request, signal) {
      const stopTimer = conversionSeconds.startTimer()
      return workers.prepareImport(body, request, signal).finally(stopTimer)
    },
  }
}

interface SigningInParts extends AuditedStore {
  readonly log: Log
  readonly users: Users
  readonly gates: Pick<Gates, 'passwords' | 'requests'>
}

async function signingIn(
  openId: ServeOptions['openId'],
  rule: SecondFactorRule,
  { log, users, gates, ...store }: SigningInParts,
) {
  const { database, clock } = store
  const guesses = guessLimit(database, clock)
  const noteFailed = failedSignIns(log, users)
  const factors = secondFactors(store)
  const sessionStore: Sessions = sessions(store, rule)
  const hasPasswords = openId?.isBesidePasswords ?? true
  // Loaded on demand: most services have no provider.
  const provider =
    openId &&
    (await import('../../accounts/openid/openid-provider.ts')).openIdProvider(openId.client, clock)
  const gate = gates.requests
  const rules = openId?.groups
  const parts = {
    sessions: sessionStore,
    secondFactors: factors,
    checkCode: codeCheck(factors, guesses, noteFailed),
    checkPassword: hasPasswords
      ? passwordCheck({ users, guesses, hashing: gates.passwords, noteFailed })
      : refusePasswords,
    checkIdentity:
      provider && rules && identityCheck({ ...store, provider, rules, noteFailed, gate }),
  }
  const signingIn: SignIn = signIn(parts)
  return {
    ...parts,
    signIn: signingIn,
    ways: { hasPasswords, providerName: provider?.name },
    provider,
  }
}

const refusePasswords: CheckPassword = async () => {
  throw new RequestError('bad-request', 'Passwords are not used here.')
}
