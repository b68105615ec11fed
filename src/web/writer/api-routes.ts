/** The page about the operation. @module */
import type { Context } from 'hono'
import type { ImportPlaces } from '../../importing/import-places.ts'
import type { Show } from '../frame/show.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { apiPage } from './api-page.ts'

export interface ApiRoutesDependencies {
  /** Puts a page into its frame. */
  readonly show: Show
  /** The operation's address. */
  readonly endpoint: () => string
  readonly places: Pick<ImportPlaces, 'listSpaces'>
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

/** Stand in the examples where no place is known. */
const placeholders = { spaceKey: 'SPACE_KEY', parentId: 'PARENT_ID' } as const

/**
 * Make the handler.
 * @param dependencies Endpoint, places and limits.
 */
export function apiRoutes(dependencies: ApiRoutesDependencies): WebHandlers {
  const { endpoint, limits, show } = dependencies
  return {
    'GET /api': async (c) => {
      const place = readPlace(c) ?? (await findPlace(dependencies, c))
      const model = {
        endpoint: endpoint(),
        limits,
        isPlaceKnown: place !== undefined,
        ...(place ?? placeholders),
      }
      return show(c, 200, 'API', apiPage(model), { isKept: true })
    },
  }
}

interface Place {
  readonly spaceKey: string
  readonly parentId: string
}

/** Only what is plain goes into programs that somebody pastes. */
function readPlace(c: Context<WebScope>): Place | undefined {
  const spaceKey = c.req.query('space') ?? ''
  const parentId = c.req.query('parent') ?? ''
  const isPlain = /^[A-Za-z][A-Za-z0-9]{0,254}$/.test(spaceKey) && /^[1-9]\d{0,18}$/.test(parentId)
  return isPlain ? { spaceKey, parentId } : undefined
}

async function findPlace(
  { places }: ApiRoutesDependencies,
  c: Context<WebScope>,
): Promise<Place | undefined> {
  const viewer = c.get('viewer')
  const [space] = viewer === undefined ? [] : await places.listSpaces(viewer.userId)
  if (space?.importParentId === undefined) return undefined
  return { spaceKey: space.key, parentId: space.importParentId }
}
