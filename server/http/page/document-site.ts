/** The parts that the server adds to the documents of the site. */
import type { TextDeps } from '../../deps.ts'
import type { Brand } from '../../reference/index.ts'
import { buildIdOf } from '../builds.ts'
import type { DocumentSite } from './document.ts'
import type { PageSite } from './plugin.ts'

/** The parts that all documents of a locale share. */
export function documentSite(
  { deps, operatorCss, renderer, icons, hasWorker }: PageSite,
  locale: string,
): DocumentSite {
  return {
    catalogue: deps.content.version,
    build: buildIdOf(deps.content.version),
    operatorCss,
    drill: deps.settings.isDrill ? drillNotice : null,
    brand: brandOf(deps, locale),
    devStyles: renderer.devStyles(),
    chat: deps.settings.gtm === null ? '' : (deps.settings.chat.widget?.origins ?? []).join(' '),
    app: { appleIcon: icons.addressOf('apple-180.png'), hasWorker },
  }
}

export const drillNotice = 'Recovery drill: this is a copy. Nothing is sent, paid or published from here.'

export function brandOf({ content }: TextDeps, locale: string): Brand | undefined {
  return content.read(locale, 'layout').brand as Brand | undefined
}
