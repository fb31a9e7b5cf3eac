/** A campaign's mail: the template of its purpose, with its texts and links. */
import { pathOf } from '#contract/message-links.ts'
import type { KernelDeps } from '../../deps.ts'
import type { Outgoing } from '../../messaging/index.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import type { CampaignDefinition, Words } from '../campaign.ts'
import { unsubscribeAddress } from '../unsubscribe-link.ts'

type Mail = Extract<Outgoing, { template: 'campaign' | 'announcement' }>

export function mailOf(
  { settings }: KernelDeps,
  { purpose, target }: CampaignDefinition,
  { words, player }: { words: Words; player: { id: string; locale: string } },
): Mail {
  const link = target ? settings.publicUrl + localized(pathOf(target), player.locale) : ''
  const values = { title: words.title, text: words.text, button: words.button ?? '', link }
  return purpose === 'service'
    ? { medium: 'mail', template: 'announcement', values }
    : {
        medium: 'mail',
        template: 'campaign',
        values: { ...values, unsubscribe: unsubscribeAddress(settings, player.id) },
      }
}

/** `/de/games/dice`; the default locale has no prefix. */
function localized(path: string, locale: string): string {
  if (locale === defaultLocale) return path
  return path.startsWith('/?') || path === '/' ? `/${locale}${path.slice(1)}` : `/${locale}${path}`
}
