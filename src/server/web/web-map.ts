/** All pages of the web: each address with who may open it. @module */
import { readerPages } from '../reader/reader-pages.ts'
import { exportPages } from '../rest/export-route.ts'
import { accountPages } from './account/account.ts'
import { diagramPages } from './document/diagram.ts'
import { themePages } from './frame/theme.ts'
import { helpPages, robotsPages } from './help.ts'
import { managePages } from './manage/manage.ts'
import type { Pages } from './pages.ts'
import { choosePasswordPages } from './sign-in/choose-password.ts'
import { providerPages } from './sign-in/provider-routes.ts'
import { signInPages } from './sign-in/sign-in-routes.ts'
import { apiPages } from './writer/api-page.ts'
import { importFormPages } from './writer/import-form-routes.ts'

export const webMap: Pages<never> = {
  ...readerPages,
  ...exportPages,
  ...helpPages,
  ...robotsPages,
  ...diagramPages,
  ...themePages,
  ...apiPages,
  ...importFormPages,
  ...signInPages,
  ...providerPages,
  ...choosePasswordPages,
  ...accountPages,
  ...managePages,
}
