/** All routes of the wiki's own API. @module */
import type { ApiRoute } from './api-route.ts'
import { attachmentListRoutes } from './attachment-list-routes.ts'
import { connectedRoutes } from './connected-routes.ts'
import { emptyRoutes } from './empty-routes.ts'
import { labelRoutes } from './label-routes.ts'
import { changeRoute, foundPagesRoute } from './own-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { propertyRoutes } from './property-routes.ts'
import { spaceApiRoutes } from './space-routes.ts'
import { treeRoutes } from './tree-routes.ts'
import { userRoute } from './user-route.ts'
import { versionRoutes } from './version-routes.ts'
import { writeRoutes } from './write-routes.ts'

export const wikiApiRoutes: readonly ApiRoute[] = [
  ...spaceApiRoutes,
  ...pageRoutes,
  ...treeRoutes,
  ...versionRoutes,
  ...labelRoutes,
  ...attachmentListRoutes,
  ...propertyRoutes,
  ...emptyRoutes,
  ...writeRoutes,
  userRoute,
  foundPagesRoute,
  changeRoute,
  ...connectedRoutes,
]
