/** Constructs of Starlight; its components are read as MDX. @module */

import type { AnyConstruct, Construct } from '../construct.ts'
import { landingPage } from '../landing-page.ts'
import { mapText } from '../line.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { containerParts } from '../shared/containers.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'

/** https://starlight.astro.build/guides/authoring-content/#custom-aside-icons */
const icons: Construct = {
  name: 'icon of an aside',
  written: ':::tip[Take it]{icon="rocket"}\nSome words.\n:::',
  becomes: ':::tip[Take it]\nSome words.\n:::',
  sign: /:::\w/,
  read: (lines) => mapText(lines, (text) => text.replace(asideIcon, '$1')),
}

const asideIcon = /^([\s>]*:{3,}[a-z]+(?:\[[^\n]{0,500}\])?)\{[^{}]{0,500}\}\s*$/

export const starlightConstructs: readonly AnyConstruct[] = [
  landingPage,
  icons,
  embeds,
  pagePrograms,
  otherAlerts,
  ...containerParts,
]
